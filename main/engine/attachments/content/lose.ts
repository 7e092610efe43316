import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Actor } from '#shared/contract/forms.ts';
import type { Clock } from '../../clock.ts';
import type { EngineLog } from '../../log.ts';
import {
  appendAudit,
  attachmentsOfContent,
  contentRow,
  forgetContent,
  type Store,
  setAttachmentState,
} from '../../store/index.ts';
import { type ContentFolders, contentPath } from './folders.ts';
import { hasCode } from './has-code.ts';
import type { PendingMoves } from './moves.ts';

const engine: Actor = { person: '', via: 'engine' };

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
        actor: engine,
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
