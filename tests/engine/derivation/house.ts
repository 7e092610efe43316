/** The rooms that derive, on a journal and a database on disk, and what stands in that database. */
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openNaming } from '../../../main/engine/attachments/index.ts';
import { createCancellations, orderArrived } from '../../../main/engine/cancellations/index.ts';
import { createChanges } from '../../../main/engine/changes/index.ts';
import { type Clock, systemClock } from '../../../main/engine/clock.ts';
import { coverageCheckForReports } from '../../../main/engine/coverage-check.ts';
import type { Derivers } from '../../../main/engine/derivation/index.ts';
import { derivers } from '../../../main/engine/derivers.ts';
import type { OutcomeDetail } from '../../../main/engine/journal/index.ts';
import type { EngineLog } from '../../../main/engine/log.ts';
import { createPolicies } from '../../../main/engine/policies/index.ts';
import { createRecords } from '../../../main/engine/records/index.ts';
import { createRejected } from '../../../main/engine/rejected/index.ts';
import { openSettings } from '../../../main/engine/settings/index.ts';
import { StoreProblem } from '../../../main/engine/store/index.ts';
import { readCancelCall } from '../../../shared/marketplace/cancellation.ts';
import type { AskAnswer, OrderKind } from '../../../shared/terms.ts';
import { openJournalledStore } from '../journal-house.ts';
import { newDataDirectory } from '../migrated-folder.ts';
import {
  copyJournalOnServer,
  isOnPostgres,
  journalTables,
  tablesOf,
  withTestDatabase,
} from '../test-database.ts';

const silent: EngineLog = { info() {}, warn() {}, error() {} };

/** Nothing is derived before `follow`; nothing is examined, unless that is wanted too. */
export async function openDeriving(
  dataDir: string,
  {
    clock = systemClock,
    log = silent,
    examines = false,
  }: { clock?: Clock; log?: EngineLog; examines?: boolean } = {},
) {
  const house = await openJournalledStore({ dataDir, clock });
  const { store, journal } = house;
  const changes = createChanges(clock);
  const settings = await openSettings(store, clock, changes);
  const policies = createPolicies({ store, clock, changes, settings, log });
  const records = createRecords({
    store,
    clock,
    changes,
    settings,
    log,
    checkCoverage: coverageCheckForReports(policies),
    onNewOrder: async (tx, order, at) => (await orderArrived(tx, order, at))?.cancellationId ?? null,
    attachments: await openNaming({ store, clock, settings }),
  });
  const rejected = createRejected({ store, clock, changes });
  const cancellations = await createCancellations({
    store,
    clock,
    changes,
    settings,
    deriveOrderBefore: records.deriveBefore,
    answer: () => {},
  });
  const follows = derivers({ records, cancellations, policies, rejected });
  let closing: Promise<void> | null = null;
  const close = async () => {
    await derivation?.stop();
    // Where it was killed, nothing can be kept any more.
    await records.stop().catch((failure: unknown) => {
      if (!(failure instanceof StoreProblem)) throw failure;
    });
    await policies.close();
    changes.close();
    await house.close();
  };
  let derivation: ReturnType<typeof house.follow> | null = null;
  if (examines) records.start();
  return {
    dataDir,
    examines,
    store,
    journal,
    derivers: follows,
    cancellations,
    rejected,
    receive: house.receive,
    derived: house.derived,
    /** Resolves when all that is derived is examined too. */
    async examined() {
      await house.derived();
      records.examiner.wake();
      await records.examiner.idle();
    },
    /** Follows the journal, with other derivers where some are given. */
    follow(others: Partial<Derivers> = {}) {
      derivation = house.follow({ ...follows, ...others }, log);
      return derivation;
    },
    close: () => (closing ??= close()),
  };
}
export type DerivingHouse = Awaited<ReturnType<typeof openDeriving>>;

/** The verdict that an answer carries. */
const verdicts = { cancelled: 'approve', refused: 'refuse' } as const;

/** What arrives in these tests, beside deliveries. */
export const arrivals = {
  ask: (orderKind: OrderKind, marketplaceId: number) => ({
    kind: 'ask' as const,
    marketplaceId,
    keyLabel: 'key',
    bytes: Buffer.from('{"cancellationReason":"Error"}'),
    detail: {
      orderKind,
      heldUntil: null,
      call: readCancelCall(orderKind, { cancellationReason: 'Error' }),
    },
  }),
  answer: (askId: number, marketplaceId: number, answer: AskAnswer) => ({
    kind: 'answer' as const,
    askId,
    marketplaceId,
    detail: {
      answer,
      text: answer === 'refused' ? 'No procede.' : null,
      verdict:
        answer === 'cancelled' || answer === 'refused'
          ? { verdict: verdicts[answer], decidedBy: 'Ana Prueba', decidedAt: Date.UTC(2026, 10, 20) }
          : null,
      cause: null,
    },
  }),
  outcome: (
    askId: number,
    marketplaceId: number,
    answer: AskAnswer,
    delivery: OutcomeDetail['delivery'] = 'delivered',
  ) => ({ kind: 'outcome' as const, askId, marketplaceId, detail: { delivery, answer } }),
  rejected: (body: string, { path = '/PurchaseOrders', code = 'not-json', keyLabel = 'key' } = {}) => ({
    kind: 'rejected' as const,
    keyLabel,
    bytes: Buffer.from(body),
    detail: {
      method: 'POST',
      path,
      contentType: 'application/json',
      status: code === 'unknown-path' ? 404 : 400,
      title: code,
      code,
      reason: 'No es JSON',
      errors: [],
      receivedBytes: Buffer.byteLength(body),
    },
  }),
  lookup: (insurancePolicyNumber: string, answer: string) => ({
    kind: 'lookup' as const,
    keyLabel: 'key',
    bytes: Buffer.from(answer),
    detail: {
      kind: 'policy',
      insurancePolicyNumber,
      vin: null,
      incidentTypeId: null,
      incidentDate: '2026-11-20',
      intermediaryTaxId: null,
      reportCategoryId: null,
      policies: 1,
      vehicles: 1,
      rules: '[]',
      cover: null,
      status: 200,
    },
  }),
};

/**
 * Every row of every table that is derived, and every word of its search by place; how far it is derived only where asked
 * for. The search's own tables hang on how its words were grouped.
 */
export async function everything(
  dataDir: string,
  { withPositions = false } = {},
): Promise<Record<string, string[]>> {
  return isOnPostgres ? everythingOnServer(dataDir, withPositions) : everythingInFile(dataDir, withPositions);
}

function everythingInFile(dataDir: string, withPositions: boolean): Record<string, string[]> {
  const database = new Database(join(dataDir, 'perito.db'), { readonly: true });
  database.exec("CREATE VIRTUAL TABLE temp.word USING fts5vocab('main', 'search', 'instance')");
  const tables = database
    .prepare<[], string>(
      `SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
         AND (name NOT LIKE 'search%' OR name = 'search_stale')`,
    )
    .pluck()
    .all();
  const all: Record<string, string[]> = {};
  for (const name of [...tables, 'word']) {
    const rows = database.prepare(`SELECT * FROM "${name}"${leftOut(name, withPositions)}`).all();
    all[name] = rows.map((row) => JSON.stringify(row)).toSorted();
  }
  database.close();
  return all;
}

async function everythingOnServer(
  dataDir: string,
  withPositions: boolean,
): Promise<Record<string, string[]>> {
  return withTestDatabase(dataDir, async (client) => {
    const tables = (await tablesOf(client)).filter((name) => !notDerived.includes(name));
    const all: Record<string, string[]> = {};
    for (const name of tables) {
      const { rows } = await client.query<{ row: string }>(
        `SELECT to_jsonb(t)::text AS row FROM "${name}" t${leftOut(name, withPositions)}`,
      );
      all[name] = rows.map(({ row }) => row).toSorted();
    }
    return all;
  });
}

/** The journal, and what the database has of its own: who leads, until when, and what was committed last. */
const notDerived = [...journalTables, 'schema_version', 'lease', 'standby', 'writer'];

const leftOut = (table: string, withPositions: boolean): string =>
  table === 'setting' && !withPositions ? ` WHERE name NOT IN ('derivedCalls', 'derivedArrivals')` : '';

/** Copies a journal that is closed, or whose process was killed, without what was derived from it. */
export async function copyJournal(from: string, to: string): Promise<void> {
  if (isOnPostgres) return copyJournalOnServer(from, await newDataDirectory(to));
  for (const name of ['journal.db', 'journal.db-wal'])
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name));
}

/** What the same journal leads to in a database that never was, derived in one go. */
export async function derivedAnew(from: string, to: string) {
  await copyJournal(from, to);
  const house = await openDeriving(to);
  house.follow();
  await house.derived();
  const found = await everything(house.dataDir);
  await house.close();
  return found;
}
