import { join } from 'node:path';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import {
  type ArchivedArrival,
  type Arrival,
  beforeFirst,
  type Journal,
  type JournalWalk,
  openJournal,
  walkJournal,
} from '../../../main/engine/journal/index.ts';
import { openConnection } from '../../../main/engine/store/connection.ts';
import {
  type EntryWithBytes,
  listEntriesAfter,
  openJournalReading,
} from '../../../main/engine/store/index.ts';
import { inPostgres } from '../../../main/engine/store/postgres/dialect.ts';
import { ConnectionTransaction, type ReadTransaction } from '../../../main/engine/store/transaction.ts';
import { readCancelCall } from '../../../shared/marketplace/cancellation.ts';
import type { RecordKind } from '../../../shared/terms.ts';
import { ManualClock } from '../manual-clock.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { isOnPostgres, newTestDatabase, withTestDatabase } from '../test-database.ts';

/** The template of each kind's numbers, for tests that have none of their own. */
export const templates: Record<RecordKind, string> = {
  purchaseOrder: 'OC-{seq:3}',
  serviceOrder: 'OS-{seq:3}',
  incidentReport: 'IR-{seq:3}',
  financialDocument: 'DF-{seq:3}',
};

/** A journal on disk whose clock stands still; closed when the test ends. */
export async function openTestJournal(
  options: {
    dataDir?: string;
    clock?: ManualClock;
    templates?: Partial<Record<RecordKind, string>>;
    onFailure?: Parameters<typeof openJournal>[0]['onFailure'];
  } = {},
) {
  const { dataDir = temporaryFolder(), clock = new ManualClock(), onFailure } = options;
  const heads: number[] = [];
  const journal = await openJournal({
    dataDir,
    database: await newTestDatabase(dataDir),
    clock,
    numberTemplate: (kind) => options.templates?.[kind] ?? templates[kind],
    onAppended: ({ seq }) => void heads.push(seq),
    ...(onFailure !== undefined && { onFailure }),
  });
  onTestFinished(() => journal.close());
  return { journal, dataDir, clock, heads };
}

/** A delivery of a record. */
export const delivery = (
  kind: RecordKind,
  marketplaceId: number,
  body: string | Uint8Array,
  contentHash: string | null = null,
): Arrival => ({
  kind,
  marketplaceId,
  keyLabel: 'key',
  bytes: typeof body === 'string' ? Buffer.from(body) : body,
  contentHash,
});

/** That an order lies in a bundle, up to a revision. */
export const archived = (marketplaceId: number, recordId: number, revision = 1): ArchivedArrival => ({
  ...{ kind: 'archived', recordKind: 'purchaseOrder', marketplaceId, recordId, revision },
  bytes: Buffer.from('{"stub":true}'),
  contentHash: null,
  bundle: { root: 'ab'.repeat(32), file: 'a.perito', madeAt: 1, bytes: 1, claims: 1, records: 1 },
});

/** A cancel call for a purchase order. */
export const ask = (marketplaceId: number): Arrival => ({
  kind: 'ask',
  marketplaceId,
  keyLabel: 'key',
  bytes: Buffer.from(`{"purchaseOrderId":${marketplaceId}}`),
  detail: {
    orderKind: 'purchaseOrder',
    heldUntil: null,
    call: readCancelCall('purchaseOrder', { purchaseOrderId: marketplaceId }),
  },
});

export const answer = (askId: number, marketplaceId: number): Arrival => ({
  kind: 'answer',
  askId,
  marketplaceId,
  detail: { answer: 'inReview', text: 'En revisión', verdict: null, cause: 'time' },
});

export const outcome = (askId: number, marketplaceId: number): Arrival => ({
  kind: 'outcome',
  askId,
  marketplaceId,
  detail: { delivery: 'delivered', answer: 'inReview' },
});

export const rejected = (body: string | Uint8Array): Arrival => ({
  kind: 'rejected',
  keyLabel: 'key',
  bytes: typeof body === 'string' ? Buffer.from(body) : body,
  detail: { status: 400 },
});

export const lookup = (json: string): Arrival => ({
  kind: 'lookup',
  keyLabel: 'key',
  bytes: Buffer.from(json),
  detail: { status: 200 },
});

/** All entries of a journal, read by a connection of its own. */
export async function entriesOf(dataDir: string): Promise<EntryWithBytes[]> {
  return reading(dataDir, (tx) => listEntriesAfter(tx, 0, 1_000_000));
}

/** Walks a journal from its beginning to its end, or to where its chain breaks. */
export async function walkOf(dataDir: string): Promise<JournalWalk> {
  return reading(dataDir, (tx) => walkJournal(tx, beforeFirst, 1_000_000));
}

/** Reads a journal by a connection of one's own. */
export async function reading<Result>(
  dataDir: string,
  query: (tx: ReadTransaction) => Promise<Result>,
): Promise<Result> {
  if (isOnPostgres) {
    const { read, close } = await openJournalReading(dataDir);
    return read(query).finally(close);
  }
  const database = openConnection(join(dataDir, 'journal.db'), { readonly: true });
  try {
    return await query(new ConnectionTransaction(database));
  } finally {
    database.close();
  }
}

/** Changes a journal that nobody has open, past the triggers that keep it. */
export async function tamper(dataDir: string, sql: string): Promise<void> {
  if (isOnPostgres) {
    await withTestDatabase(dataDir, (client) =>
      client.query(`SET session_replication_role = replica; ${inPostgres(sql)}`),
    );
    return;
  }
  const database = new Database(join(dataDir, 'journal.db'));
  database.exec(`DROP TRIGGER IF EXISTS entry_kept; DROP TRIGGER IF EXISTS entry_not_deleted; ${sql}`);
  database.close();
}

/** Appends one after the other; resolves with their receipts. */
export async function appendAll(journal: Journal, arrivals: readonly Arrival[]) {
  const receipts = [];
  for (const arrival of arrivals) receipts.push(await journal.keep(arrival));
  return receipts;
}
