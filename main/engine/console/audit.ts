import * as z from 'zod';
import type { AuditAbout, AuditLine } from '#shared/contract/audit.ts';
import { actor } from '#shared/contract/common.ts';
import { dominicanInstant } from '#shared/rules/dominican-time.ts';
import { verifyAudit, verifyJournal } from '../audit/index.ts';
import {
  type AuditFilter,
  type AuditNames,
  type AuditRow,
  cappedTotal,
  countAuditEntries,
  findAuditNames,
  findWholeAuditEntry,
  listAuditAreas,
  listAuditMatching,
  listAuditPeople,
  openJournalReading,
  type ReadTransaction,
  type Store,
} from '../store/index.ts';
import { os } from './base.ts';
import { cursorAt, pageOf, placeOf } from './cursor.ts';

const place = z.object({ at: z.int(), id: z.int() });

/** A list that is narrowed is counted so far. */
const countTo = 1000;
const dayMs = 86_400_000;

export function auditProcedures(store: Store) {
  return {
    list: os.audit.list.handler(async ({ input }) => {
      const { limit, cursor, from, until, ...rest } = input;
      const filter: AuditFilter = {
        ...rest,
        from: from === undefined ? undefined : dominicanInstant(from, '00:00'),
        until: until === undefined ? undefined : dominicanInstant(until, '00:00') + dayMs,
      };
      const isNarrowed = Object.values(filter).some((value) => value !== undefined);
      return store.read(async (tx) => {
        const page = {
          behind: placeOf(cursor, place),
          limit: limit + 1,
          countTo: isNarrowed ? countTo + 1 : 0,
        };
        const { rows, counted } = await listAuditMatching(tx, filter, page);
        const { shown, nextCursor } = pageOf(rows, limit, ({ at, id }) => cursorAt({ at, id }));
        const total = isNarrowed
          ? cappedTotal(counted, countTo)
          : { total: await countAuditEntries(tx), totalIsCapped: false };
        return { rows: await linesOf(tx, shown), nextCursor, ...total };
      });
    }),
    get: os.audit.get.handler(async ({ input, errors }) => {
      const [line] = await store.read(async (tx) => {
        const row = await findWholeAuditEntry(tx, input.id);
        return linesOf(tx, row === undefined ? [] : [row]);
      });
      if (line === undefined) throw errors.NOT_FOUND();
      return line;
    }),
    choices: os.audit.choices.handler(() =>
      store.read(async (tx) => ({ people: await listAuditPeople(tx), areas: await listAuditAreas(tx) })),
    ),
    verify: os.audit.verify.handler(async () => ({
      ...(await verifyAudit(store)),
      journal: await verifyJournalOf(store.dataDir),
    })),
  };
}

/** Entries with the names of what they are about. */
async function linesOf(tx: ReadTransaction, rows: readonly AuditRow[]): Promise<AuditLine[]> {
  const entries = rows.map((row) => ({
    id: row.id,
    at: new Date(row.at).toISOString(),
    actor: actor.parse(JSON.parse(row.actor)),
    action: row.action,
    subject: row.subject,
    detail: z.record(z.string(), z.unknown()).parse(JSON.parse(row.detail)),
    hash: Buffer.from(row.hash).toString('hex'),
  }));
  const idsOf = (kind: string) => [
    ...new Set(entries.flatMap(({ subject }) => subjectId(subject, kind) ?? [])),
  ];
  const named = new Map(entries.map((entry) => [entry.id, accountsIn(entry.detail)]));
  const names = await findAuditNames(tx, {
    records: idsOf('record'),
    cancellations: idsOf('cancellation'),
    attachments: idsOf('attachment'),
    vehicles: idsOf('policyVehicle'),
    people: [...new Set([...idsOf('person'), ...[...named.values()].flat()])],
  });
  const known = aboutBySubject(names);
  const nameById = new Map(names.people.map(({ id, name }) => [id, name]));
  return entries.map((entry) => ({
    ...entry,
    about: known.get(entry.subject) ?? claimOf(entry.subject),
    names: (named.get(entry.id) ?? []).flatMap((id) => {
      const name = nameById.get(id) ?? '';
      return name === '' ? [] : [{ id, name }];
    }),
  }));
}

const claimOf = (subject: string): AuditAbout | null =>
  subject.startsWith('claim:') ? { what: 'claim', claimNumber: subject.slice('claim:'.length) } : null;

/** The id of a subject of this kind; null of any other. */
function subjectId(subject: string, kind: string): number | null {
  if (!subject.startsWith(`${kind}:`)) return null;
  const id = Number(subject.slice(kind.length + 1));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Details that name accounts by their ids. */
const accounts = z.object({
  to: z.int().nullish().catch(null),
  before: z.int().nullish().catch(null),
  forPerson: z.int().nullish().catch(null),
  mentions: z.array(z.int()).catch([]),
});

function accountsIn(detail: Record<string, unknown>): number[] {
  const { to, before, forPerson, mentions } = accounts.parse(detail);
  return [to, before, forPerson, ...mentions].filter((id) => typeof id === 'number');
}

/** What is known by name, by the subject of its entries. */
function aboutBySubject(names: AuditNames): Map<string, AuditAbout> {
  return new Map<string, AuditAbout>([
    ...names.records.map((row) => [`record:${row.id}`, { what: 'record', ...row }] as const),
    ...names.cancellations.map(
      (row) => [`cancellation:${row.id}`, { what: 'cancellation', ...row }] as const,
    ),
    ...names.attachments.map(({ id, filename, recordId, kind, number }) => {
      const record = { id: recordId, kind, number };
      return [`attachment:${id}`, { what: 'attachment', filename, record }] as const;
    }),
    ...names.vehicles.map((row) => [`policyVehicle:${row.id}`, { what: 'policyVehicle', ...row }] as const),
    ...names.people.map((row) => [`person:${row.id}`, { what: 'person', ...row }] as const),
  ]);
}

/** By a connection of its own: others read meanwhile. */
async function verifyJournalOf(dataDir: string) {
  const journal = await openJournalReading(dataDir);
  try {
    return await verifyJournal(journal);
  } finally {
    await journal.close();
  }
}
