import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { lstat, mkdir, readdir, rm, stat, statfs, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ContentVariant } from '#shared/attachment-terms.ts';
import type { Actor } from '#shared/contract/common.ts';
import type { Clock } from '../../clock.ts';
import type { AttachmentFile } from '../../engine-protocol.ts';
import { errorCode } from '../../error-code.ts';
import type { EngineLog } from '../../log.ts';
import { renameFile } from '../../rename-file.ts';
import {
  type AttachmentView,
  appendAudit,
  deleteContent,
  enqueueRecheck,
  findAttachment,
  findAttachmentView,
  findContent,
  insertContent,
  listAttachmentsOfContent,
  listRecordsOfContent,
  requeueDownloading,
  type Store,
  setAttachmentState,
  setAttachmentStored,
  type WriteTransaction,
} from '../../store/index.ts';
import { type DownloadedFile, syncFolder } from '../downloads/save-file.ts';
import { ContentPlaceProblem } from '../place/address.ts';
import { withBroughtFile } from '../place/brought-file.ts';
import type { WatchedPlace } from '../place/watched-place.ts';
import { findNearDuplicates } from './near-duplicates.ts';

/** Where the bytes of attachments lie below the data directory. All on one file system: files are renamed between them. */
export interface ContentFolders {
  /** Whole files that no row names yet, `<attachment>.<sha256>`, and parts of files that are arriving. */
  incoming: string;
  /** `<first two digits>/<sha256>`, as they arrived; where there is a place besides, what was used lately of what that has. */
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

/**
 * The bytes of attachments, each content once, under its SHA-256: in the data directory alone, or in a place that other engines
 * reach too. There each is before it counts as stored, and the directory has copies of what was used.
 */
export interface ContentStore {
  folders: ContentFolders;
  /** Null where all is in the data directory. */
  place: WatchedPlace | null;
  /**
   * Ends what the last run began: whole files that arrived are stored and not fetched again, parts are removed, and what
   * was being downloaded waits again. Ids of the records that were touched.
   */
  recover(): Promise<number[]>;
  /**
   * Stores a whole file that has arrived: first the rows, then its place in the content. Killed in between, the next start
   * finds it in the incoming folder and ends what was begun. Its record's id; null where no attachment waits for it;
   * a `ContentPlaceProblem` where the place cannot take it now, and then it stays in the incoming folder.
   */
  storeDownload(attachmentId: number, download: DownloadedFile): Promise<number | null | ContentPlaceProblem>;
  /** A whole file that arrived for an attachment and waits for the place; null where there is none. */
  findArrived(attachmentId: number): Promise<DownloadedFile | null>;
  /**
   * Has the file of a content, `sha256` in hexadecimal, in its folder, from the place where that has it: `away` where this cannot
   * be known now, or there is no room.
   */
  hold(sha256: string): Promise<HeldContent>;
  /** Removes copies of what the place has, those first that were not used for the longest time, until there is room again. */
  makeRoom(): Promise<void>;
  /** Where the file of an attachment lies in one of its forms; null where there is none. */
  findFile(
    attachmentId: number,
    variant: ContentVariant,
  ): Promise<AttachmentFile | MissingFile | 'placeAway' | null>;
  /**
   * Has bytes that are missing or no longer what their name says fetched again; what is damaged is moved aside. Nothing
   * where they were lost before, or have come again since they were missed. Ids of the records that have them.
   */
  requeueLost(sha256: Uint8Array, how: 'damaged' | 'missing'): Promise<number[]>;
  /** Resolves once no file with this SHA-256, in hexadecimal, is on its way to its place. */
  settled(sha256: string): Promise<void>;
  /** Does something while no file with this SHA-256 is; one that arrives meanwhile is stored after it. */
  alone<Result>(sha256: string, work: () => Promise<Result>): Promise<Result>;
}

type HeldContent = 'here' | 'missing' | 'damaged' | 'away';

/** A file that should be there and is not: `original` where the bytes themselves are gone. */
type MissingFile = { missing: 'original' | 'previews'; how: 'missing' | 'damaged'; sha256: Uint8Array };

interface ContentOptions {
  store: Store;
  clock: Clock;
  log: EngineLog;
  place?: WatchedPlace | null;
  /** Free bytes of the disk that are left alone by copies of what the place has. */
  leftFree?: number;
}

export function openContentStore(options: ContentOptions): ContentStore {
  const { store, clock, place = null } = options;
  const folders = contentFolders(store.dataDir);
  const moves = createPendingMoves();

  const storeDownload: ContentStore['storeDownload'] = async (attachmentId, download) => {
    const recordId = await moves.track(download.sha256, () =>
      storeFile(options, folders, attachmentId, download),
    );
    // Of bytes that were examined before, for another record.
    if (typeof recordId === 'number') await findNearDuplicates(store, Buffer.from(download.sha256, 'hex'));
    return recordId;
  };
  const copies = createCopies({ ...options, folders, moves });

  /** Ends what lies in the incoming folder under a name; the id of the record whose attachment is stored by it, or null. */
  const endArrival = async (name: string): Promise<number | null> => {
    const path = join(folders.incoming, name);
    const [, id, sha256 = ''] = incomingName.exec(name) ?? [];
    // A name that was given before the bytes were synced would be a lie.
    const found = id === undefined ? null : await hashFile(path);
    if (found === null || found.sha256 !== sha256) {
      await rm(path, { recursive: true, force: true });
      return null;
    }
    const state = (await store.read((tx) => findAttachment(tx, Number(id))))?.state ?? null;
    // Its host was refused, or taken back, while it waited for the place.
    if (state === 'refused' || state === 'awaitingApproval') await rm(path, { force: true });
    // A start does not wait for the place: the next download of this attachment finds it here.
    else if (place === null || state === null || state === 'stored') {
      const recordId = await storeDownload(Number(id), { path, ...found });
      return typeof recordId === 'number' ? recordId : null;
    }
    return null;
  };

  return {
    folders,
    place,
    storeDownload,
    async findArrived(attachmentId) {
      for (const name of await readdir(folders.incoming)) {
        const [, id, sha256 = ''] = incomingName.exec(name) ?? [];
        if (Number(id) !== attachmentId) continue;
        const path = join(folders.incoming, name);
        const found = await hashFile(path);
        if (found?.sha256 === sha256) return { path, ...found };
        await rm(path, { force: true });
      }
      return null;
    },
    hold: copies.hold,
    makeRoom: copies.makeRoom,
    async recover() {
      for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true, mode: 0o700 });
      const recordIds: number[] = [];
      for (const name of await readdir(folders.incoming)) {
        const recordId = await endArrival(name);
        if (recordId !== null) recordIds.push(recordId);
      }
      let count: number;
      do count = await store.write((tx) => requeueDownloading(tx, clock.now()));
      while (count > 0);
      return recordIds;
    },
    findFile: (attachmentId, variant) =>
      findFile({ store, folders, moves, hold: copies.hold }, attachmentId, variant),
    requeueLost: (sha256, how) => requeueLostContent({ ...options, folders, moves }, sha256, how),
    settled: moves.settled,
    alone: moves.alone,
  };
}

const incomingName = /^(\d+)\.([\da-f]{64})$/;

/** Copies in the data directory of what the place has. */
function createCopies({
  store,
  clock,
  log,
  folders,
  moves,
  place = null,
  leftFree = 0,
}: ContentOptions & { folders: ContentFolders; moves: PendingMoves }): Pick<
  ContentStore,
  'hold' | 'makeRoom'
> {
  const bringing = new Map<string, Promise<HeldContent>>();
  let makingRoom: Promise<void> | null = null;

  const bring = async (from: WatchedPlace, sha256: string): Promise<HeldContent> => {
    const row = await store.read((tx) => findContent(tx, Buffer.from(sha256, 'hex')));
    if (row === undefined) return 'missing';
    const { bytes } = row;
    if (!(await hasRoom(bytes))) {
      await makeRoom();
      if (!(await hasRoom(bytes))) {
        log.warn({ sha256, bytes }, 'There is no room for a copy of what the place of attachments has.');
        return 'away';
      }
    }
    try {
      return await withBroughtFile(from, folders.incoming, { sha256, bytes }, async (path) => {
        const target = contentPath(folders, sha256);
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        await renameFile(path, target);
        return 'here' as const;
      });
    } catch (failure) {
      if (!(failure instanceof ContentPlaceProblem)) throw failure;
      return 'away';
    }
  };

  const hasRoom = async (bytes: number): Promise<boolean> => {
    const free = await statfs(folders.content).catch(() => null);
    return free === null || free.bavail * free.bsize - bytes >= leftFree;
  };

  const removeOldest = async (from: WatchedPlace): Promise<void> => {
    const found: { path: string; sha256: string; bytes: number; usedAt: number }[] = [];
    for (const entry of await readdir(folders.content, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !contentName.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      const { size: bytes, mtimeMs: usedAt } = await stat(path);
      found.push({ path, sha256: entry.name, bytes, usedAt });
    }
    found.sort((one, other) => one.usedAt - other.usedAt);
    for (const { path, sha256, bytes } of found) {
      if (await hasRoom(leftFree)) return;
      // One that lies here alone is no copy.
      if ((await from.sizeOf(sha256)) === bytes) await moves.alone(sha256, () => rm(path, { force: true }));
    }
  };

  const makeRoom = async (): Promise<void> => {
    if (place === null) return;
    makingRoom ??= removeOldest(place)
      .catch((failure: unknown) => log.warn({ err: failure }, 'No room could be made of copies.'))
      .finally(() => {
        makingRoom = null;
      });
    await makingRoom;
  };

  return {
    async hold(sha256) {
      await moves.settled(sha256);
      const path = contentPath(folders, sha256);
      const found = await stat(path).catch(ignoreMissing);
      if (found !== null) {
        const now = clock.now();
        if (place !== null && now - found.mtimeMs > usedMilliseconds)
          await utimes(path, now / 1000, now / 1000).catch(() => {});
        return 'here';
      }
      if (place === null) return 'missing';
      const known = bringing.get(sha256);
      if (known !== undefined) return known;
      const brought = moves.track(sha256, () => bring(place, sha256));
      bringing.set(sha256, brought);
      return brought.finally(() => bringing.delete(sha256));
    },
    makeRoom,
  };
}

const contentName = /^[\da-f]{64}$/;
/** How exactly it is known when a copy was used last. */
const usedMilliseconds = 3_600_000;

async function findFile(
  {
    store,
    folders,
    moves,
    hold,
  }: { store: Store; folders: ContentFolders; moves: PendingMoves; hold: ContentStore['hold'] },
  attachmentId: number,
  variant: ContentVariant,
): Promise<AttachmentFile | MissingFile | 'placeAway' | null> {
  const row = await store.read((tx) => findAttachmentView(tx, attachmentId));
  if (row === undefined || row.sha256 === null) return null;
  const sha256 = Buffer.from(row.sha256).toString('hex');
  const isPreview = variant === 'thumbnail' || variant === 'preview';
  if (isPreview && row.hasPreviews !== 1) return null;
  const path = isPreview ? previewPath(folders, sha256, variant) : contentPath(folders, sha256);
  await moves.settled(sha256);
  // What cannot be brought, since a folder here cannot be read or written, is not lost.
  const held = isPreview ? 'here' : await hold(sha256).catch(() => 'unreadable' as const);
  if (held === 'unreadable') return null;
  if (held === 'away') return 'placeAway';
  if (held !== 'here') return { missing: 'original', how: held, sha256: row.sha256 };
  const found = await stat(path).catch((failure: unknown) =>
    errorCode(failure) === 'ENOENT' ? null : 'unreadable',
  );
  // A folder that cannot be read now has lost nothing.
  if (found === 'unreadable') return null;
  if (found === null)
    return { missing: isPreview ? 'previews' : 'original', how: 'missing', sha256: row.sha256 };
  const file = { path, bytes: found.size, filename: row.filename, tag: sha256 };
  if (isPreview) return { ...file, mediaType: 'image/jpeg', isShown: true };
  const isShown = variant === 'original' && isShownByBrowser(row);
  return { ...file, mediaType: isShown ? (row.mediaType ?? '') : 'application/octet-stream', isShown };
}

/** Images that a browser decodes by itself. */
const browserImageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

const isShownByBrowser = ({ shownAs, mediaType }: AttachmentView): boolean =>
  shownAs === 'pdf' || (shownAs === 'image' && browserImageTypes.includes(mediaType ?? ''));

/** Files that rows name already and that are on their way to their place: who misses one of them waits for it. */
interface PendingMoves {
  /** Does something in which these bytes get to their place. */
  track<Result>(sha256: string, work: () => Promise<Result>): Promise<Result>;
  /** Does something meanwhile none does. */
  alone<Result>(sha256: string, work: () => Promise<Result>): Promise<Result>;
  settled(sha256: string): Promise<void>;
  isUnderWay(sha256: string): boolean;
}

function createPendingMoves(): PendingMoves {
  const underWay = new Map<string, Set<Promise<unknown>>>();
  const alone = new Map<string, Promise<unknown>>();
  const settled = async (sha256: string) => {
    await Promise.allSettled(underWay.get(sha256) ?? []);
  };
  return {
    async track(sha256, work) {
      for (let other = alone.get(sha256); other !== undefined; other = alone.get(sha256))
        await Promise.allSettled([other]);
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
    async alone(sha256, work) {
      while (underWay.has(sha256) || alone.has(sha256)) {
        await settled(sha256);
        await Promise.allSettled([alone.get(sha256)]);
      }
      const working = work();
      alone.set(sha256, working);
      try {
        return await working;
      } finally {
        alone.delete(sha256);
      }
    },
    settled,
    isUnderWay: (sha256) => underWay.has(sha256),
  };
}

/** Nobody at the desk. */
const engine: Actor = { person: '', via: 'engine' };

async function storeFile(
  { store, clock, place = null }: ContentOptions,
  folders: ContentFolders,
  attachmentId: number,
  { path, sha256: name, bytes }: DownloadedFile,
): Promise<number | null | ContentPlaceProblem> {
  const sha256 = Buffer.from(name, 'hex');
  const waiting = await store.read((tx) => findAttachment(tx, attachmentId));
  if (place !== null && waiting !== undefined && waiting.state !== 'stored') {
    try {
      await place.put({ sha256: name, bytes, path });
    } catch (failure) {
      if (failure instanceof ContentPlaceProblem) return failure;
      throw failure;
    }
  }
  const at = clock.now();
  const recordId = await store.write(async (tx) => {
    const row = await findAttachment(tx, attachmentId);
    if (row === undefined) return null;
    if (row.state === 'stored') return row.sha256 !== null && sha256.equals(row.sha256) ? row.recordId : null;
    await insertContent(tx, sha256, bytes, at);
    await setAttachmentStored(tx, attachmentId, sha256, at);
    await recheckSharers(tx, row.recordId, sha256);
    await appendAudit(tx, {
      at,
      actor: engine,
      action: 'attachment.stored',
      subject: `attachment:${attachmentId}`,
      detail: { record: row.recordId, sha256: name, bytes },
    });
    return row.recordId;
  });
  if (recordId === null) {
    await rm(path, { force: true });
    return null;
  }
  const target = contentPath(folders, name);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  // The same bytes may lie there from another report: they are replaced by themselves.
  await renameFile(path, target);
  await syncFolder(dirname(target));
  return recordId;
}

/** Where more records share a file than a finding counts, one more is nothing new to those that have it. */
const maxSharers = 25;

/** The same bytes in another record are a finding of both. */
async function recheckSharers(tx: WriteTransaction, recordId: number, sha256: Uint8Array): Promise<void> {
  const recordIds = await listRecordsOfContent(tx, sha256, maxSharers + 1);
  if (recordIds.length < 2) return;
  for (const id of recordIds.length > maxSharers ? [recordId] : recordIds) {
    await enqueueRecheck(tx, { name: 'record', value: String(id) });
  }
}

/** Attachments that are requeued in one job of the writer. */
const batch = 200;

async function requeueLostContent(
  { store, clock, log, folders, moves }: ContentOptions & { folders: ContentFolders; moves: PendingMoves },
  sha256: Uint8Array,
  how: 'damaged' | 'missing',
): Promise<number[]> {
  const name = Buffer.from(sha256).toString('hex');
  const path = contentPath(folders, name);
  const at = clock.now();
  if (how === 'damaged') {
    await mkdir(folders.damaged, { recursive: true, mode: 0o700 });
    await renameFile(path, join(folders.damaged, `${name}-${at}`)).catch(ignoreMissing);
  }
  const problem = how === 'damaged' ? 'contentDamaged' : 'contentMissing';
  const recordIds = new Set<number>();
  let count: number;
  do {
    const rows = await store.write(async (tx) => {
      // Whoever missed it looked a moment ago; others may have had it fetched since.
      if (how === 'missing' && (moves.isUnderWay(name) || existsSync(path))) return [];
      const lost = await listAttachmentsOfContent(tx, sha256, batch);
      if (lost.length === 0 && (await findContent(tx, sha256)) === undefined) return lost;
      for (const { id } of lost) {
        await setAttachmentState(tx, id, { state: 'queued', problem, detail: null, nextAttemptAt: at }, at);
      }
      // Last, so that the next check finds again what a crash left undone.
      if (lost.length < batch) await deleteContent(tx, sha256);
      await appendAudit(tx, {
        at,
        actor: engine,
        action: how === 'damaged' ? 'content.damaged' : 'content.missing',
        subject: `content:${name}`,
        detail: { attachments: lost.map(({ id }) => id) },
      });
      return lost;
    });
    count = rows.length;
    for (const row of rows) recordIds.add(row.recordId);
  } while (count === batch);
  if (recordIds.size > 0)
    log.warn({ sha256: name, how }, 'A stored file is not what it was; it is fetched again.');
  return [...recordIds];
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
  const aside = (await exists(place)) ? `${place}-${at}` : place;
  await mkdir(dirname(aside), { recursive: true, mode: 0o700 });
  return renameFile(path, aside).then(() => aside, ignoreMissing);
}

/** How many files lie in quarantine. */
export async function countQuarantined({ orphaned }: Pick<ContentFolders, 'orphaned'>): Promise<number> {
  const found = await readdir(orphaned, { recursive: true, withFileTypes: true }).catch(ignoreMissing);
  return (found ?? []).filter((entry) => !entry.isDirectory()).length;
}

export async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(ignoreMissing)) !== null;
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
    return ignoreMissing(failure);
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** Null where a file is not there; throws every other failure. */
function ignoreMissing(failure: unknown): null {
  if (errorCode(failure) === 'ENOENT') return null;
  throw failure;
}
