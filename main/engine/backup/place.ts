/**
 * A place to which a person has copies made: a folder of another disk or of the network. In it each installation has a
 * folder `perito-<id>` of its own:
 *
 * - `files/ab/<sha256>`: all bytes, each under its SHA-256, so nothing is written that is there already
 * - `backups/<name>.json`: the manifest of each backup, written last
 * - `second-copy/`: what is copied all the time
 * - `incoming/`: what is being written
 * - `damaged/`: empty files with the names of what was found not to be what was written, until somebody writes it anew
 * - `LEEME.txt`: what all this is, for whoever finds it
 *
 * What lies there may have been written by anybody: no link is followed, and nothing is read without a bound. A folder of the
 * network may hang, so all of this runs in a process that can be ended.
 */
import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import {
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  opendir,
  readdir,
  realpath,
  rm,
  stat,
  statfs,
  utimes,
} from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import * as z from 'zod';
import type { PlaceProblem } from '#shared/contract/backups.ts';
import { backupName } from '#shared/contract/backups.ts';
import { errorCode } from '../error-code.ts';
import { renameFile } from '../rename-file.ts';
import {
  type Manifest,
  manifest,
  manifestFormat,
  maxManifestBytes,
  placeFormat,
  sha256Text,
} from './manifest.ts';

/** Why a place cannot be used, as data of the contract. */
export class PlaceFailure extends Error {
  readonly problem: PlaceProblem;

  constructor(code: PlaceProblem['code'], detail: string, cause?: unknown) {
    super(`${code}: ${detail}`, { cause });
    this.problem = { code, detail };
  }
}

const codes: ReadonlyMap<string, PlaceProblem['code']> = new Map([
  ...(
    ['ENOENT', 'ENODEV', 'ENXIO', 'EHOSTDOWN', 'EHOSTUNREACH', 'ENETDOWN', 'ENETUNREACH', 'ESTALE'] as const
  ).map((code) => [code, 'away'] as const),
  ...(['ETIMEDOUT'] as const).map((code) => [code, 'slow'] as const),
  ...(['EACCES', 'EPERM'] as const).map((code) => [code, 'noRights'] as const),
  ...(['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL'] as const).map((code) => [code, 'full'] as const),
  ...(['EROFS', 'SQLITE_READONLY'] as const).map((code) => [code, 'readOnly'] as const),
  // Where a file or folder of a place has to be, something else lies.
  ...(['ELOOP', 'EISDIR', 'ENOTEMPTY'] as const).map((code) => [code, 'damaged'] as const),
  ['ENOTDIR', 'notAFolder'],
]);

/** What a failure to read or write there means. */
export function placeProblemOf(failure: unknown): PlaceProblem {
  if (failure instanceof PlaceFailure) return failure.problem;
  const detail = failure instanceof Error ? failure.message : String(failure);
  return { code: codes.get(errorCode(failure) ?? '') ?? 'other', detail };
}

/** Whether something of a folder of the program lies in another, or is it. Links are not resolved. */
export function liesWithin(folder: string, outer: string): boolean {
  const path = relative(resolve(outer), resolve(folder));
  return path === '' || (path !== '..' && !path.startsWith(`..${sep}`) && resolve(path) !== path);
}

/** How a place is now, without a change to it. */
export interface PlaceLook {
  problem: PlaceProblem | null;
  /** Whether it lies on the disk of the data directory; null where nobody knows. */
  isSameDisk: boolean | null;
  freeBytes: number | null;
}

/** Looks at a folder that is, or is to be, a place. */
export async function lookAtPlace(folder: string, dataDir: string): Promise<PlaceLook> {
  try {
    const isInside = liesWithin(folder, dataDir) || liesWithin(await realpath(folder), await real(dataDir));
    if (isInside) return unusable({ code: 'inDataDirectory', detail: '' });
    const found = await open(
      folder,
      constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
    try {
      const [place, data, room] = await Promise.all([
        found.stat(),
        stat(dataDir).catch(() => null),
        statfs(folder),
      ]);
      if (!place.isDirectory()) return unusable({ code: 'notAFolder', detail: '' });
      return {
        problem: null,
        isSameDisk: data === null ? null : data.dev === place.dev,
        freeBytes: room.bavail * room.bsize,
      };
    } finally {
      await found.close();
    }
  } catch (failure) {
    const problem = placeProblemOf(failure);
    // Links that lead to each other lead nowhere: nothing was written there that could be damaged.
    return unusable(errorCode(failure) === 'ELOOP' ? { ...problem, code: 'notAFolder' } : problem);
  }
}

/** Where links lead; of what is not there the path itself. */
const real = (path: string): Promise<string> => realpath(path).catch(() => resolve(path));

const unusable = (problem: PlaceProblem): PlaceLook => ({ problem, isSameDisk: null, freeBytes: null });

/** `perito-<id>`, an installation's folder in a place. */
export const installationFolderName = (installationId: string): string => `perito-${installationId}`;

/** Of the name of an installation's folder its id; null of any other. */
export function installationOfFolder(name: string): string | null {
  const id = /^perito-(.{36})$/.exec(name)?.[1];
  return id !== undefined && z.uuid().safeParse(id).success ? id : null;
}

/** What one installation has in one place. Every method rejects with a `PlaceFailure`, or the system's own error. */
export class InstallationFolder {
  readonly path: string;
  readonly installationId: string;
  readonly #made = new Set<string>();
  /** What was found damaged, as far as somebody looked. */
  readonly #damaged = new Set<string>();
  /** Folders in which something was made or renamed that may not be on the disk yet. */
  readonly #unsynced = new Set<string>();

  constructor(place: string, installationId: string) {
    this.path = join(resolve(place), installationFolderName(installationId));
    this.installationId = installationId;
  }

  get secondCopy(): string {
    return join(this.path, 'second-copy');
  }

  get incoming(): string {
    return join(this.path, 'incoming');
  }

  get #damagedNames(): string {
    return join(this.path, 'damaged');
  }

  get backups(): string {
    return join(this.path, 'backups');
  }

  /** As it stands in a list, with a slash on every system. */
  static nameOf(sha256: string): string {
    return `files/${sha256.slice(0, 2)}/${sha256}`;
  }

  fileOf(sha256: string): string {
    return join(this.path, 'files', sha256.slice(0, 2), sha256Text.parse(sha256));
  }

  /** Makes what it lies in; the place itself has to be there: a folder where a disk is not plugged in is no place. */
  async make(): Promise<void> {
    for (const folder of [this.path, join(this.path, 'files'), this.incoming, this.backups])
      await this.#makeFolder(folder);
    await this.#explain();
    await this.lookForDamaged();
  }

  /** Reads what was noted to be damaged: files by their SHA-256, and files of the second copy by their names. */
  async lookForDamaged(): Promise<ReadonlySet<string>> {
    const names: string[] = [];
    try {
      for await (const { name } of await opendir(this.#damagedNames)) {
        if (damagedName.test(name)) names.push(name);
        if (names.length === maxDamaged) break;
      }
    } catch (failure) {
      if (!['ENOENT', 'ENOTDIR'].includes(errorCode(failure) ?? '')) throw failure;
    }
    // Others go on with what is known so far.
    this.#damaged.clear();
    for (const name of names) this.#damaged.add(name);
    return this.#damaged;
  }

  /** Notes what is not what was written, for whoever has it whole. Nothing is noted where nothing can be written. */
  async noteDamaged(name: string): Promise<void> {
    if (!damagedName.test(name) || this.#damaged.has(name)) return;
    await mkdir(this.#damagedNames, { mode: 0o700 }).catch(() => {});
    const note = await open(join(this.#damagedNames, name), 'wx', 0o600).catch(() => null);
    await note?.close();
    this.#damaged.add(name);
  }

  /** Of what is whole, or not there any more. */
  async forgetDamaged(name: string): Promise<void> {
    if (!this.#damaged.delete(name)) return;
    await rm(join(this.#damagedNames, name), { force: true }).catch(() => {});
  }

  /** What is read by a person who finds the folder, and has no Perito. */
  async #explain(): Promise<void> {
    const file = join(this.path, 'LEEME.txt');
    if ((await sizeOfFile(file)) === Buffer.byteLength(explanation)) return;
    await this.#writeWhole(file, explanation, putInPlace);
    this.#unsynced.add(this.path);
  }

  /** Has all that was made or renamed here on the disk; what was written in it was synced before. */
  async sync(): Promise<void> {
    for (const folder of [...this.#unsynced]) {
      this.#unsynced.delete(folder);
      await syncFolder(folder);
    }
  }

  async #makeFolder(folder: string): Promise<void> {
    if (this.#made.has(folder)) return;
    await mkdir(folder, { mode: 0o700 }).catch((failure) => {
      if (errorCode(failure) !== 'EEXIST') throw failure;
    });
    const found = await lstat(folder);
    if (!found.isDirectory()) throw new PlaceFailure('damaged', `${folder} is not a folder.`);
    this.#made.add(folder);
    this.#unsynced.add(dirname(folder));
  }

  /** How many bytes it has of this content; null where it has none. */
  sizeOf(sha256: string): Promise<number | null> {
    return sizeOfFile(this.fileOf(sha256));
  }

  /**
   * Whether it has so many bytes of this content, none of which is known to be damaged, and keeps them for what is being written: what nobody needs is removed two
   * days after this, and never before.
   */
  async keeps(sha256: string, bytes: number): Promise<boolean> {
    if (this.#damaged.has(sha256)) return false;
    const file = this.fileOf(sha256);
    const found = await lstat(file).catch(ignoreMissing);
    if (found?.isFile() !== true || found.size !== bytes) return false;
    const now = Date.now();
    if (now - found.mtimeMs > 86_400_000) await utimes(file, now / 1000, now / 1000);
    return true;
  }

  /** Removes what lies in the place of a content. */
  async remove(sha256: string): Promise<void> {
    await rm(this.fileOf(sha256), { force: true });
  }

  /** Writes a content where it is not there yet, synced; how many bytes were new. */
  async put(sha256: string, bytes: Uint8Array): Promise<number> {
    if (await this.keeps(sha256, bytes.length)) return 0;
    const writing = await this.write();
    try {
      await writing.append(bytes);
      return (await writing.finish(sha256)).newBytes;
    } finally {
      await writing.abandon();
    }
  }

  /** Begins a content whose hash is not known yet. */
  async write(): Promise<ContentWriting> {
    await this.#makeFolder(this.incoming);
    const path = join(this.incoming, randomUUID());
    const handle = await open(path, 'wx', 0o600);
    return new ContentWriting(handle, path, this, async (sha256) => {
      await this.#makeFolder(join(this.path, 'files'));
      const folder = join(this.path, 'files', sha256.slice(0, 2));
      await this.#makeFolder(folder);
      this.#unsynced.add(folder);
      return this.fileOf(sha256);
    });
  }

  /** The bytes of a content; rejects with `damaged` where it is missing, longer than allowed, or is not what its name says. */
  async read(sha256: string, maxBytes: number): Promise<Buffer> {
    const bytes = await readBounded(this.fileOf(sha256), maxBytes);
    if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      throw new PlaceFailure('damaged', `${sha256} is not what it was.`);
    return bytes;
  }

  /** The names of its backups, the newest first. */
  async listBackups(): Promise<string[]> {
    const names = await readdir(this.backups).catch((failure) => {
      if (errorCode(failure) === 'ENOENT') return [];
      throw failure;
    });
    const known = names.flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []));
    return known
      .filter((name) => backupName.safeParse(name).success)
      .sort()
      .reverse();
  }

  /** The manifest of a backup; rejects with `newerFormat` or `damaged`. */
  async readManifest(name: string): Promise<Manifest> {
    const text = await readBounded(join(this.backups, `${backupName.parse(name)}.json`), maxManifestBytes);
    let json: unknown;
    try {
      json = JSON.parse(text.toString('utf8'));
    } catch (failure) {
      throw new PlaceFailure('damaged', `The manifest ${name} is no JSON.`, failure);
    }
    const format = manifestFormat.safeParse(json);
    if (format.success && format.data.format > placeFormat)
      throw new PlaceFailure(
        'newerFormat',
        `${name} has the format ${format.data.format}; this Perito knows ${placeFormat}.`,
      );
    const read = manifest.safeParse(json);
    if (!read.success || read.data.name !== name || read.data.installationId !== this.installationId)
      throw new PlaceFailure('damaged', `The manifest ${name} is not what Perito wrote.`);
    return read.data;
  }

  /**
   * Writes a manifest, which is what makes a backup one: all that it names is on the disk before it is. False where another backup
   * has its name, which stays as it is.
   */
  async writeManifest(content: Manifest): Promise<boolean> {
    await this.sync();
    const file = join(this.backups, `${content.name}.json`);
    const text = `${JSON.stringify(manifest.parse(content), null, 2)}\n`;
    if (!(await this.#writeWhole(file, text, putUnlessTaken))) return false;
    try {
      await syncFolder(this.backups);
    } catch (failure) {
      // Whoever is told that there is no backup finds none.
      await rm(file, { force: true }).catch(() => {});
      throw failure;
    }
    return true;
  }

  /** It is there whole and synced, or not at all, and nothing is left of it; whether `put` put it there. */
  async #writeWhole(
    file: string,
    text: string,
    put: (from: string, to: string) => Promise<boolean>,
  ): Promise<boolean> {
    const writing = join(this.incoming, randomUUID());
    try {
      await writeSynced(writing, text);
      return await put(writing, file);
    } finally {
      await rm(writing, { force: true }).catch(() => {});
    }
  }

  /** Removes a backup; what it alone has stays until somebody sweeps. */
  async removeManifest(name: string): Promise<void> {
    await rm(join(this.backups, `${backupName.parse(name)}.json`), { force: true });
    await syncFolder(this.backups);
  }
}

const damagedName = /^(?:[0-9a-f]{64}|(?:journal|database|attachments)-[\d-]{1,40}\.(?:log|json))$/;
/** More are found again by the next one who looks. */
const maxDamaged = 10_000;

/** In both languages, since nobody knows who reads it. */
const explanation = [
  'Copias de seguridad de Perito. No borre ni cambie nada de esta carpeta: la limpia Perito.',
  '',
  'Para volver a una copia: abra Perito, Ajustes, Respaldos, Restaurar, y elija esta carpeta; o en una terminal:',
  '',
  '  npm run perito -- restore --from ESTA-CARPETA --data CARPETA-DE-DATOS',
  '',
  'backups/*.json es cada copia. Las bases de datos, fotos y papeles están en files/, cada archivo con su SHA-256 por nombre;',
  'una lista nombra los de cada copia. Sin Perito, con la lista de "journal" o "database" de un .json, en esta carpeta:',
  '',
  '  sha256sum -c files/ab/LISTA',
  '  cut -c67- files/ab/LISTA | xargs cat > journal.db',
  '',
  '----------------------------------------------------------------------------------------------------',
  '',
  'Backups made by Perito. Do not delete or change anything in this folder: Perito cleans it up.',
  '',
  'To go back to a backup: open Perito, Settings, Backups, Restore, and choose this folder; or in a terminal:',
  '',
  '  npm run perito -- restore --from THIS-FOLDER --data DATA-FOLDER',
  '',
  'backups/*.json is each backup. Databases, photos and papers are in files/, each file named by its SHA-256; a list names',
  'those of each backup. Without Perito, with the list of "journal" or "database" in a .json, in this folder:',
  '',
  '  sha256sum -c files/ab/LIST',
  '  cut -c67- files/ab/LIST | xargs cat > journal.db',
  '',
].join('\r\n');

/** Of a file; null where there is none. */
async function sizeOfFile(path: string): Promise<number | null> {
  const found = await lstat(path).catch(ignoreMissing);
  return found?.isFile() === true ? found.size : null;
}

function ignoreMissing(failure: unknown): null {
  if (errorCode(failure) === 'ENOENT') return null;
  throw failure;
}

/** Gives a file another name, whatever has it. */
async function putInPlace(from: string, to: string): Promise<true> {
  await renameFile(from, to);
  return true;
}

/** The same unless something has that name. Where links are unknown, as on FAT, two at once may both find that nothing has. */
async function putUnlessTaken(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch {
    return (await lstat(to).catch(ignoreMissing)) === null && putInPlace(from, to);
  }
}

async function writeSynced(path: string, text: string): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What was written is not what its name was to be. */
export class OtherBytes extends PlaceFailure {
  constructor(expected: string, found: string) {
    super('damaged', `Of ${expected} other bytes were read: ${found}.`);
  }
}

/** A content that is being written into a place. */
export class ContentWriting {
  readonly #handle: FileHandle;
  readonly #path: string;
  readonly #folder: InstallationFolder;
  readonly #target: (sha256: string) => Promise<string>;
  readonly #hash = createHash('sha256');
  #isOpen = true;
  #bytes = 0;

  constructor(
    handle: FileHandle,
    path: string,
    folder: InstallationFolder,
    target: (sha256: string) => Promise<string>,
  ) {
    this.#handle = handle;
    this.#path = path;
    this.#folder = folder;
    this.#target = target;
  }

  async append(bytes: Uint8Array): Promise<void> {
    this.#hash.update(bytes);
    for (let from = 0; from < bytes.length; ) {
      from += (await this.#handle.write(bytes, from)).bytesWritten;
    }
    this.#bytes += bytes.length;
  }

  /**
   * Syncs it and puts it under its hash, where it is not there yet; rejects with `OtherBytes` where that is another than
   * expected.
   */
  async finish(expected: string | null): Promise<{ sha256: string; bytes: number; newBytes: number }> {
    const sha256 = this.#hash.digest('hex');
    if (expected !== null && expected !== sha256) throw new OtherBytes(expected, sha256);
    if (await this.#folder.keeps(sha256, this.#bytes)) {
      await this.abandon();
      return { sha256, bytes: this.#bytes, newBytes: 0 };
    }
    await this.#handle.sync();
    const target = await this.#target(sha256);
    this.#isOpen = false;
    try {
      await this.#handle.close();
      await renameFile(this.#path, target);
    } catch (failure) {
      await rm(this.#path, { force: true }).catch(() => {});
      throw failure;
    }
    await this.#folder.forgetDamaged(sha256);
    return { sha256, bytes: this.#bytes, newBytes: this.#bytes };
  }

  /** Removes it, unless it was finished. */
  async abandon(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.#handle.close().catch(() => {});
    await rm(this.#path, { force: true }).catch(() => {});
  }
}

/** Opens a file to read; rejects with `damaged` where there is none, or a link or a folder. A pipe is not waited for. */
export async function openPlainFile(path: string): Promise<FileHandle> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(path, flags).catch((failure) => {
    if (errorCode(failure) === 'ENOENT') throw new PlaceFailure('damaged', `${path} is missing.`, failure);
    if (errorCode(failure) === 'ELOOP') throw new PlaceFailure('damaged', `${path} is a link.`, failure);
    if (errorCode(failure) === 'ENXIO') throw new PlaceFailure('damaged', `${path} is not a file.`, failure);
    throw failure;
  });
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new PlaceFailure('damaged', `${path} is not a file.`);
}

/** All bytes of a file that is no link, no longer than allowed; rejects with `damaged` of any other. */
export async function readBounded(path: string, maxBytes: number): Promise<Buffer> {
  const handle = await openPlainFile(path);
  try {
    const found = await handle.stat();
    if (found.size > maxBytes) throw new PlaceFailure('damaged', `${path} has ${found.size} bytes.`);
    const bytes = Buffer.alloc(found.size);
    let read = 0;
    while (read < bytes.length) {
      const { bytesRead } = await handle.read(bytes, read, bytes.length - read, read);
      if (bytesRead === 0) throw new PlaceFailure('damaged', `${path} became shorter while it was read.`);
      read += bytesRead;
    }
    return bytes;
  } finally {
    await handle.close();
  }
}

/** Has what was renamed in a folder on the disk. Windows, and some folders of a network, know no such thing. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (failure) {
    if (!['EISDIR', 'EPERM', 'EINVAL', 'ENOTSUP'].includes(errorCode(failure) ?? '')) throw failure;
  }
}
