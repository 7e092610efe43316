/** Copies photos and papers into a place that it does not have yet. */
import { constants, type Dirent } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ContentSource, contentFolders, openContentSource } from '../attachments/index.ts';
import { errorCode } from '../error-code.ts';
import { type BackupWork, ofDataDirectory, writtenAtOnce } from './backup-work.ts';
import { listContents } from './examine-copies.ts';
import { writeList } from './list.ts';
import { type FileList, partBytes, sha256Text } from './manifest.ts';
import { OtherBytes } from './place.ts';
import { severalAtOnce } from './several-at-once.ts';

interface CopiedAttachments {
  list: FileList;
  newBytes: number;
  /** Those that neither the data directory nor the place has whole: how many, and the first. */
  missing: { count: number; first: string[] };
}

interface Content {
  sha256: string;
  /** Null where nobody noted how many. */
  bytes: number | null;
}

const firstFew = 20;

/**
 * Copies what the database in `staging` names, and what was moved aside since nothing named it. `staging` null: nobody knows
 * what is named, so all that lies in the folders is taken.
 */
export async function copyAttachments(work: BackupWork, staging: string | null): Promise<CopiedAttachments> {
  const source = new AttachmentSource(work.dataDir);
  try {
    return await copyFrom(source, work, staging);
  } finally {
    await source.close();
  }
}

async function copyFrom(
  source: AttachmentSource,
  work: BackupWork,
  staging: string | null,
): Promise<CopiedAttachments> {
  const asides = await source.asides();
  const missing: CopiedAttachments['missing'] = { count: 0, first: [] };
  let [newBytes, done, all] = [0, 0, 0];
  if (staging !== null)
    for await (const rows of listContents(staging)) for (const { bytes } of rows) all += bytes;
  const copy = async (content: Content): Promise<{ sha256: string; bytes: number } | null> => {
    work.signal.throwIfAborted();
    const found = await copyAttachment(work, source, content);
    newBytes += found?.newBytes ?? 0;
    done += found?.bytes ?? 0;
    work.onProgress({ phase: 'attachments', done, all: Math.max(all, done) });
    return found === null ? null : { sha256: content.sha256, bytes: found.bytes };
  };
  const copied = async function* () {
    for await (const rows of staging === null ? source.lying() : listContents(staging)) {
      const found = await inOrder<Content, { sha256: string; bytes: number } | null>(rows, copy);
      const lost = rows.filter((_, index) => found[index] === null).map(({ sha256 }) => sha256);
      missing.count += lost.length;
      missing.first.push(...lost.slice(0, firstFew - missing.first.length));
      for (const { sha256 } of rows) asides.delete(sha256);
      yield* found.filter((content) => content !== null);
    }
    const aside = await inOrder([...asides], (sha256) => copy({ sha256, bytes: null }));
    yield* aside.filter((content) => content !== null);
  };
  const written = await writeList(work.folder, copied());
  return { list: written.list, newBytes: newBytes + written.newBytes, missing };
}

/** Null where neither the place nor the data directory has it whole. */
async function copyAttachment(
  { folder, signal }: BackupWork,
  source: AttachmentSource,
  { sha256, bytes }: Content,
): Promise<{ bytes: number; newBytes: number } | null> {
  if (bytes !== null && (await folder.keeps(sha256, bytes))) return { bytes, newBytes: 0 };
  const handle = await source.open(sha256);
  if (handle === null) return null;
  try {
    const { size } = await handle.stat();
    if (bytes === null && (await folder.keeps(sha256, size))) return { bytes: size, newBytes: 0 };
    if (bytes !== null && size !== bytes) return null;
    const writing = await folder.write();
    try {
      const buffer = Buffer.allocUnsafe(Math.min(partBytes, Math.max(size, 1)));
      for (let read = 0; read < size; ) {
        signal.throwIfAborted();
        const { bytesRead } = await ofDataDirectory(() => handle.read(buffer, 0, buffer.length));
        if (bytesRead === 0) return null;
        await writing.append(buffer.subarray(0, bytesRead));
        read += bytesRead;
      }
      return await writing.finish(sha256);
    } catch (failure) {
      if (failure instanceof OtherBytes) return null;
      throw failure;
    } finally {
      await writing.abandon();
    }
  } finally {
    await handle.close();
  }
}

/** Photos and papers of a data directory. */
class AttachmentSource {
  readonly #folders: ReturnType<typeof contentFolders>;
  /** Where it has no copy of what its place has. */
  readonly #elsewhere: ContentSource;

  constructor(dataDir: string) {
    this.#folders = contentFolders(dataDir);
    this.#elsewhere = openContentSource(dataDir);
  }

  close(): Promise<void> {
    return this.#elsewhere.close();
  }

  /** Null where it has no such file. */
  async open(sha256: string): Promise<FileHandle | null> {
    const { content, incoming, orphaned } = this.#folders;
    const place = join(content, sha256.slice(0, 2), sha256);
    const found = await openRegular(place);
    if (found !== null) return found;
    // One that has just arrived is named by the database before it is in its place.
    const arriving = (await listFolder(incoming)).find(({ name }) => name.endsWith(`.${sha256}`));
    const elsewhere = arriving === undefined ? [] : [join(incoming, arriving.name)];
    for (const path of [...elsewhere, place, join(orphaned, sha256.slice(0, 2), sha256)]) {
      const handle = await openRegular(path);
      if (handle !== null) return handle;
    }
    // What is open stays until it is closed.
    return ofDataDirectory(() => this.#elsewhere.withFile(sha256, (path) => open(path, 'r')));
  }

  /** All that lies in its place. */
  async *lying(): AsyncGenerator<Content[]> {
    const parts = (await listFolder(this.#folders.content)).filter((entry) => entry.isDirectory());
    for (const { name: part } of parts.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      const names = await contentsOf(join(this.#folders.content, part));
      if (names.length > 0) yield names.map((sha256) => ({ sha256, bytes: null }));
    }
  }

  /** Those that were moved aside, and are kept for whoever looks into it. */
  async asides(): Promise<Set<string>> {
    const found = new Set<string>();
    for (const entry of await listFolder(this.#folders.orphaned)) {
      if (!entry.isDirectory()) continue;
      for (const sha256 of await contentsOf(join(this.#folders.orphaned, entry.name))) found.add(sha256);
    }
    return found;
  }
}

async function contentsOf(path: string): Promise<string[]> {
  const entries = (await listFolder(path)).filter((entry) => entry.isFile());
  return entries
    .map(({ name }) => name)
    .filter((name) => sha256Text.safeParse(name).success)
    .sort();
}

function listFolder(path: string): Promise<Dirent[]> {
  return ofDataDirectory(() => readdir(path, { withFileTypes: true }).catch(otherwise([])));
}

/** Null where there is no such file. */
export function openRegular(path: string): Promise<FileHandle | null> {
  return ofDataDirectory(async () => {
    const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
    const handle = await open(path, flags).catch(otherwise(null));
    if (handle === null || (await handle.stat()).isFile()) return handle;
    await handle.close();
    return null;
  });
}

/** For a failure that only says that something is not there. */
const otherwise =
  <Value>(value: Value) =>
  (failure: unknown): Value => {
    if (errorCode(failure) === 'ENOENT') return value;
    throw failure;
  };

/** What comes of each of several that are done some at once, in their order. */
async function inOrder<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  await severalAtOnce(items.entries(), writtenAtOnce, async ([index, item]) => {
    results[index] = await work(item);
  });
  return results;
}
