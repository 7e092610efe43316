import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Actor } from '#shared/contract/forms.ts';
import type { Clock } from '../../clock.ts';
import {
  appendAudit,
  attachmentById,
  queueRecheck,
  recordsOfContent,
  type Store,
  storeAttachment,
  upsertContent,
  type WriteTransaction,
} from '../../store/index.ts';
import { type ContentFolders, contentPath, syncFolder } from './folders.ts';
import { findAlike } from './likeness.ts';
import type { PendingMoves } from './moves.ts';

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
  const recordId = await room.moves.during(landed.sha256, () => keep(room, landed));
  // Of bytes that were looked at before, for another record.
  if (recordId !== null) await findAlike(room.store, Buffer.from(landed.sha256, 'hex'));
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
export function landedPath({ landing }: ContentFolders, id: number, sha256: string): string {
  return join(landing, `${id}.${sha256}`);
}
