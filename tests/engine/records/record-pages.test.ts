/** Pages of filtered and sorted records beside a plain filter and sort in memory. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countedPage, type Effort, pageOfIds } from '../../../main/engine/queues/index.ts';
import { recordQueue } from '../../../main/engine/records/queries.ts';
import {
  addRecordToClaim,
  insertRecord,
  type Place,
  type RecordFilter,
  type RecordTraits,
  replaceFindings,
  replaceLinks,
  setClaimSubject,
  setRecordReviewed,
  setRecordTraits,
  type WriteTransaction,
} from '../../../main/engine/store/index.ts';
import type { RecordOrder } from '../../../shared/contract/records.ts';
import type { FindingCode } from '../../../shared/finding-terms.ts';
import { type RecordKind, recordKinds, type Severity } from '../../../shared/terms.ts';
import { unknownSubject } from '../claims/unknown-subject.ts';
import { isOnPostgres } from '../test-database.ts';
import { openRecords } from './house.ts';

/** A record as the test knows it. */
interface Known extends RecordTraits {
  id: number;
  kind: RecordKind;
  receivedAt: number;
  claimNumber: string | null;
  reviewed: boolean;
  findings: { code: FindingCode; severity: Severity }[];
  policy: string | null;
  assignedTo: number | null;
  flagged: boolean;
  cancellation: 'waiting' | 'deferred' | null;
  decision: 'pay' | 'hold' | null;
}

/** Few values, so that many records share one. */
const pick = <Value>(...values: Value[]) => fc.constantFrom(...values);
const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const days = pick('2026-01-05', '2026-01-06', '2026-02-01', '2026-03-09');
const hour = 3_600_000;
const found: Record<string, Severity> = {
  'vin.form': 'warning',
  'receipt.missing': 'error',
  'guid.form': 'info',
};
const codes = Object.keys(found) as FindingCode[];

const recordOf = (id: number) =>
  fc.record<Known>({
    id: fc.constant(id),
    kind: pick(...recordKinds),
    // The clock is set back now and then.
    receivedAt: fc.integer({ min: -5, max: 5 }).map((drift) => (id * 12 + drift) * hour),
    claimNumber: pick(null, 'RC-1', 'rc 1', 'RC-2', 'Ñ'),
    reviewed: fc.boolean(),
    findings: fc
      .subarray(codes)
      .map((some) => some.map((code) => ({ code, severity: found[code] ?? 'info' }))),
    policy: pick(null, 'P-1', 'P-2'),
    assignedTo: pick(null, 1, 2),
    flagged: fc.boolean(),
    cancellation: pick(null, 'waiting', 'deferred'),
    decision: pick(null, 'pay', 'hold'),
    partyTaxId: pick(null, '101', '102'),
    workshopTaxId: pick(null, '102', '103'),
    datedOn: fc.option(days),
    make: pick(null, 'toyota', 'kia'),
    partyOrder: pick(null, 'auto', 'ñandu', 'zeta', '\u{1f698}', '\uff5a'),
    currency: pick('DOP', 'USD', 'EUR'),
    amount: pick(null, -5, 0, 100, 100, 2500),
  });
/** An amount and its currency come together. */
const records = fc
  .integer({ min: 0, max: 60 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => recordOf(index + 1))))
  .map((all) => all.map((one) => ({ ...one, currency: one.amount === null ? null : one.currency })));

const full: fc.Arbitrary<RecordFilter> = fc.record(
  {
    ids: fc.subarray([1, 2, 3, 5, 8, 13, 21, 34, 99]),
    reviewed: optional(fc.boolean()),
    withFindings: optional(fc.boolean()),
    severity: optional(pick<Severity>('info', 'warning', 'error')),
    findings: fc.subarray(codes),
    receivedFrom: optional(fc.integer({ min: 0, max: 60 }).map((half) => half * 12 * hour)),
    receivedBefore: optional(fc.integer({ min: 0, max: 60 }).map((half) => half * 12 * hour)),
    datedFrom: optional(days),
    datedUntil: optional(days),
    parties: fc.subarray(['101', '102', '103', '999']),
    amountFrom: optional(pick(-5, 100)),
    amountUntil: optional(pick(0, 2500)),
    currency: optional(pick('DOP', 'USD')),
    makes: fc.subarray(['toyota', 'kia']),
    workshops: fc.subarray(['102', '103']),
    vehicleKey: pick(undefined, 'V1', 'A1'),
    assignedTo: fc.subarray<number | 'nobody'>([1, 2, 'nobody']),
    flagged: optional(fc.boolean()),
    links: pick([], [{ name: 'policy', value: 'P-1' } as const]),
    claimKey: pick(undefined, 'RC1', 'Ñ'),
    policyKey: pick(undefined, 'P1', 'P2'),
    cancellation: fc.subarray<'waiting' | 'deferred'>(['waiting', 'deferred']),
    decision: fc.subarray<'pay' | 'hold' | 'none'>(['pay', 'hold', 'none']),
  },
  { requiredKeys: [] },
);
/** Most filters say little: those that say all find nothing. */
const filters = fc
  .tuple(full, fc.integer({ min: 0, max: 4 }), fc.nat())
  .map(([filter, count, first]): RecordFilter => {
    const said = Object.entries(filter);
    return Object.fromEntries([...said, ...said].slice(first % (said.length + 1)).slice(0, count));
  });

const anyOf = <Value>(values: readonly Value[] | undefined, ...own: (Value | null)[]) =>
  values === undefined || values.length === 0 || own.some((one) => one !== null && values.includes(one));

/** The claim RC-1 is of the policy P-2 and the vehicle V1; the claim RC-2 of the plate A1. */
const isOfPolicy = ({ policy, claimNumber }: Known, { links = [], policyKey }: RecordFilter): boolean =>
  links.every(({ value }) => value === policy) &&
  (policyKey === undefined ||
    policyKey === policy?.replaceAll(/[- ]/g, '') ||
    (policyKey === 'P2' && claimNumber === 'RC-1'));

const isOfVehicle = ({ claimNumber }: Known, { vehicleKey }: RecordFilter): boolean =>
  vehicleKey === undefined || claimNumber === (vehicleKey === 'V1' ? 'RC-1' : 'RC-2');

const isOfClaim = ({ claimNumber }: Known, { claimKey }: RecordFilter): boolean =>
  claimKey === undefined || claimKey === claimNumber?.replaceAll(/[- ]/g, '').toUpperCase();

function matches(record: Known, filter: RecordFilter): boolean {
  const rank = record.findings.reduce(
    (sum, { severity }) => sum + { error: 1000, warning: 1, info: 0 }[severity],
    0,
  );
  const worst = { info: record.findings.length > 0, warning: rank > 0, error: rank >= 1000 };
  const isDated = filter.datedFrom !== undefined || filter.datedUntil !== undefined;
  const day = record.datedOn ?? '';
  const { amountFrom, amountUntil, currency } = filter;
  const isPriced = [amountFrom, amountUntil, currency].some((one) => one !== undefined);
  return (
    anyOf(filter.ids, record.id) &&
    (filter.reviewed ?? record.reviewed) === record.reviewed &&
    (filter.withFindings ?? rank > 0) === rank > 0 &&
    (filter.severity === undefined || worst[filter.severity]) &&
    anyOf(filter.findings, ...record.findings.map(({ code }) => code)) &&
    record.receivedAt >= (filter.receivedFrom ?? Number.NEGATIVE_INFINITY) &&
    record.receivedAt < (filter.receivedBefore ?? Number.POSITIVE_INFINITY) &&
    (!isDated || (day !== '' && day >= (filter.datedFrom ?? '') && day <= (filter.datedUntil ?? '9'))) &&
    anyOf(filter.parties, record.partyTaxId, record.workshopTaxId) &&
    (!isPriced ||
      (record.amount !== null &&
        record.currency === (currency ?? 'DOP') &&
        record.amount >= (amountFrom ?? -1e9) &&
        record.amount <= (amountUntil ?? 1e9))) &&
    isOfClaim(record, filter) &&
    anyOf(filter.makes, record.make) &&
    anyOf(filter.workshops, record.workshopTaxId) &&
    isOfVehicle(record, filter) &&
    anyOf<number | 'nobody'>(filter.assignedTo, record.assignedTo ?? 'nobody') &&
    (filter.flagged ?? record.flagged) === record.flagged &&
    anyOf(filter.cancellation, record.cancellation) &&
    anyOf(filter.decision, standing(record)) &&
    isOfPolicy(record, filter)
  );
}

/** Only a document is decided on. */
const standing = ({ kind, decision }: Known): 'pay' | 'hold' | 'none' | null =>
  kind === 'financialDocument' ? (decision ?? 'none') : null;

const keyOf = (record: Known, by: RecordOrder['by']): string | number | null => {
  switch (by) {
    case 'received':
      return 0;
    case 'dated':
      return record.datedOn;
    case 'amount':
      return record.amount;
    case 'party':
      return record.partyOrder;
    case 'claim':
      return record.claimNumber;
    case 'attention': {
      const rank = record.findings.map(({ severity }) => ({ error: 1000, warning: 1, info: 0 })[severity]);
      return rank.reduce<number>((sum, one) => sum + one, 0) || null;
    }
  }
};

const currencies = ['DOP', 'EUR', 'USD'];
function inOrder(all: readonly Known[], { by, descending }: RecordOrder): number[] {
  const sign = descending ? -1 : 1;
  const compare = (a: Known, b: Known): number => {
    const [one, other] = [keyOf(a, by), keyOf(b, by)];
    if (one === null || other === null) {
      if (one !== other) return one === null ? 1 : -1;
      return sign * (a.id - b.id);
    }
    const groups =
      by === 'amount' ? [a, b].map(({ currency }) => currencies.indexOf(currency ?? '')) : [0, 0];
    const byKey =
      typeof one === 'number' && typeof other === 'number'
        ? one - other
        : Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
    return groups[0]! - groups[1]! || sign * byKey || sign * (a.id - b.id);
  };
  return [...all].sort(compare).map(({ id }) => id);
}

let house: Awaited<ReturnType<typeof openRecords>>;
beforeAll(async () => {
  house = await openRecords();
  await house.store.write(async (tx) => {
    await setClaimSubject(tx, 'RC-1', { ...unknownSubject, policyKey: 'P2', vin: 'V1' });
    await setClaimSubject(tx, 'RC-2', { ...unknownSubject, plate: 'A1' });
  });
});
afterAll(async () => {
  await house.close();
  house.remove();
});

async function insert(tx: WriteTransaction, record: Known): Promise<void> {
  const { id, kind, receivedAt, claimNumber, findings, policy, assignedTo, flagged, cancellation } = record;
  const none = {
    requestId: null,
    firstItem: null,
    itemCount: 0,
    partyName: null,
    total: null,
    heading: null,
  };
  const number = `N-${id}`;
  await insertRecord(tx, {
    id,
    kind,
    marketplaceId: id,
    number,
    receivedAt,
    summary: {
      ...none,
      claimNumber,
    },
  });
  const isReport = kind === 'incidentReport';
  await setRecordTraits(tx, id, isReport ? record : { ...record, make: null });
  if (!isReport) await tx.run('UPDATE record SET claim_make = ? WHERE id = ?', record.make, id);
  const written = findings.map(({ code, severity }) => ({
    ...{ code, severity, pointer: '', parameters: {}, places: [], count: 1, amount: null },
  }));
  await replaceFindings(tx, { recordId: id, revision: 1 }, () => true, written);
  await replaceLinks(tx, id, [
    ...(policy === null ? [] : [{ name: 'policy', value: policy } as const]),
    ...(claimNumber === null ? [] : [{ name: 'claimNumber', value: claimNumber } as const]),
  ]);
  if (claimNumber !== null)
    await addRecordToClaim(tx, { claimNumber, kind, seq: id, at: receivedAt, isNew: true });
  if (record.reviewed) await setRecordReviewed(tx, id, { at: 1, by: 'Ana' });
  if (assignedTo !== null) await tx.run('UPDATE record SET assigned_to = ? WHERE id = ?', assignedTo, id);
  if (flagged) await tx.run('UPDATE record SET flagged_at = 1 WHERE id = ?', id);
  const stands = standing(record);
  if (stands !== null && stands !== 'none')
    await tx.run('UPDATE record SET decision = ? WHERE id = ?', stands, id);
  if (cancellation !== null)
    await tx.run(
      `INSERT INTO cancellation (id, order_kind, marketplace_id, record_id, state, asked_at, last_asked_at, held_until)
        VALUES (?, ?, ?, ?, ?, 1, 1, ?)`,
      ...[id, kind, id, id, cancellation, cancellation === 'waiting' ? 9 : null],
    );
}

/** What a job wrote is taken back when the example is over. */
async function withRecords<Result>(all: readonly Known[], use: (tx: WriteTransaction) => Promise<Result>) {
  const undo = new Error('taken back');
  let result: { value: Result } | null = null;
  await house.store
    .write(async (tx) => {
      for (const record of all) await insert(tx, record);
      result = { value: await use(tx) };
      throw undo;
    })
    .catch((failure: unknown) => {
      if (failure !== undo) throw failure;
    });
  return result!['value'] as Result;
}

/** Some do all at once, some no more than a few records a page; a list is short, or long, whatever it is. */
const efforts = fc.record<Effort>({
  milliseconds: pick(0, 1000),
  countMilliseconds: pick(0, Number.POSITIVE_INFINITY),
  span: pick(1, 3, 250),
  collected: pick(-1, 5, 2000),
});

interface Requested {
  kinds: readonly RecordKind[];
  filter: RecordFilter;
  order: RecordOrder;
  limit: number;
}

async function allPages(
  tx: WriteTransaction,
  { kinds, filter, ...request }: Requested,
  effort: Effort,
  between: () => Promise<void> = async () => {},
): Promise<number[]> {
  const seen: number[] = [];
  let after: Place | null = null;
  do {
    const queue = await recordQueue(tx, kinds, filter);
    const page: Awaited<ReturnType<typeof pageOfIds>> = await pageOfIds(
      tx,
      queue,
      { ...request, after },
      effort,
    );
    expect(page.ids.length).toBeLessThanOrEqual(request.limit);
    seen.push(...page.ids);
    after = page.next;
    await between();
  } while (after !== null);
  return seen;
}

const requests = fc.record({
  kinds: pick<readonly RecordKind[]>(recordKinds, ['purchaseOrder'], ['incidentReport', 'financialDocument']),
  filter: filters,
  order: fc.record({
    by: pick<RecordOrder['by']>('received', 'dated', 'amount', 'party', 'claim', 'attention'),
    descending: fc.boolean(),
  }),
  limit: pick(1, 7, 200),
});

test('all pages together are a plain filter and sort, and are counted', async () => {
  await fc.assert(
    fc.asyncProperty(records, requests, efforts, async (all, request, effort) => {
      const { kinds, filter, order } = request;
      const expected = inOrder(
        all.filter((one) => kinds.includes(one.kind) && matches(one, filter)),
        order,
      );
      await withRecords(all, async (tx) => {
        expect(await allPages(tx, request, effort)).toEqual(expected);
        for (const most of [1000, 2]) {
          const queue = await recordQueue(tx, kinds, filter);
          const page = await countedPage(tx, queue, { ...request, after: null }, { most, effort });
          const { total, totalIsCapped } = page;
          // Where there is no time to count, what was seen so far is there at least.
          if (totalIsCapped) {
            expect(total).toBeLessThanOrEqual(Math.min(most, expected.length));
            expect(total).toBeGreaterThanOrEqual(Math.min(most, page.ids.length));
          } else expect(total).toBe(expected.length);
          if (effort.countMilliseconds > 0) expect(totalIsCapped).toBe(expected.length > most);
        }
      });
    }),
    { numRuns: isOnPostgres ? 15 : 300 },
  );
});

test('what stays where it is is shown exactly once while records arrive and are reviewed', async () => {
  await fc.assert(
    fc.asyncProperty(records, requests, efforts, async (all, request, effort) => {
      const { kinds, filter, order } = request;
      const [there, arriving] = [all.filter(({ id }) => id % 2 === 0), all.filter(({ id }) => id % 2 === 1)];
      const reviewed = new Set<number>();
      const seen = await withRecords(there, (tx) =>
        allPages(tx, request, effort, async () => {
          const next = arriving.shift();
          if (next !== undefined) await insert(tx, next);
          const other = there.find((one) => !one.reviewed && one.id % 3 === 0 && !reviewed.has(one.id));
          if (other === undefined) return;
          reviewed.add(other.id);
          await setRecordReviewed(tx, other.id, { at: 1, by: 'Ana' });
        }),
      );
      expect(new Set(seen).size).toBe(seen.length);
      const stayed = there.filter(
        (one) => !reviewed.has(one.id) && kinds.includes(one.kind) && matches(one, filter),
      );
      const ids = new Set(stayed.map(({ id }) => id));
      expect(seen.filter((id) => ids.has(id))).toEqual(inOrder(stayed, order));
    }),
    { numRuns: isOnPostgres ? 5 : 100 },
  );
});
