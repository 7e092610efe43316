/** The database in a second copy: a base, and the pages that were written after it. */
import { type FileHandle, lstat, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import type { z } from 'zod';
import type { PlaceProblem } from '#shared/contract/backups.ts';
import { checkDatabaseFile, syncPath } from '../../store/index.ts';
import { readList } from '../list.ts';
import { maxManifestBytes, partBytes } from '../manifest.ts';
import { type InstallationFolder, PlaceFailure, readBounded } from '../place.ts';
import {
  baseFileName,
  type DatabaseBase,
  type DatabaseCommit,
  databaseBase,
  databaseFrame,
  maxPages,
  pageHashBytes,
  type SecondCopyFiles,
  stretchFileName,
} from './format.ts';
import { framesOfFiles } from './frames.ts';
import { PageHashes } from './page-hashes.ts';
import type { AssembledDatabase, ReadOptions } from './reading.ts';

/** A base of the database with what was written after it, up to the last commit. */
export interface DatabaseCopy {
  base: DatabaseBase;
  number: number;
  commit: DatabaseCommit;
  /** The file in which the last commit stands, and where in it that ends. */
  name: string;
  end: number;
  /** Files behind that one, which have none. */
  torn: string[];
  /** Why what comes behind it is not taken; null where nothing does. */
  cut: PlaceProblem | null;
}

/** Some pages of a stretch, with the hash of each. */
export interface StretchPages {
  numbers: Uint32Array;
  hashes: Buffer;
  compressed: Buffer;
}

type Step = { t: 'pages'; pages: StretchPages } | { t: 'commit'; commit: DatabaseCommit };

/** The newest base that has a commit; null where none has. `onPages` is told of all pages that belong to it, in their order. */
export async function findDatabaseCopy(
  folder: InstallationFolder,
  files: SecondCopyFiles,
  options: { signal?: AbortSignal | undefined; onPages?: (pages: StretchPages) => void } = {},
): Promise<DatabaseCopy | null> {
  for (const number of files.bases.toReversed()) {
    const base = await readBase(folder, number);
    const found = base === null ? null : await findCommit(folder, files, { base, number }, options);
    if (found !== null) return found;
  }
  return null;
}

/** A base; null where it is not what was written. */
export async function readBase(
  folder: Pick<InstallationFolder, 'secondCopy' | 'installationId'>,
  number: number,
): Promise<DatabaseBase | null> {
  const text = await readBounded(join(folder.secondCopy, baseFileName(number)), maxManifestBytes);
  try {
    const read = databaseBase.parse(JSON.parse(text.toString('utf8')));
    return read.installationId === folder.installationId ? read : null;
  } catch {
    return null;
  }
}

async function findCommit(
  folder: InstallationFolder,
  files: SecondCopyFiles,
  of: { base: DatabaseBase; number: number },
  { signal, onPages }: { signal?: AbortSignal | undefined; onPages?: (pages: StretchPages) => void },
): Promise<DatabaseCopy | null> {
  const steps = stepsOf(folder, files, of, signal);
  let found: Omit<DatabaseCopy, 'torn' | 'cut'> | null = null;
  let waiting: StretchPages[] = [];
  for (let next = await steps.next(); ; next = await steps.next()) {
    if (next.done === true) {
      if (found === null) return null;
      const { name: last } = found;
      const torn = namesOf(files, of.number).filter((name) => name > last);
      return { ...found, torn, cut: next.value };
    }
    const { step, name, end } = next.value;
    if (step.t === 'pages') {
      if (onPages !== undefined) waiting.push({ ...step.pages, compressed: Buffer.alloc(0) });
      continue;
    }
    for (const pages of waiting) onPages?.(pages);
    waiting = [];
    found = { ...of, commit: step.commit, name, end };
  }
}

const namesOf = (files: SecondCopyFiles, number: number): string[] =>
  files.stretches.filter(({ base }) => base === number).map(({ name }) => name);

/** All stretches of a base, up to where they are not whole; why they end there, null where all are. */
async function* stepsOf(
  folder: InstallationFolder,
  files: SecondCopyFiles,
  { base, number }: { base: DatabaseBase; number: number },
  signal?: AbortSignal,
): AsyncGenerator<{ step: Step; name: string; end: number }, PlaceProblem | null, void> {
  const parse = (meta: unknown) => databaseFrame.safeParse(meta).data ?? null;
  const frames = framesOfFiles(folder.secondCopy, namesOf(files, number), parse, signal);
  let file = 0;
  try {
    for (let next = await frames.next(); ; next = await frames.next()) {
      if (next.done === true) {
        if (next.value === null || next.value.isTorn) return null;
        return { code: 'damaged', detail: `${next.value.name}, byte ${next.value.at}` };
      }
      const { meta, bytes, name, end } = next.value;
      if (meta.t === 'begin') file += 1;
      const step = stepOf(meta, bytes, { installationId: folder.installationId, base, number, file });
      if (step === null) return { code: 'damaged', detail: `${name}, before byte ${end}` };
      if (step.t !== 'begin') yield { step, name, end };
    }
  } finally {
    await frames.return(null);
  }
}

/** Null of a frame that is not what was written. */
function stepOf(
  meta: z.infer<typeof databaseFrame>,
  bytes: Buffer,
  of: { installationId: string; base: DatabaseBase; number: number; file: number },
): Step | { t: 'begin' } | null {
  if (meta.t === 'commit') return { t: 'commit', commit: meta };
  if (meta.t === 'begin') {
    const { installationId, base, file } = meta;
    return installationId === of.installationId && base === of.number && file === of.file
      ? { t: 'begin' }
      : null;
  }
  const pages = meta.count * of.base.pageSize > maxStretchBytes ? null : pagesOf(bytes, meta.count);
  return pages === null ? null : { t: 'pages', pages };
}

/** More than is ever written in one frame. */
const maxStretchBytes = 64 * 1024 * 1024;

/** The bytes of a frame of pages. */
export const bytesOfPages = ({ numbers, hashes, compressed }: StretchPages): Buffer =>
  Buffer.concat([Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength), hashes, compressed]);

function pagesOf(bytes: Buffer, count: number): StretchPages | null {
  const content = count * (4 + pageHashBytes);
  if (bytes.length < content) return null;
  const numbers = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) numbers[index] = bytes.readUInt32LE(4 * index);
  if (numbers.some((page) => page === 0 || page > maxPages)) return null;
  return { numbers, hashes: bytes.subarray(4 * count, content), compressed: bytes.subarray(content) };
}

/** The pages themselves; rejects with `damaged` where they are not what was written. */
function contentOf({ numbers, hashes, compressed }: StretchPages, pageSize: number): Buffer {
  const wanted = numbers.length * pageSize;
  let content: Buffer;
  try {
    content = zstdDecompressSync(compressed, { maxOutputLength: wanted });
  } catch (failure) {
    throw new PlaceFailure('damaged', 'Pages of the database cannot be unpacked.', failure);
  }
  const isWhole =
    content.length === wanted &&
    numbers.every((_, index) =>
      PageHashes.of(content.subarray(index * pageSize, (index + 1) * pageSize)).equals(
        hashes.subarray(index * pageHashBytes, (index + 1) * pageHashBytes),
      ),
    );
  if (!isWhole) throw new PlaceFailure('damaged', 'Pages of the database are not what was written.');
  return content;
}

/** The hash of each page at the last commit. */
export async function readPageHashes(
  folder: InstallationFolder,
  files: SecondCopyFiles,
  signal: AbortSignal,
): Promise<{ copy: DatabaseCopy; hashes: PageHashes } | null> {
  const written = new Map<number, Buffer>();
  const onPages = ({ numbers, hashes }: StretchPages) => {
    for (const [index, page] of numbers.entries())
      written.set(page, Buffer.from(hashes.subarray(index * pageHashBytes, (index + 1) * pageHashBytes)));
  };
  const copy = await findDatabaseCopy(folder, files, { signal, onPages });
  if (copy === null) return null;
  const { pages, hashes: name } = copy.base;
  const hashes = new PageHashes(await folder.read(name, pages * pageHashBytes));
  for (const [page, pageHash] of written) hashes.set(page, pageHash);
  return { copy, hashes };
}

/** See `assembleDatabase` in `read.ts`. */
export async function assembleDatabaseFile(
  folder: InstallationFolder,
  files: SecondCopyFiles,
  file: string,
  options: ReadOptions,
): Promise<AssembledDatabase> {
  const copy = await findDatabaseCopy(folder, files, options);
  if (copy === null) throw new PlaceFailure('damaged', 'The second copy has no whole database.');
  const handle = await open(file, 'wx', 0o600);
  try {
    const bytes = copy.commit.pages * copy.base.pageSize;
    await writeBase(folder, copy, handle, options);
    await writeStretches(folder, files, copy, handle);
    await handle.truncate(bytes);
    await handle.sync();
  } catch (failure) {
    await handle.close();
    await rm(file, { force: true });
    throw failure;
  }
  await handle.close();
  const damage = checkDatabaseFile(file);
  if (damage !== null)
    throw new PlaceFailure('damaged', `The database of the second copy is damaged: ${damage}`);
  syncPath(file);
  const { at: copiedAt, pages } = copy.commit;
  return { copiedAt, bytes: pages * copy.base.pageSize, cut: copy.cut };
}

async function writeBase(
  folder: InstallationFolder,
  { base }: DatabaseCopy,
  handle: FileHandle,
  { signal, onProgress }: ReadOptions,
): Promise<void> {
  let done = 0;
  for await (const sha256 of readList(folder, base.parts)) {
    signal?.throwIfAborted();
    const part = await folder.read(sha256, partBytes);
    await handle.write(part, 0, part.length, done);
    done += part.length;
    onProgress?.(done, base.parts.bytes);
  }
}

async function writeStretches(
  folder: InstallationFolder,
  files: SecondCopyFiles,
  { base, number, name: last, end: lastEnd }: DatabaseCopy,
  handle: FileHandle,
): Promise<void> {
  for await (const { step, name, end } of stepsOf(folder, files, { base, number })) {
    if (step.t === 'pages') {
      const content = contentOf(step.pages, base.pageSize);
      for (const [index, page] of step.pages.numbers.entries())
        await handle.write(content, index * base.pageSize, base.pageSize, (page - 1) * base.pageSize);
    }
    if (name === last && end >= lastEnd) return;
  }
}

/** Unpacks all that was written after a base, up to its last commit; the file in which something is not what was written, or null. */
export async function checkStretches(
  folder: InstallationFolder,
  files: SecondCopyFiles,
  { base, number }: Pick<DatabaseCopy, 'base' | 'number'>,
  { signal, onProgress }: ReadOptions,
): Promise<string | null> {
  const steps = stepsOf(folder, files, { base, number }, signal);
  let last = stretchFileName(number, 1);
  for (let next = await steps.next(); ; next = await steps.next()) {
    if (next.done === true) return next.value === null ? null : nameOfCut(next.value, last);
    const { step, name, end } = next.value;
    last = name;
    onProgress?.(end, end);
    try {
      if (step.t === 'pages') contentOf(step.pages, base.pageSize);
    } catch (failure) {
      if (failure instanceof PlaceFailure) return name;
      throw failure;
    }
  }
}

/** Where a stretch is cut its name is said first. */
const nameOfCut = ({ detail }: PlaceProblem, otherwise: string): string =>
  /^database-[\d-]+\.log/.exec(detail)?.[0] ?? otherwise;

/** How many bytes a base and what was written after it take. */
export async function sizeOfStretches(folder: InstallationFolder, files: SecondCopyFiles, number: number) {
  let bytes = 0;
  for (const name of namesOf(files, number)) bytes += (await lstat(join(folder.secondCopy, name))).size;
  return bytes;
}
