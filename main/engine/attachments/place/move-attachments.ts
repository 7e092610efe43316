/**
 * Brings photos and papers to another place, or back into the data directory, while nobody works with either. Each is read back
 * from where it is brought, and compared by its SHA-256, before the directory's marker names the new place; what is there whole
 * already, as after a move that was ended, is not brought again. Where they came from keeps what it has.
 */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { renameFile } from '../../rename-file.ts';
import {
  countContents,
  listContentsAfter,
  openStore,
  readMarker,
  type Store,
  StoreProblem,
  writeMarker,
} from '../../store/index.ts';
import { contentFolders, contentPath, hashFile } from '../content/content-store.ts';
import { syncFolder } from '../downloads/save-file.ts';
import { ContentPlaceProblem, placeAddressOf } from './address.ts';
import { withBroughtFile } from './brought-file.ts';
import { type ContentPlace, openContentPlace } from './content-place.ts';
import { claimed, note } from './settle-place.ts';

interface MovedAttachments {
  /** Where they are; null for the data directory. */
  place: string | null;
  /** Brought there, and there already. */
  brought: number;
  present: number;
  /** Those that neither the directory nor the place before has whole: how many, and the SHA-256 of the first. */
  missing: { count: number; first: string[] };
}

interface AttachmentMove {
  dataDir: string;
  /** Address of the place; null for the data directory. */
  to: string | null;
  /** Ends it before anything changes its place. */
  signal?: AbortSignal;
  onProgress?: (done: number, all: number) => void;
}

interface Content {
  sha256: string;
  bytes: number;
}

const rowsAtOnce = 50;
const filesAtOnce = 4;
const firstFew = 20;

/**
 * Rejects with a `StoreProblem` where another works with the data or the new place cannot be used, with a `ContentPlaceProblem`
 * where one of the two fails on the way, and as the signal says; then nothing has changed its place, and another run goes on.
 */
export async function moveAttachments(move: AttachmentMove): Promise<MovedAttachments> {
  const { dataDir } = move;
  if (readMarker(dataDir) === null)
    throw new StoreProblem('notAccessible', `${dataDir} is no data directory of Perito.`);
  const store = await openStore({ dataDir });
  const open: ContentPlace[] = [];
  try {
    const known = readMarker(dataDir)?.attachments ?? null;
    const from = known === null ? null : openContentPlace(known);
    if (from !== null) open.push(from);
    const address = move.to === null ? null : placeAddressOf(move.to).text;
    const target =
      address === null ? null : { address, id: await claimed(address, store.installationId, true) };
    const to = target === null ? null : openContentPlace(target);
    if (to !== null) open.push(to);
    const moved = await bringAll(store, { from, to }, move);
    // First for the other engines: one that finds another place than it knows goes no further.
    await note(store, target?.id ?? null);
    const marker = readMarker(dataDir);
    if (marker !== null) writeMarker(dataDir, { ...marker, attachments: target });
    return { place: address, ...moved };
  } finally {
    for (const place of open) await place.close();
    await store.close();
  }
}

async function bringAll(
  store: Store,
  { from, to }: { from: ContentPlace | null; to: ContentPlace | null },
  { dataDir, signal, onProgress = () => {} }: AttachmentMove,
): Promise<Omit<MovedAttachments, 'place'>> {
  const folders = contentFolders(dataDir);
  const all = await store.read(countContents);
  const moved = { brought: 0, present: 0, missing: { count: 0, first: [] as string[] } };
  let done = 0;

  const isWhole = async ({ sha256, bytes }: Content, path: string): Promise<boolean> => {
    const found = await hashFile(path).catch(() => null);
    return found?.sha256 === sha256 && found.bytes === bytes;
  };
  const hasWhole = async (place: ContentPlace, content: Content): Promise<boolean> =>
    (await withBroughtFile(place, folders.incoming, content, async () => true)) === true;
  const putAndCompare = async (place: ContentPlace, content: Content, path: string): Promise<true> => {
    await place.put({ ...content, path });
    if (!(await hasWhole(place, content)))
      throw new ContentPlaceProblem('other', `${content.sha256} is not there as it was put there.`);
    return true;
  };

  const bring = async (content: Content): Promise<'brought' | 'present' | 'missing'> => {
    const own = contentPath(folders, content.sha256);
    if (to !== null && (await hasWhole(to, content))) return 'present';
    if (await isWhole(content, own)) {
      if (to === null) return 'present';
      await putAndCompare(to, content, own);
      return 'brought';
    }
    if (from === null) return 'missing';
    const found = await withBroughtFile(from, folders.incoming, content, async (path) => {
      if (to !== null) return putAndCompare(to, content, path);
      await mkdir(dirname(own), { recursive: true, mode: 0o700 });
      await renameFile(path, own);
      await syncFolder(dirname(own));
      return true;
    });
    return found === true ? 'brought' : 'missing';
  };

  for (let after: Uint8Array = new Uint8Array(); ; ) {
    const rows = await store.read((tx) => listContentsAfter(tx, after, rowsAtOnce));
    const waiting = rows.values();
    const work = async () => {
      for (const row of waiting) {
        signal?.throwIfAborted();
        const content = { sha256: Buffer.from(row.sha256).toString('hex'), bytes: row.bytes };
        const what = await bring(content);
        if (what !== 'missing') moved[what] += 1;
        else {
          moved.missing.count += 1;
          if (moved.missing.first.length < firstFew) moved.missing.first.push(content.sha256);
        }
        done += 1;
        onProgress(done, Math.max(all, done));
      }
    };
    // Whatever fails first is said once none of them goes on.
    const ended = await Promise.allSettled(Array.from({ length: filesAtOnce }, work));
    for (const end of ended) if (end.status === 'rejected') throw end.reason;
    after = rows.at(-1)?.sha256 ?? after;
    if (rows.length < rowsAtOnce) return moved;
  }
}
