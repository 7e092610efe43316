/** An engine of a few procedures, for tests of the thread itself: it can crash, hang and fail on request. */
import { createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { implement } from '@orpc/server';
import type { CallContext, Engine, EngineOptions } from '../../main/engine/engine.ts';
import { defaultSettings } from '../../main/engine/settings/defaults.ts';
import { StoreProblem } from '../../main/engine/store/store-error.ts';
import type { CancellationRow } from '../../shared/contract/cancellations.ts';
import { contract } from '../../shared/contract/contract.ts';

export async function openSmallEngine(options: EngineOptions): Promise<Engine> {
  if (options.dataDir.endsWith('in-use')) throw new StoreProblem('inUse', 'Another Perito is using it.');
  if (options.dataDir.endsWith('broken')) throw new TypeError('a fault');
  const failures = join(options.dataDir, 'cannot-start');
  const left = existsSync(failures) ? Number(readFileSync(failures, 'utf8')) : 0;
  if (left > 0) {
    writeFileSync(failures, String(left - 1));
    throw new StoreProblem('notAccessible', 'The database cannot be opened.');
  }
  const dies = options.dataDir.endsWith('dies');
  const waits = options.dataDir.endsWith('with-cancellations');
  let lists = 0;
  let open = 0;
  const on = implement(contract).$context<CallContext>();
  const router = on.router({
    status: {
      get: on.status.get.handler(async () => {
        // Whoever follows it is ended by its death, and by nothing before.
        if (dies) await new Promise<never>(() => {});
        throw new Error(`secret detail of ${options.dataDir}`);
      }),
    },
    settings: { get: on.settings.get.handler(() => defaultSettings) },
    shell: {
      capabilities: on.shell.capabilities.handler(() => options.host.capabilities()),
      recheckKeychain: on.shell.recheckKeychain.handler(() => options.host.keychain()),
    },
    rejected: {
      list: on.rejected.list.handler(() => {
        dieSoon('crashed on request');
        return new Promise<never>(() => {});
      }),
    },
    cancellations: {
      list: on.cancellations.list.handler(() => {
        lists += 1;
        const rows = waits ? [waiting(1), ...(lists > 1 ? [waiting(2)] : [])] : [];
        return { rows, nextCursor: null, total: rows.length, totalIsCapped: false };
      }),
    },
    changes: on.changes.handler(async function* ({ signal, context }) {
      open += 1;
      if (dies) dieSoon('died on request');
      try {
        const { promise, resolve } = Promise.withResolvers<void>();
        signal?.addEventListener('abort', () => resolve());
        const at = new Date().toISOString();
        yield { topic: 'status' as const, at, count: context.via.length, ids: [open] };
        // Twice, so that what was announced before would be announced again.
        if (waits) for (const count of [1, 2]) yield { topic: 'cancellations' as const, at, count, ids: [2] };
        await promise;
      } finally {
        open -= 1;
      }
    }),
  } as never);
  return {
    router,
    receiverUrl: () => 'http://127.0.0.1:1',
    joinReceiver() {},
    async acceptCollected(ticket, secret) {
      if (ticket === 'throws') throw new Error('failed');
      const place = await options.host.saveSecret({ account: `ticket:${ticket}`, secret });
      return place === 'memory' ? 'accepted' : 'expired';
    },
    recognise: async () => 'anybody' as const,
    hearing: async (askers) =>
      askers.map(() => ({ state: 'hears' as const, until: Number.MAX_SAFE_INTEGER })),
    /** As a note beside the test's files says. */
    async attachmentFile(attachmentId, variant) {
      if (attachmentId === 500) throw new Error('failed');
      if (attachmentId === 501) {
        dieSoon('died at a file');
        return new Promise(() => {});
      }
      const note = join(options.dataDir, `${attachmentId}-${variant}.json`);
      return existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')) : null;
    },
    exportFile: async () => null,
    async close() {
      if (options.dataDir.endsWith('hangs')) {
        createReadStream('/dev/zero').resume();
        await new Promise(() => {});
      }
    },
  };
}

/** As a fault outside of any call does. */
function dieSoon(words: string): void {
  setImmediate(() => {
    throw new Error(words);
  });
}

function waiting(id: number): CancellationRow {
  const at = new Date(0).toISOString();
  return {
    id,
    orderKind: 'purchaseOrder',
    marketplaceId: 100 + id,
    recordId: id,
    orderNumber: `OC-2026-00000${id}`,
    claimNumber: null,
    partyName: 'Repuestos Prueba',
    firstItem: null,
    itemCount: 1,
    total: null,
    state: 'waiting',
    askedAt: at,
    lastAskedAt: at,
    askCount: 1,
    openAsks: 1,
    heldUntil: at,
    mismatches: [],
    issues: [],
    closed: null,
    reason: 'Pieza equivocada',
    comments: null,
    askedBy: null,
    verdict: null,
    responseText: null,
    reasonCode: null,
    proposal: null,
    proposedBy: null,
    decidedAt: null,
    decidedBy: null,
    deliveredAt: null,
    mustAskAgain: false,
    mayHaveBeenDelivered: false,
  };
}
