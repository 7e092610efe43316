import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ContentVariant } from '#shared/attachment-terms.ts';
import type { Actor } from '#shared/contract/forms.ts';
import type { Clock } from '../../clock.ts';
import type { AttachmentFile } from '../../engine-protocol.ts';
import { errorCode } from '../../error-code.ts';
import type { EngineLog } from '../../log.ts';
import {
  appendAudit,
  attachmentById,
  attachmentsOfContent,
  attachmentView,
  contentRow,
  forgetContent,
  queueRecheck,
  recordsOfContent,
  requeueDownloading,
  type Store,
  setAttachmentState,
  storeAttachment,
  upsertContent,
  type WriteTransaction,
} from '../../store/index.ts';
import { findNearDuplicates } from './near-duplicates.ts';

/** Where the bytes of attachments lie below the data directory. All on one file system: files are renamed between them. */
export interface ContentFolders {
  /** Whole files that no row names yet, `<attachment>.<sha256>`, and parts of files that are arriving. */
  incoming: string;
  /** `<first two digits>/<sha256>`, as they arrived. */
  content: string;
  /** `<first two digits>/<sha256>-thumbnail.jpg` and `-preview.jpg`; made anew where they are missing. */
  previews: string;
  /** Files that no longer are what their name says, kept for who wants to look into it. */
  damaged: string;
  /** Files that no row names, as they lay in their folder; not served, never deleted. */
  orphaned: string;
}

export function contentFolders(dataDir: string): ContentFolders {
  const root = join(dataDir, 'attachments');
  return {
    incoming: join(root, 'landing'),
    content: join(root, 'content'),
    previews: join(root, 'previews'),
    damaged: join(root, 'damaged'),
    orphaned: join(root, 'orphaned'),
  };
}

export async function makeFolders(folders: ContentFolders): Promise<void> {
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** The file of a content; `sha256` in hexadecimal. */
export function contentPath({ content }: ContentFolders, sha256: string): string {
  return join(content, sha256.slice(0, 2), sha256);
}

export function previewPath(
  { previews }: ContentFolders,
  sha256: string,
  size: 'thumbnail' | 'preview',
): string {
  return join(previews, sha256.slice(0, 2), `${sha256}-${size}.jpg`);
}

export const landedName = /^(\d+)\.([\da-f]{64})$/;

/** Makes the names in a folder durable; a system that cannot open folders keeps them durable by itself. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Files that rows name already and that are on their way to their place: who misses one of them waits for it. */
export interface PendingMoves {
  /** Does something in which these bytes get to their place. */
  track<Result>(sha256: string, work: () => Promise<Result>): Promise<Result>;
  /** Resolves once these bytes are not on their way. */
  wait(sha256: string): Promise<void>;
  isUnderWay(sha256: string): boolean;
}

export function createPendingMoves(): PendingMoves {
  const underWay = new Map<string, Set<Promise<unknown>>>();
  return {
    async track(sha256, work) {
      const moving = work();
      const all = underWay.get(sha256) ?? new Set();
      underWay.set(sha256, all.add(moving));
      try {
        return await moving;
      } finally {
        all.delete(moving);
        if (all.size === 0) underWay.delete(sha256);
      }
    },
    async wait(sha256) {
      await Promise.allSettled(underWay.get(sha256) ?? []);
    },
    isUnderWay: (sha256) => underWay.has(sha256),
  };
}

/** Nobody at the desk. */
const engine: Actor = { person: '', via: 'engine' };

/** Where more records share a file than a finding counts, one more is nothing new to those that have it. */
const maxSharers = 25;

export interface Landed {
  id: number;
  path: string;
  /** Hexadecimal. */
  sha256: string;
  bytes: number;
}

/**
 * Keeps a whole file that has landed: first the rows, then its place in the content. Killed in between, the next start
 * finds it in the landing folder and ends what was begun. Its record's id; null where no attachment waits for it.
 */
export async function storeDownload(
  room: { store: Store; clock: Clock; folders: ContentFolders; moves: PendingMoves },
  landed: Landed,
): Promise<number | null> {
  const recordId = await room.moves.track(landed.sha256, () => keep(room, landed));
  // Of bytes that were looked at before, for another record.
  if (recordId !== null) await findNearDuplicates(room.store, Buffer.from(landed.sha256, 'hex'));
  return recordId;
}

async function keep(
  room: { store: Store; clock: Clock; folders: ContentFolders },
  landed: Landed,
): Promise<number | null> {
  const { store, clock, folders } = room;
  const sha256 = Buffer.from(landed.sha256, 'hex');
  const at = clock.now();
  const recordId = await store.write(async (tx) => {
    const row = await attachmentById(tx, landed.id);
    if (row === undefined) return null;
    if (row.state === 'stored') return isOf(row.sha256, sha256) ? row.record_id : null;
    await upsertContent(tx, sha256, landed.bytes, at);
    await storeAttachment(tx, landed.id, sha256, at);
    await recheckSharers(tx, row.record_id, sha256);
    await appendAudit(tx, {
      at,
      actor: engine,
      action: 'attachment.stored',
      subject: `attachment:${landed.id}`,
      detail: { record: row.record_id, sha256: landed.sha256, bytes: landed.bytes },
    });
    return row.record_id;
  });
  if (recordId === null) await rm(landed.path, { force: true });
  else await moveIntoContent(folders, landed);
  return recordId;
}

/** The same bytes in another record are a finding of both. */
async function recheckSharers(tx: WriteTransaction, recordId: number, sha256: Uint8Array): Promise<void> {
  const recordIds = await recordsOfContent(tx, sha256, maxSharers + 1);
  if (recordIds.length < 2) return;
  for (const id of recordIds.length > maxSharers ? [recordId] : recordIds) {
    await queueRecheck(tx, { name: 'record', value: String(id) });
  }
}

async function moveIntoContent(folders: ContentFolders, landed: Landed): Promise<void> {
  const path = contentPath(folders, landed.sha256);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // The same bytes may lie there from another report: they are replaced by themselves.
  await rename(landed.path, path);
  await syncFolder(dirname(path));
}

function isOf(known: Uint8Array | null, sha256: Uint8Array): boolean {
  return known !== null && Buffer.compare(known, sha256) === 0;
}

/** Where one that has landed lies. */
export function landedPath({ incoming: landing }: ContentFolders, id: number, sha256: string): string {
  return join(landing, `${id}.${sha256}`);
}

/**
 * Ends what the last run began: whole files that landed are kept and not fetched again, parts are removed, and what was
 * being downloaded waits again. Ids of the records that were touched.
 */
export async function recover(room: {
  store: Store;
  clock: Clock;
  folders: ContentFolders;
  moves: PendingMoves;
}): Promise<number[]> {
  const { store, clock, folders } = room;
  await makeFolders(folders);
  const touched: number[] = [];
  for (const name of await readdir(folders.incoming)) {
    const path = join(folders.incoming, name);
    const [, id, sha256 = ''] = landedName.exec(name) ?? [];
    // A name that was given before the bytes were synced would be a lie.
    const found = id === undefined ? null : await hashFile(path);
    const isWhole = found !== null && found.sha256 === sha256;
    if (!isWhole) await rm(path, { recursive: true, force: true });
    else {
      const recordId = await storeDownload(room, { id: Number(id), path, ...found });
      if (recordId !== null) touched.push(recordId);
    }
  }
  let count: number;
  do count = await store.write((tx) => requeueDownloading(tx, clock.now()));
  while (count > 0);
  return touched;
}

/** Images that a browser decodes by itself. */
const shownTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** A file that should be there and is not: `original` where the bytes themselves are gone. */
export type Missing = { missing: 'original' | 'previews'; sha256: Uint8Array };

/** Where the file of an attachment lies in one of its forms; null where there is none. */
export async function fileOf(
  room: { store: Store; folders: ContentFolders; moves: PendingMoves },
  attachmentId: number,
  variant: ContentVariant,
): Promise<AttachmentFile | Missing | null> {
  const row = await room.store.read((tx) => attachmentView(tx, attachmentId));
  if (row === undefined || row.sha256 === null) return null;
  const sha256 = Buffer.from(row.sha256).toString('hex');
  const isPreview = variant === 'thumbnail' || variant === 'preview';
  if (isPreview && row.has_previews !== 1) return null;
  const path = isPreview ? previewPath(room.folders, sha256, variant) : contentPath(room.folders, sha256);
  await room.moves.wait(sha256);
  const found = await stat(path).catch((failure: unknown) =>
    hasCode(failure, 'ENOENT') ? null : 'unreadable',
  );
  // A folder that cannot be read now has lost nothing.
  if (found === 'unreadable') return null;
  if (found === null) return { missing: isPreview ? 'previews' : 'original', sha256: row.sha256 };
  const isShown =
    isPreview ||
    (variant === 'original' &&
      ((row.shown_as === 'image' && shownTypes.includes(row.media_type ?? '')) || row.shown_as === 'pdf'));
  return {
    path,
    bytes: found.size,
    mediaType: isPreview ? 'image/jpeg' : isShown ? (row.media_type ?? '') : 'application/octet-stream',
    isShown,
    filename: row.filename,
    tag: sha256,
  };
}

const engine2: Actor = { person: '', via: 'engine' };

/** Attachments that are moved in one job of the writer. */
const batch = 200;

/**
 * Has bytes that are missing or no longer what their name says fetched again; what is damaged is kept aside. Nothing
 * where they were lost before, or have come again since they were missed. Ids of the records that have them.
 */
export async function requeueLostContent(
  room: { store: Store; clock: Clock; log: EngineLog; folders: ContentFolders; moves: PendingMoves },
  sha256: Uint8Array,
  how: 'damaged' | 'missing',
): Promise<number[]> {
  const { store, clock, log, folders, moves } = room;
  const name = Buffer.from(sha256).toString('hex');
  const at = clock.now();
  if (how === 'damaged') await setAside(folders, name, at);
  const problem = how === 'damaged' ? 'contentDamaged' : 'contentMissing';
  const recordIds = new Set<number>();
  let count: number;
  do {
    const rows = await store.write(async (tx) => {
      // Whoever missed it looked a moment ago; others may have had it fetched since.
      if (how === 'missing' && (moves.isUnderWay(name) || existsSync(contentPath(folders, name)))) return [];
      const lost = await attachmentsOfContent(tx, sha256, batch);
      if (lost.length === 0 && (await contentRow(tx, sha256)) === undefined) return lost;
      for (const { id } of lost) {
        await setAttachmentState(tx, id, { state: 'queued', problem, detail: null, nextAttemptAt: at }, at);
      }
      // Last, so that the next check finds again what a crash left undone.
      if (lost.length < batch) await forgetContent(tx, sha256);
      await appendAudit(tx, {
        at,
        actor: engine2,
        action: how === 'damaged' ? 'content.damaged' : 'content.missing',
        subject: `content:${name}`,
        detail: { attachments: lost.map(({ id }) => id) },
      });
      return lost;
    });
    count = rows.length;
    for (const row of rows) recordIds.add(row.record_id);
  } while (count === batch);
  if (recordIds.size > 0)
    log.warn({ sha256: name, how }, 'A stored file is not what it was; it is fetched again.');
  return [...recordIds];
}

async function setAside(folders: ContentFolders, name: string, at: number): Promise<void> {
  await mkdir(folders.damaged, { recursive: true, mode: 0o700 });
  await rename(contentPath(folders, name), join(folders.damaged, `${name}-${at}`)).catch(
    (failure: unknown) => {
      if (!hasCode(failure, 'ENOENT')) throw failure;
    },
  );
}

/**
 * Moves what lies at `<folder>/<part>/<name>` to `orphaned/<part>/<name>`, and never over what lies there already: that
 * may be another file, or the same one whole. Where it lies now; null where it was gone.
 */
export async function quarantine(
  { orphaned }: Pick<ContentFolders, 'orphaned'>,
  { path, part, name }: { path: string; part: string; name: string },
  at: number,
): Promise<string | null> {
  const place = join(orphaned, part, name);
  const aside = (await lies(place)) ? `${place}-${at}` : place;
  await mkdir(dirname(aside), { recursive: true, mode: 0o700 });
  try {
    await rename(path, aside);
    return aside;
  } catch (failure) {
    if (hasCode(failure, 'ENOENT')) return null;
    throw failure;
  }
}

/** How many files lie aside. */
export async function countAside({ orphaned }: Pick<ContentFolders, 'orphaned'>): Promise<number> {
  const found = await readdir(orphaned, { recursive: true, withFileTypes: true }).catch(
    (failure: unknown) => {
      if (hasCode(failure, 'ENOENT')) return [];
      throw failure;
    },
  );
  return found.filter((one) => !one.isDirectory()).length;
}

/** Whether there is anything at a place. */
export async function lies(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (failure: unknown) => {
      if (hasCode(failure, 'ENOENT')) return false;
      throw failure;
    },
  );
}

/** SHA-256 of a file in hexadecimal; null where it is not there. Rejects where it cannot be read. */
export async function hashFile(path: string): Promise<{ sha256: string; bytes: number } | null> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path)) {
      const piece: Buffer = chunk;
      hash.update(piece);
      bytes += piece.length;
    }
  } catch (failure) {
    if (hasCode(failure, 'ENOENT')) return null;
    throw failure;
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** Whether a failure of the file system has this code, such as `ENOENT`. */
export const hasCode = (failure: unknown, code: string): boolean => errorCode(failure) === code;
