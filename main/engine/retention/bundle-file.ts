/** A bundle of retention on its disk: written, read back, held beside the journal, copied, and read back there. */
import { link, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RetentionFailureCode } from '#shared/contract/retention.ts';
import {
  ArchiveProblem,
  type BundleContents,
  readBundleContents,
  verifyBundle,
  writeBundle,
} from '../archive/index.ts';
import { errorCode } from '../error-code.ts';
import { renameFile } from '../rename-file.ts';
import {
  type DeliveryHash,
  listDeliveryHashes,
  listMuchAnnotated,
  listStoredContents,
} from '../store/index.ts';
import type { Reading } from './closed-claims.ts';
import { folderProblem } from './policy.ts';

/** Why a run did not come to its end; `message` is for whoever looks after the computer. */
export class RetentionProblem extends Error {
  readonly code: RetentionFailureCode;
  constructor(code: RetentionFailureCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'RetentionProblem';
    this.code = code;
  }
}

export interface BundlePlaces {
  dataDir: string;
  /** Nothing lies at either. */
  file: string;
  secondFile: string | null;
}

export type BundleProgress = (phase: 'writing' | 'checking' | 'copying', done: number, all: number) => void;

/** A bundle that was read back whole where it lies, and in the second place where there is one. */
export interface WrittenRetentionBundle {
  root: string;
  /** Milliseconds since 1970. */
  madeAt: number;
  bytes: number;
  /** Records that are not whole in it, so that they must stay: a photo of theirs is missing, or there was too much. */
  notWhole: number[];
}

/** Writes and verifies a bundle of records. Rejects with a `RetentionProblem`; nothing is left of it then, but where a folder is away. */
export async function writeRetentionBundle(options: {
  places: BundlePlaces;
  store: Reading;
  ids: number[];
  version: string;
  signingKey: string | null;
  signal: AbortSignal;
  onProgress: BundleProgress;
}): Promise<WrittenRetentionBundle> {
  const { places, store, ids, version, signingKey, signal, onProgress } = options;
  const { dataDir, file, secondFile } = places;
  const made: string[] = [];
  try {
    for (const one of [file, secondFile]) if (one !== null) await refuseFolder(dirname(one), dataDir);
    const written = await writeBundle({
      ...{ dataDir, to: file, version, signal, signingKey: async () => signingKey },
      choice: { claims: [], kinds: [], from: null, until: null, ids },
      onProgress(progress) {
        if (progress.phase === 'writing') onProgress('writing', progress.records, ids.length);
        else onProgress('checking', progress.done, progress.all);
      },
    });
    made.push(file);
    const contents = await verified(file, written.root, { signal, onProgress });
    const notWhole = await recordsNotIn(contents, store, ids);
    if (secondFile !== null) {
      await copyFile(file, secondFile, { signal, onProgress });
      made.push(secondFile);
      await verified(secondFile, written.root, { signal, onProgress });
    }
    const { root, bytes, manifest } = written;
    return { root, bytes, madeAt: Date.parse(manifest.createdAt), notWhole };
  } catch (failure) {
    for (const one of made) await rm(one, { force: true }).catch(() => {});
    throw await asRetentionProblem(failure, places, signal);
  }
}

/** Reads a whole bundle beside the root that it must have. Rejects with a `RetentionProblem`. */
export async function verifyRetentionBundle(
  places: BundlePlaces,
  root: string,
  signal: AbortSignal,
  onProgress: BundleProgress,
): Promise<void> {
  try {
    for (const file of [places.file, places.secondFile])
      if (file !== null) await verified(file, root, { signal, onProgress });
  } catch (failure) {
    throw await asRetentionProblem(failure, places, signal);
  }
}

/** Removes a file that a run left and that nothing names, and what is left of a copy. What cannot be removed now is left. */
export async function removeUnverified(file: string, isNamed: boolean): Promise<void> {
  for (const one of isNamed ? [partOf(file)] : [file, partOf(file)])
    await rm(one, { force: true }).catch(() => {});
}

async function refuseFolder(folder: string, dataDir: string): Promise<void> {
  const problem = await folderProblem(folder, dataDir);
  if (problem === null) return;
  throw problem === 'missing'
    ? new RetentionProblem('folderAway', `${folder} is not there.`)
    : new RetentionProblem('notWritable', `${folder} cannot be written to.`);
}

async function verified(
  file: string,
  root: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: BundleProgress },
): Promise<BundleContents> {
  const found = await verifyBundle(file, {
    signal,
    onProgress: (done, all) => onProgress('checking', done, all),
  });
  const contents = found.ok && found.root === root ? await readBundleContents(file) : null;
  if (contents === null)
    throw new RetentionProblem(
      'notWhole',
      `${file} is read back otherwise (${found.faults[0]?.code ?? 'root'}).`,
    );
  return contents;
}

const pageRecords = 200;
/** More of a record are not in a bundle. */
const most = { notes: 1000, marks: 500 };

/** The records whose deliveries, as the journal has them, or whose photos and papers are not all in a bundle. */
async function recordsNotIn(
  contents: BundleContents,
  store: Reading,
  ids: readonly number[],
): Promise<number[]> {
  const missing = new Set<number>();
  for (let from = 0; from < ids.length; from += pageRecords) {
    const page = ids.slice(from, from + pageRecords);
    const deliveries = await store.read((tx) => listDeliveryHashes(tx, page));
    const found = new Set<number>();
    for (const delivery of deliveries) {
      found.add(delivery.recordId);
      if (!hasDelivery(contents, delivery)) missing.add(delivery.recordId);
    }
    for (const id of page) if (!found.has(id)) missing.add(id);
    for (const stored of await store.read((tx) => listStoredContents(tx, page)))
      if (!contents.hasContent(stored)) missing.add(stored.recordId);
    for (const id of await store.read((tx) => listMuchAnnotated(tx, page, most))) missing.add(id);
  }
  return [...missing];
}

const hasDelivery = (contents: BundleContents, { sha256, ...delivery }: DeliveryHash): boolean =>
  sha256 !== null && contents.hasRevision({ ...delivery, sha256 });

const partOf = (file: string): string => `${file}.part`;
const pieceBytes = 1024 * 1024;

/** Copies a file to a path at which nothing lies, synced; it has its name only once it is whole. */
async function copyFile(
  from: string,
  to: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: BundleProgress },
): Promise<void> {
  const part = partOf(to);
  let isOurs = false;
  const source = await open(from, 'r');
  try {
    const { size } = await source.stat();
    const target = await open(part, 'wx', 0o600);
    isOurs = true;
    try {
      const piece = Buffer.allocUnsafe(pieceBytes);
      for (let done = 0; done < size; ) {
        signal.throwIfAborted();
        const { bytesRead } = await source.read(piece, 0, pieceBytes, done);
        if (bytesRead === 0) break;
        // A full disk takes a part first, and says so the next time.
        for (let written = 0; written < bytesRead; ) {
          const { bytesWritten } = await target.write(piece, written, bytesRead - written);
          written += bytesWritten;
        }
        done += bytesRead;
        onProgress('copying', done, size);
      }
      await target.sync();
    } finally {
      await target.close();
    }
  } catch (failure) {
    if (isOurs) await rm(part, { force: true }).catch(() => {});
    throw failure;
  } finally {
    await source.close();
  }
  try {
    await link(part, to);
    await rm(part);
  } catch (failure) {
    if (errorCode(failure) === 'EEXIST') throw failure;
    await renameFile(part, to);
  }
  if (process.platform === 'win32') return;
  const folder = await open(dirname(to), 'r');
  await folder.sync().finally(() => folder.close());
}

async function asRetentionProblem(
  failure: unknown,
  { file, secondFile }: BundlePlaces,
  signal: AbortSignal,
): Promise<RetentionProblem> {
  if (failure instanceof RetentionProblem) return failure;
  if (signal.aborted) return new RetentionProblem('stopped', '');
  const detail = failure instanceof Error ? failure.message : String(failure);
  for (const one of [file, secondFile]) {
    if (one === null) continue;
    const folder = await stat(dirname(one)).catch(() => null);
    if (folder === null) return new RetentionProblem('folderAway', `${dirname(one)} is not there.`, failure);
  }
  const code = failure instanceof ArchiveProblem ? failure.code : (errorCode(failure) ?? '');
  return new RetentionProblem(codes.get(code) ?? 'other', detail, failure);
}

const codes: ReadonlyMap<string, RetentionFailureCode> = new Map<string, RetentionFailureCode>([
  ...(['diskFull', 'ENOSPC', 'EDQUOT'] as const).map((code) => [code, 'diskFull'] as const),
  ...(['notWritable', 'EACCES', 'EPERM', 'EROFS', 'EIO'] as const).map(
    (code) => [code, 'notWritable'] as const,
  ),
  ...(['notWhole', 'notReadable', 'notABundle', 'cutOff'] as const).map(
    (code) => [code, 'notWhole'] as const,
  ),
]);

/** A name for a bundle of claims whose last acts were between two times; nothing has it in either folder. */
export async function freeName(
  folders: readonly string[],
  { installationId, from, until }: { installationId: string; from: number; until: number },
): Promise<string> {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10).replaceAll('-', '');
  const beginning = `perito-${installationId.slice(0, 8)}-${day(from)}-${day(until)}`;
  for (let count = 1; ; count += 1) {
    const name = `${beginning}-${count}.perito`;
    const found = await Promise.all(
      folders.map((folder) =>
        stat(join(folder, name)).then(
          () => true,
          () => false,
        ),
      ),
    );
    if (!found.includes(true)) return name;
  }
}
