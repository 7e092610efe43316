/**
 * A folder that several computers may reach. Each call is blocking and is made in a thread of its own: a folder of the network may
 * hang, and would otherwise hold what reads and writes all other files.
 */
import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { AttachmentsPlaceProblem } from '#shared/contract/database.ts';
import { errorCode } from '../../error-code.ts';
import { renameFileSync } from '../../rename-file.ts';
import { ContentPlaceProblem, placeKey, placeMarkerKey } from './address.ts';
import { type Alive, maxMarkerBytes, type PlaceDriver } from './driver.ts';

const pieceBytes = 1024 * 1024;
/** After so long nobody writes on at a part that ended on its way; longer than clocks differ. */
const abandonedMilliseconds = 2 * 24 * 3_600_000;

/** Of a folder that must be there already: one that is not mounted is no place. */
export function openFolderPlace(folder: string): PlaceDriver {
  const fileOf = (sha256: string) => join(folder, placeKey(sha256));
  let isSwept = false;
  return {
    async readMarker() {
      const found = inPlace(() => lstatSync(folder, { throwIfNoEntry: false }));
      if (found === undefined) throw new ContentPlaceProblem('away', `${folder} is not there.`);
      return inPlace(() => {
        const file = openFile(join(folder, placeMarkerKey));
        if (file === null) return null;
        try {
          const bytes = Buffer.alloc(maxMarkerBytes + 1);
          return bytes.toString('utf8', 0, readSync(file, bytes));
        } finally {
          closeSync(file);
        }
      });
    },
    async writeMarker(text) {
      inPlace(() => writeWhole(folder, join(folder, placeMarkerKey), [Buffer.from(text)]));
    },
    async put({ sha256, path }, alive) {
      const source = openSync(path, 'r');
      try {
        inPlace(() => {
          if (!isSwept) sweep(folder);
          isSwept = true;
          const file = fileOf(sha256);
          makeFolder(folder, dirname(file));
          if (isInTheWay(entryAt(file))) setAside(folder, file);
          writeWhole(folder, file, piecesOf(source, alive));
        });
      } finally {
        closeSync(source);
      }
    },
    async get({ sha256, bytes }, path, alive) {
      const found = inPlace(() => entryAt(fileOf(sha256)));
      // A link, or whatever else somebody put there, is no file of Perito.
      if (found?.isFile() === false) return 'damaged';
      const source = found === undefined ? null : inPlace(() => openFile(fileOf(sha256)));
      if (source === null) return 'missing';
      try {
        if (inPlace(() => fstatSync(source).size) !== bytes) return 'damaged';
        const hash = createHash('sha256');
        const target = openSync(path, 'wx', 0o600);
        try {
          const pieces = piecesOf(source, alive);
          for (;;) {
            const piece = inPlace(() => pieces.next());
            if (piece.done === true) break;
            hash.update(piece.value);
            writeAll(target, piece.value);
          }
          fsyncSync(target);
        } finally {
          closeSync(target);
        }
        return hash.digest('hex') === sha256 ? 'brought' : 'damaged';
      } finally {
        closeSync(source);
      }
    },
    async sizeOf(sha256) {
      const found = inPlace(() => entryAt(fileOf(sha256)));
      return found?.isFile() === true ? found.size : null;
    },
    async remove(sha256) {
      inPlace(() => rmSync(fileOf(sha256), { force: true }));
    },
    close() {},
  };
}

/** Null where there is no such plain file; no link is followed, since whoever shares the folder may have made one. */
function openFile(path: string): number | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (failure) {
    if (errorCode(failure) === 'ENOENT') return null;
    throw failure;
  }
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw new ContentPlaceProblem('other', `${path} is no plain file.`);
}

/** Undefined where nothing lies there, nor under a link that leads nowhere. */
function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (failure) {
    if (errorCode(failure) === 'ELOOP') return undefined;
    throw failure;
  }
}

/** Whether no file can be renamed to where it lies. */
const isInTheWay = (found: Stats | undefined): boolean =>
  found !== undefined && !found.isFile() && !found.isSymbolicLink();

/** Keeps what somebody else put where a file or folder of Perito belongs: one name holds up no other. */
function setAside(folder: string, path: string): void {
  renameSync(path, join(folder, `.${basename(path)}.${randomUUID()}.aside`));
}

/** Below a link nothing is written. */
function makeFolder(folder: string, path: string): void {
  const found = entryAt(path);
  if (found?.isDirectory() === true) return;
  if (found !== undefined) setAside(folder, path);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (failure) {
    // Another engine made it in this moment.
    if (errorCode(failure) !== 'EEXIST' || entryAt(path)?.isDirectory() !== true) throw failure;
  }
  syncFolder(folder);
}

const partName = /^\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.part$/;

/** Removes parts that were left by an engine which was ended while it wrote. */
function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!partName.test(name)) continue;
    const path = join(folder, name);
    const found = entryAt(path);
    if (found?.isFile() === true && Date.now() - found.mtimeMs > abandonedMilliseconds)
      rmSync(path, { force: true });
  }
}

/** Beside it, synced, then in one step under its name: who reads meanwhile finds the old one or the new one whole. */
function writeWhole(folder: string, path: string, pieces: Iterable<Uint8Array>): void {
  const aside = join(folder, `.${randomUUID()}.part`);
  try {
    const file = openSync(aside, 'wx', 0o600);
    try {
      for (const piece of pieces) writeAll(file, piece);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameFileSync(aside, path);
  } catch (failure) {
    try {
      rmSync(aside, { force: true });
    } catch {
      // What failed first is the reason.
    }
    throw failure;
  }
  syncFolder(dirname(path));
}

function* piecesOf(file: number, alive: Alive): Generator<Uint8Array> {
  const piece = Buffer.allocUnsafe(pieceBytes);
  for (;;) {
    const length = readSync(file, piece);
    if (length === 0) return;
    yield piece.subarray(0, length);
    alive();
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let from = 0; from < bytes.length; ) from += writeSync(file, bytes, from);
}

/** Servers of files that know no folders to sync keep their names by themselves. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } catch (failure) {
    if (!['EINVAL', 'ENOTSUP', 'EBADF'].includes(errorCode(failure) ?? '')) throw failure;
  } finally {
    closeSync(folder);
  }
}

const codes: ReadonlyMap<string, AttachmentsPlaceProblem> = new Map([
  ...(['EACCES', 'EPERM'] as const).map((code) => [code, 'refused'] as const),
  ...(['ENOSPC', 'EDQUOT', 'EFBIG'] as const).map((code) => [code, 'full'] as const),
  ['EROFS', 'readOnly'],
  ['ETIMEDOUT', 'slow'],
]);

/** Does one thing there; what the system says of it is a problem of the place. */
function inPlace<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (failure) {
    if (failure instanceof ContentPlaceProblem) throw failure;
    const detail = failure instanceof Error ? failure.message : String(failure);
    throw new ContentPlaceProblem(codes.get(errorCode(failure) ?? '') ?? 'away', detail, failure);
  }
}
