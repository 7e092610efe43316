import { setImmediate } from 'node:timers/promises';
import type { AuditAction } from '#shared/audit/sentences.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import type { EngineHost } from '../host.ts';
import { appendAudit, type Store } from '../store/index.ts';
import { actorOf, os } from './base.ts';

/** The shell makes and restores copies, with an engine or without one; here stands who asked for it. */
export function backupProcedures(parts: { host: EngineHost; store: Store; clock: Clock; changes: Changes }) {
  const { host, store, clock, changes } = parts;
  type Context = Parameters<typeof actorOf>[0];
  const note = async (context: Context, action: AuditAction, detail: Record<string, unknown>) => {
    const actor = actorOf(context);
    await store.write((tx) =>
      appendAudit(tx, { at: clock.now(), actor, action, subject: 'backups', detail }),
    );
    changes.publish({ topic: 'audit' });
  };
  return {
    get: os.backups.get.handler(() => host.backups.get()),
    configure: os.backups.configure.handler(async ({ input, context }) => {
      const { configuration: before } = await host.backups.get();
      await host.backups.configure(input);
      await note(context, 'backups.configured', { before, after: input });
    }),
    checkPlace: os.backups.checkPlace.handler(({ input }) => host.backups.checkPlace(input)),
    start: os.backups.start.handler(async ({ input, context }) => {
      const { configuration } = await host.backups.get();
      await host.backups.start(input);
      const chosen = configuration.places.filter(({ id }) => input.placeId === null || id === input.placeId);
      await note(context, 'backups.started', { folders: chosen.map(({ folder }) => folder) });
    }),
    stop: os.backups.stop.handler(() => host.backups.stop()),
    list: os.backups.list.handler(({ input }) => host.backups.list(input)),
    open: os.backups.open.handler(({ input }) => host.backups.open(input)),
    planRestore: os.backups.planRestore.handler(({ input }) => host.backups.planRestore(input)),
    // Its log is that of the restored directory: an entry in this one would count as lost.
    restore: os.backups.restore.handler(({ input, context }) => {
      const actor = actorOf(context);
      // This engine ends for it: the answer goes first.
      void setImmediate().then(() =>
        // A shell that is gone ends the engine as well.
        host.backups.restore({ ...input, actor }).catch(() => {}),
      );
    }),
    // One that was asked for a moment ago, for which this engine is about to end.
    stopRestore: os.backups.stopRestore.handler(async () => {
      await setImmediate();
      await host.backups.stopRestore();
    }),
  };
}
