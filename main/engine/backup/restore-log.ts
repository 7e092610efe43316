/** Takes over into the log what came of a restore since the last start. */

import * as z from 'zod';
import type { AuditAction } from '#shared/audit/sentences.ts';
import type { Clock } from '../clock.ts';
import type { EngineLog } from '../log.ts';
import {
  appendAudit,
  deleteRestoreEnded,
  findRestoreEnded,
  listAudit,
  type RestoreEnded,
  type Store,
} from '../store/index.ts';

const subject = 'data';
const withId = z.object({ id: z.uuid() });
const withAttachments = z.object({ attachments: z.object({ missing: z.int().nonnegative() }) });

/**
 * Says in the log who restored what when, or that a restore was ended and changed nothing; once, also where this is ended
 * itself. Whether the restored directory lacks files that its database names.
 */
export async function logRestore(
  store: Store,
  clock: Clock,
  log: EngineLog,
): Promise<{ lacksFiles: boolean }> {
  const ended = findRestoreEnded(store.dataDir);
  if (ended === null) return { lacksFiles: false };
  await store.write(async (tx) => {
    const newest = await listAudit(tx, { subject, beforeId: Number.MAX_SAFE_INTEGER, limit: 20 });
    if (newest.some(({ detail }) => withId.safeParse(JSON.parse(detail)).data?.id === ended.id)) return;
    const { actor, id, at, folder, installationId, name, detail } = ended;
    await appendAudit(tx, {
      ...{ at: clock.now(), actor, action: actions[ended.outcome], subject },
      detail: { id, at, folder, installationId, name, ...detail },
    });
  });
  deleteRestoreEnded(store.dataDir);
  const { at, folder, name } = ended;
  log.info({ at, folder, name }, sentences[ended.outcome]);
  const missing = withAttachments.safeParse(ended.detail).data?.attachments.missing ?? 0;
  return { lacksFiles: missing > 0 };
}

const actions: Record<RestoreEnded['outcome'], AuditAction> = {
  restored: 'data.restored',
  interrupted: 'data.restoreInterrupted',
};
const sentences: Record<RestoreEnded['outcome'], string> = {
  restored: 'This directory was restored from a copy.',
  interrupted: 'A restore was ended before it was whole; what was there is unchanged.',
};
