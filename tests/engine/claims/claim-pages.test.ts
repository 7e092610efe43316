/** Pages of filtered and sorted claims beside a plain filter and sort in memory, and what claims are summed of while all of it changes. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimQueue } from '../../../main/engine/claims/claim-list.ts';
import { countedPage, type Effort, pageOfIds } from '../../../main/engine/queues/index.ts';
import {
  addRecordToClaim,
  type ClaimFilter,
  claimTable,
  countDrive,
  deleteClaimAssignment,
  driveOfClaims,
  drivesOfClaims,
  insertRecord,
  listDriveIds,
  listMatchingIds,
  nextDriveIds,
  nextPlaces,
  type Place,
  type RecordTraits,
  removeRecordFromClaim,
  replaceFindings,
  replaceLinks,
  setClaimSubject,
  setRecordFlagged,
  setRecordReviewed,
  setRecordTraits,
  upsertClaimAssignment,
  type WriteTransaction,
} from '../../../main/engine/store/index.ts';
import type { ClaimOrder } from '../../../shared/contract/claims.ts';
import { planOf, statement } from '../store/query-plan.ts';
import { isOnPostgres } from '../test-database.ts';
import { openClaims } from './house.ts';
import { unknownSubject } from './unknown-subject.ts';

const pick = <Value>(...values: Value[]) => fc.constantFrom(...values);
const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const hour = 3_600_000;
const days = pick('2026-01-05', '2026-01-06', '2026-02-01');
const numbers = ['RC-1', 'RC-2', 'RC-3', 'rc 4', 'Ñ-5'];

interface KnownRecord {
  kind: 'purchaseOrder' | 'serviceOrder' | 'financialDocument';
  claimNumber: string;
  amount: number | null;
  partyTaxId: string | null;
  workshopTaxId: string | null;
  reviewed: boolean;
  flagged: boolean;
  errors: number;
  warnings: number;
  cancellation: 'waiting' | 'deferred' | 'refused' | null;
  policy: string | null;
}
interface KnownClaim {
  assignedTo: number | null;
  make: string | null;
  incidentOn: string | null;
  insuredOrder: string | null;
  policyKey: string | null;
  vin: string | null;
  plate: string | null;
}

const claimNumber = pick(...numbers);
const knownRecord = fc.record<KnownRecord>({
  kind: pick('purchaseOrder', 'serviceOrder', 'financialDocument'),
  claimNumber,
  amount: pick(null, -5, 0, 100, 2500, Number.MAX_SAFE_INTEGER),
  partyTaxId: pick(null, '101', '102'),
  workshopTaxId: pick(null, '103'),
  reviewed: fc.boolean(),
  flagged: pick(false, false, true),
  errors: pick(0, 0, 1),
  warnings: pick(0, 0, 1, 3),
  cancellation: pick(null, null, 'waiting', 'deferred', 'refused'),
  policy: pick(null, 'P-1', 'P-2'),
});
const knownClaims = fc.tuple(
  ...numbers.map(() =>
    fc.record<KnownClaim>({
      assignedTo: pick(null, 1, 2),
      make: pick(null, 'toyota', 'kia'),
      incidentOn: fc.option(days),
      insuredOrder: pick(null, 'ana prueba', 'anabel ejemplo', 'zoila'),
      policyKey: pick(null, 'P1', 'P2'),
      vin: pick(null, 'V1'),
      plate: pick(null, 'A1', 'V1'),
    }),
  ),
);
/** What happens with a record, by its place, once it is there. */
const acts = fc.array(
  fc.record({
    at: fc.nat(),
    act: pick('review', 'unreview', 'flag', 'unflag', 'move', 'find', 'ask', 'decide', 'price', 'leave'),
    claimNumber,
  }),
  { maxLength: 12 },
);

const full: fc.Arbitrary<ClaimFilter> = fc.record(
  {
    reviewed: optional(fc.boolean()),
    withFindings: optional(fc.boolean()),
    severity: optional(pick('warning', 'error')),
    receivedFrom: optional(fc.integer({ min: 0, max: 60 }).map((half) => half * hour)),
    receivedBefore: optional(fc.integer({ min: 0, max: 60 }).map((half) => half * hour)),
    datedFrom: optional(days),
    datedUntil: optional(days),
    amountFrom: optional(pick(1, 100, 2600)),
    amountUntil: optional(pick(100, 2500, 1e15)),
    parties: fc.subarray(['101', '102', '103', '999']),
    makes: fc.subarray(['toyota', 'kia']),
    assignedTo: fc.subarray<number | 'nobody'>([1, 2, 'nobody']),
    flagged: optional(fc.boolean()),
    waiting: optional(fc.boolean()),
    policyKey: pick(undefined, 'P1', 'P2'),
    vehicleKey: pick(undefined, 'V1', 'A1'),
    insured: pick(undefined, 'ana', 'z', 'q'),
  },
  { requiredKeys: [] },
);
const filters = fc
  .tuple(full, fc.integer({ min: 0, max: 4 }), fc.nat())
  .map(([filter, count, first]): ClaimFilter => {
    const said = Object.entries(filter);
    return Object.fromEntries([...said, ...said].slice(first % (said.length + 1)).slice(0, count));
  });
const requests = fc.record({
  filter: filters,
  order: fc.record({
    by: pick<ClaimOrder['by']>('received', 'dated', 'amount', 'records', 'attention'),
    descending: fc.boolean(),
  }),
  limit: pick(1, 2, 200),
});
const efforts = fc.record<Effort>({
  milliseconds: pick(0, 1000),
  countMilliseconds: pick(0, Number.POSITIVE_INFINITY),
  span: pick(1, 2, 250),
  collected: pick(-1, 2, 2000),
});

/** A claim as its records make it. */
interface Expected extends KnownClaim {
  claimNumber: string;
  lastSeq: number;
  lastAt: number;
  records: number;
  open: number;
  flagged: number;
  rank: number;
  ordered: number;
  waiting: number;
  parties: string[];
  policies: string[];
}

let house: Awaited<ReturnType<typeof openClaims>>;
beforeAll(async () => {
  house = await openClaims();
});
afterAll(() => house.end());

const atOf = (seq: number) => seq * hour;

async function insert(tx: WriteTransaction, id: number, record: KnownRecord): Promise<void> {
  const { kind, claimNumber, errors, warnings, cancellation, policy } = record;
  const none = { requestId: null, firstItem: null, itemCount: 0, partyName: null, total: null };
  const summary = { ...none, heading: null, claimNumber };
  await insertRecord(tx, { id, kind, marketplaceId: id, number: `N-${id}`, receivedAt: atOf(id), summary });
  await setRecordTraits(tx, id, traitsOf(record));
  await find(tx, id, errors, warnings);
  await replaceLinks(tx, id, linksOf(claimNumber, policy));
  await addRecordToClaim(tx, { claimNumber, kind, seq: id, at: atOf(id), isNew: true });
  if (record.reviewed) await setRecordReviewed(tx, id, { at: 1, by: 'Ana' });
  if (record.flagged) await setRecordFlagged(tx, id, { at: 1, by: 'Ana', word: null });
  if (cancellation !== null) await ask(tx, id, kind, cancellation);
}

const traitsOf = ({ partyTaxId, workshopTaxId, amount }: KnownRecord): RecordTraits => ({
  ...{ partyTaxId, workshopTaxId, amount, currency: amount === null ? null : 'DOP' },
  ...{ datedOn: null, make: null, partyOrder: null },
});
const linksOf = (claimNumber: string, policy: string | null) => [
  { name: 'claimNumber', value: claimNumber } as const,
  ...(policy === null ? [] : [{ name: 'policy', value: policy } as const]),
];
const find = (tx: WriteTransaction, recordId: number, errors: number, warnings: number) =>
  replaceFindings(
    tx,
    { recordId, revision: 1 },
    () => true,
    [...Array(errors).fill('receipt.missing'), ...Array(warnings).fill('vin.form')].map((code, index) => ({
      ...{ code, severity: code === 'vin.form' ? 'warning' : 'error', pointer: `/${index}` },
      ...{ parameters: {}, places: [], count: 1, amount: null },
    })),
  );
const ask = (tx: WriteTransaction, id: number, kind: string, state: string) =>
  tx.run(
    `INSERT INTO cancellation (id, order_kind, marketplace_id, record_id, state, asked_at, last_asked_at, held_until, verdict,
        decided_at, decided_by, response_text)
      VALUES (?, ?, ?, ?, ?, 1, 1, ?, ?, ?, ?, ?)`,
    ...[id, kind, id, id, state, state === 'waiting' ? 9 : null],
    ...(state === 'refused' ? ['refuse', 1, 'Ana', 'No'] : [null, null, null, null]),
  );

async function act(tx: WriteTransaction, id: number, record: KnownRecord, what: string, to: string) {
  switch (what) {
    case 'review':
    case 'unreview':
      record.reviewed = what === 'review';
      return setRecordReviewed(tx, id, record.reviewed ? { at: 2, by: 'Ana' } : null);
    case 'flag':
    case 'unflag':
      record.flagged = what === 'flag';
      return setRecordFlagged(tx, id, record.flagged ? { at: 2, by: 'Ana', word: null } : null);
    case 'find':
      record.errors = 1 - record.errors;
      return find(tx, id, record.errors, record.warnings);
    case 'price':
      record.amount = 700;
      return setRecordTraits(tx, id, traitsOf(record));
    case 'ask':
      if (record.cancellation !== null) return;
      record.cancellation = 'waiting';
      return ask(tx, id, record.kind, 'waiting');
    case 'decide':
      if (record.cancellation === null) return;
      record.cancellation = 'refused';
      return tx.run(
        `UPDATE cancellation SET state = 'refused', held_until = NULL, verdict = 'refuse', decided_at = 1, decided_by = 'Ana', response_text = 'No'
          WHERE record_id = ?`,
        id,
      );
    case 'move': {
      const { claimNumber: from, kind, policy } = record;
      if (from === to) return;
      record.claimNumber = to;
      await replaceLinks(tx, id, linksOf(to, policy));
      await removeRecordFromClaim(tx, from, kind);
      return addRecordToClaim(tx, { claimNumber: to, kind, seq: id, at: atOf(id), isNew: true });
    }
  }
}

/** The claims that are left, each with the newest revision that it ever had while it was there. */
function expectedOf(
  records: readonly KnownRecord[],
  claims: readonly KnownClaim[],
  lastSeqs: ReadonlyMap<string, number>,
): Expected[] {
  return numbers.flatMap((claimNumber, index) => {
    const own = records.filter((one) => one.claimNumber === claimNumber);
    const claim = claims[index];
    const lastSeq = lastSeqs.get(claimNumber) ?? 0;
    if (own.length === 0 || claim === undefined) return [];
    const sum = (share: (one: KnownRecord) => number) => own.reduce((all, one) => all + share(one), 0);
    return [
      {
        ...{ ...claim, claimNumber, lastSeq, lastAt: atOf(lastSeq), records: own.length },
        open: sum(({ reviewed }) => (reviewed ? 0 : 1)),
        flagged: sum(({ flagged }) => (flagged ? 1 : 0)),
        rank: sum(({ errors, warnings }) => errors * 1000 + warnings),
        ordered: sum(({ kind, amount }) =>
          kind === 'financialDocument' ? 0 : Math.min(1e13, Math.max(0, amount ?? 0)),
        ),
        waiting: sum(({ cancellation }) =>
          cancellation === 'waiting' || cancellation === 'deferred' ? 1 : 0,
        ),
        parties: own.flatMap(({ partyTaxId, workshopTaxId }) => [partyTaxId ?? '', workshopTaxId ?? '']),
        policies: own.flatMap(({ policy }) => policy?.replaceAll('-', '') ?? []),
      },
    ];
  });
}

const anyOf = <Value>(values: readonly Value[] | undefined, own: readonly (Value | null)[]) =>
  values === undefined || values.length === 0 || own.some((one) => one !== null && values.includes(one));

const isWithin = <Value extends string | number>(
  value: Value | null,
  from: Value | undefined,
  until: Value | undefined,
) =>
  (from === undefined && until === undefined) ||
  (value !== null && (from === undefined || value >= from) && (until === undefined || value <= until));
const one = <Value>(value: Value | undefined) => (value === undefined ? [] : [value]);

const matches = (claim: Expected, filter: ClaimFilter): boolean =>
  (filter.reviewed ?? claim.open === 0) === (claim.open === 0) &&
  (filter.withFindings ?? claim.rank > 0) === claim.rank > 0 &&
  claim.rank >= { none: 0, warning: 1, error: 1000 }[filter.severity ?? 'none'] &&
  isWithin(claim.lastAt, filter.receivedFrom, (filter.receivedBefore ?? Number.MAX_SAFE_INTEGER) - 1) &&
  isWithin(claim.incidentOn, filter.datedFrom, filter.datedUntil) &&
  isWithin(claim.ordered || null, filter.amountFrom, filter.amountUntil) &&
  anyOf(filter.parties, claim.parties) &&
  anyOf(filter.makes, [claim.make]) &&
  anyOf<number | 'nobody'>(filter.assignedTo, [claim.assignedTo ?? 'nobody']) &&
  (filter.flagged ?? claim.flagged > 0) === claim.flagged > 0 &&
  (filter.waiting ?? claim.waiting > 0) === claim.waiting > 0 &&
  anyOf(one(filter.policyKey), [claim.policyKey, ...claim.policies]) &&
  anyOf(one(filter.vehicleKey), [claim.vin, claim.plate]) &&
  (claim.insuredOrder ?? '').startsWith(filter.insured ?? '');

const keyOf = (claim: Expected, by: ClaimOrder['by']): string | number | null => {
  const keys = {
    ...{ received: 0, dated: claim.incidentOn, amount: claim.ordered || null, records: claim.records },
    attention: claim.rank || null,
  };
  return keys[by];
};

function inOrder(all: readonly Expected[], { by, descending }: ClaimOrder): number[] {
  const sign = descending ? -1 : 1;
  const compare = (a: Expected, b: Expected): number => {
    const [one, other] = [keyOf(a, by), keyOf(b, by)];
    if (one === null || other === null) {
      if (one !== other) return one === null ? 1 : -1;
      return sign * (a.lastSeq - b.lastSeq);
    }
    return sign * (one < other ? -1 : one > other ? 1 : a.lastSeq - b.lastSeq);
  };
  return [...all].sort(compare).map(({ lastSeq }) => lastSeq);
}

async function allPages(
  tx: WriteTransaction,
  { filter, ...request }: { filter: ClaimFilter; order: ClaimOrder; limit: number },
  effort: Effort,
): Promise<number[]> {
  const seen: number[] = [];
  let after: Place | null = null;
  do {
    const queue = await claimQueue(tx, filter);
    const page: Awaited<ReturnType<typeof pageOfIds>> = await pageOfIds(
      tx,
      queue,
      { ...request, after },
      effort,
    );
    expect(page.ids.length).toBeLessThanOrEqual(request.limit);
    seen.push(...page.ids);
    after = page.next;
  } while (after !== null);
  return seen;
}

interface Example {
  records: KnownRecord[];
  claims: readonly KnownClaim[];
  done: readonly { at: number; act: string; claimNumber: string }[];
}

/** Writes an example; the claims as they then are. */
async function write(tx: WriteTransaction, { records, claims, done }: Example): Promise<Expected[]> {
  const lastSeqs = new Map<string, number>();
  const come = (claim: string, id: number) => lastSeqs.set(claim, Math.max(id, lastSeqs.get(claim) ?? 0));
  for (const [index, record] of records.entries()) {
    await insert(tx, index + 1, record);
    come(record.claimNumber, index + 1);
  }
  const assigned = { at: 1, who: 'Ana', afterSeq: 0 };
  for (const [index, { assignedTo, ...subject }] of claims.entries()) {
    const claim = numbers[index] ?? '';
    // Whose it was first, and what was known first, do not matter.
    await upsertClaimAssignment(tx, { ...assigned, claimNumber: claim, personId: 7 });
    await setClaimSubject(tx, claim, { ...unknownSubject, make: 'seat' });
    await setClaimSubject(tx, claim, { ...unknownSubject, ...subject });
    if (assignedTo === null) await deleteClaimAssignment(tx, claim);
    else await upsertClaimAssignment(tx, { ...assigned, claimNumber: claim, personId: assignedTo });
  }
  for (const { at, act: what, claimNumber: to } of done) {
    const id = records.length === 0 ? 0 : (at % records.length) + 1;
    const record = records[id - 1];
    if (record === undefined) continue;
    const from = record.claimNumber;
    await act(tx, id, record, what, to);
    if (record.claimNumber === from) continue;
    come(to, id);
    if (records.every((one) => one.claimNumber !== from)) lastSeqs.delete(from);
  }
  return expectedOf(records, claims, lastSeqs);
}

const byNumber = (a: { claimNumber?: unknown }, b: { claimNumber?: unknown }) =>
  String(a.claimNumber) < String(b.claimNumber) ? -1 : 1;

/** What is summed of each claim, as it is stored. */
const summaries = (tx: WriteTransaction) =>
  tx.all<Record<string, unknown>>(
    `SELECT claim_number AS "claimNumber", last_seq AS "lastSeq", last_received_at AS "lastAt", records,
        open_records AS open, flagged_records AS flagged, attention_rank AS rank, ordered, waiting,
        assigned_to AS "assignedTo", make, incident_on AS "incidentOn" FROM claim_summary`,
  );

async function checkPages(
  tx: WriteTransaction,
  all: readonly Expected[],
  request: { filter: ClaimFilter; order: ClaimOrder; limit: number },
  effort: Effort,
) {
  const { filter, order, limit } = request;
  const wanted = inOrder(
    all.filter((claim) => matches(claim, filter)),
    order,
  );
  expect(await allPages(tx, request, effort)).toEqual(wanted);
  const first = { order, limit, after: null };
  const page = await countedPage(tx, await claimQueue(tx, filter), first, { most: 1000, effort });
  if (page.totalIsCapped) expect(page.total).toBeLessThanOrEqual(wanted.length);
  else expect(page.total).toBe(wanted.length);
  if (effort.countMilliseconds > 0) expect(page.totalIsCapped).toBe(false);
}

test('whatever happens with records, their claims are summed, filtered and sorted as they are, and counted', async () => {
  const given = fc.array(knownRecord, { maxLength: 20 });
  const asked = fc.array(requests, { minLength: 4, maxLength: 4 });
  let checked = 0;
  await fc.assert(
    fc.asyncProperty(
      given,
      knownClaims,
      acts,
      asked,
      efforts,
      async (first, claims, done, asking, effort) => {
        const undo = new Error('taken back');
        const job = async (tx: WriteTransaction) => {
          const all = await write(tx, { records: first.map((one) => ({ ...one })), claims, done });
          const summed = all.map(
            ({ parties, policies, policyKey, insuredOrder, vin, plate, ...rest }) => rest,
          );
          expect((await summaries(tx)).sort(byNumber)).toEqual(summed.sort(byNumber));
          // A record's revision that moved to another claim may still be the newest of the one that it left.
          if (new Set(all.map(({ lastSeq }) => lastSeq)).size < all.length) throw undo;
          for (const request of asking) await checkPages(tx, all, request, effort);
          checked++;
          throw undo;
        };
        await house.store.write(job).catch((failure: unknown) => {
          if (failure !== undo) throw failure;
        });
      },
    ),
    { numRuns: 200 },
  );
  expect(checked).toBeGreaterThan(100);
});

const bounds = { from: 1, until: 9 };
/** Each filter by itself and some together, with the index of each way to come by its claims. */
const planned: [ClaimFilter, ...RegExp[]][] = [
  [{}],
  [{ lastSeqs: [1, 2] }, /INDEX claim_summary_latest \(last_seq=\?/],
  [{ withFindings: true }, /INDEX claim_summary_asking \(last_seq>\?/],
  [{ severity: 'warning' }, /INDEX claim_summary_asking \(last_seq>\?/],
  [{ severity: 'error' }, /INDEX claim_summary_with_errors \(last_seq>\?/],
  [{ flagged: true }, /INDEX claim_summary_flagged \(last_seq>\?/],
  [{ waiting: true }, /INDEX claim_summary_waiting \(last_seq>\?/],
  [{ assignedTo: [1] }, /INDEX claim_summary_assigned(_done)? \(assigned_to=\? AND last_seq>\?/],
  [{ assignedTo: [1], reviewed: false }, /INDEX claim_summary_assigned \(assigned_to=\? AND last_seq>\?/],
  [{ makes: ['toyota'] }, /INDEX claim_summary_of_make \(make=\? AND last_seq>\?/],
  [{ datedFrom: '2026-01-01' }, /INDEX claim_summary_by_dated \(incident_on>\? AND incident_on<\?/],
  [{ amountFrom: 1 }, /INDEX claim_summary_by_amount \(ordered>\? AND ordered<\?/],
  [
    { parties: ['101'] },
    /INDEX record_of_(party|workshop) [\s\S]*SEARCH l USING PRIMARY KEY \(record_id=\? AND name=\?[\s\S]*INDEX sqlite_autoindex_claim_summary_1/,
  ],
  [
    { policyKey: 'P1' },
    /(INDEX claim_subject_of_policy |INDEX record_link_policy [\s\S]*SEARCH l USING PRIMARY KEY)[\s\S]*INDEX sqlite_autoindex_claim_summary_1/,
  ],
  [{ vehicleKey: 'V1' }, /INDEX claim_subject_of_(vin|plate) [\s\S]*INDEX sqlite_autoindex_claim_summary_1/],
  [
    { insured: 'ana' },
    /INDEX claim_subject_of_insured \(insured_order>\? AND insured_order<\?[\s\S]*INDEX sqlite_autoindex_claim_summary_1/,
  ],
];
const scans = /TEMP B-TREE|SCAN (claim_summary|record|r|l|k|s|p)\b(?! USING)/;

test.skipIf(isOnPostgres).each(planned)(
  'the filter %j has its index, for what is counted, listed and walked',
  async (filter, ...indexes) => {
    const drives = drivesOfClaims(filter);
    expect(drives.length).toBe(indexes.length);
    const whole = driveOfClaims(filter);
    for (const [position, drive] of [...drives, whole].entries()) {
      const index =
        indexes[position] ??
        (filter.reviewed === undefined ? /INDEX claim_summary_latest/ : /INDEX claim_summary_(open|done)/);
      for (const list of drive.lists) {
        const one = { ...drive, lists: [list] };
        for (const call of [
          (tx: WriteTransaction) => countDrive(tx, one, bounds, 9),
          (tx: WriteTransaction) => listDriveIds(tx, one, bounds),
          ...(drive.isSorted
            ? [(tx: WriteTransaction) => nextDriveIds(tx, one, { ...bounds, descending: true, limit: 9 })]
            : []),
        ]) {
          const plan = await planOf(house.store, statement(call));
          expect(plan).toMatch(index);
          expect(plan).not.toMatch(scans);
        }
      }
    }
    if (Object.keys(filter).length === 0) return;
    const conditions = (await house.store.read((tx) => claimQueue(tx, filter))).conditions;
    const matching = statement((tx) => listMatchingIds(tx, claimTable, [1], conditions));
    const plan = await planOf(house.store, matching);
    expect(plan).toMatch(/SEARCH k USING (COVERING )?INDEX claim_summary_\w+ \((.* AND )?last_seq=\?/);
    expect(plan).not.toMatch(/SCAN (claim_summary|record|r|l|k|s|p)\b/);
  },
);

test.skipIf(isOnPostgres).each(['dated', 'amount', 'records', 'attention'] as const)(
  'the order by %s walks its index both ways, and sorts nothing',
  async (by) => {
    for (const descending of [true, false])
      for (const [after, limits, position] of [
        [null, null, 0],
        [{ key: 1, id: 1 }, null, 0],
        [{ key: 1, id: 1 }, null, 1],
        [null, { group: null, from: 1, until: 9 }, 0],
      ] as const) {
        const walk = { by, part: null, group: null, limit: 9, descending, after, bounds: limits };
        const plan = await planOf(
          house.store,
          statement((tx) => nextPlaces(tx, claimTable, walk), position),
        );
        expect(plan).toMatch(new RegExp(`k USING (COVERING )?INDEX claim_summary_by_${by}`));
        expect(plan).not.toMatch(/TEMP B-TREE/);
      }
  },
);
