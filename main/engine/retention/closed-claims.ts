import type { keptBackReasons } from '#shared/contract/retention.ts';
import { recordsByKey } from '../claims/index.ts';
import type { FindingThresholds } from '../findings/index.ts';
import { ledgerOfRecords } from '../ledger/index.ts';
import {
  countDeliveriesAfter,
  findClaim,
  findDerivedPosition,
  findLatestArrival,
  findSetting,
  hasLiveRecords,
  type LedgerRecord,
  listEarliestClaims,
  listLastActivity,
  listLedgerRecords,
  listLedgerRelated,
  listLinkedRecords,
  listLinksOfRecords,
  listRecordStandings,
  type OldClaim,
  type ReadTransaction,
  type RecordStanding,
  type Store,
} from '../store/index.ts';

/** The engine's store, or a database that is only looked at. */
export type Reading = Pick<Store, 'read'>;

export type KeptBackReason = (typeof keptBackReasons)[number];

/** A claim in which nothing has happened for as long as it takes. */
export interface AgedClaim {
  claimNumber: string;
  /** Its place in the walk; no two claims share one. */
  lastSeq: number;
  /** When anything last happened with any record of its claim file; milliseconds since 1970. */
  lastActivity: number;
  /** The last entry of the audit log that is about any of them; 0 for none. */
  lastAuditId: number;
  /** Why it stays; null where it is closed. */
  reason: KeptBackReason | null;
  /** What leaves with it: its own records, and those of its claim file that are of no other claim which stays. */
  records: LeavingRecord[];
}

export interface LeavingRecord {
  id: number;
  /** The latest. */
  revision: number;
  /** Of its bodies, photos and papers. */
  bytes: number;
}

export interface ClaimsWalk {
  /** Milliseconds since 1970: what happened from then on keeps a claim. */
  closedBefore: number;
  /** What is said to have arrived after that says nothing of the time; milliseconds since 1970. */
  now: number;
  thresholds: FindingThresholds;
  /** Behind this place; 0 for all. */
  afterSeq?: number;
}

/** Claims that are looked at in one read. */
const pageClaims = 50;
/** The most records of a claim, and of a bundle; a claim of more stays. */
export const maxRecordsOfClaim = 5000;

/**
 * Claims in which nothing happened for long, in the order of the newest arrival of each, a page at a time: closed ones, and those that
 * stay, with the reason. One is closed where no cancellation waits, all records of its claim file are reviewed, its ledger has nothing
 * outstanding and nothing to be credited, and nothing is being fetched.
 */
export async function* agedClaims(store: Reading, walk: ClaimsWalk): AsyncGenerator<AgedClaim> {
  const closed = new PlaceSet();
  // What arrived later is no older, whatever a clock said that was behind.
  let latest = await store.read((tx) => findLatestArrival(tx, walk.afterSeq ?? 0, walk.now));
  for (let afterSeq = walk.afterSeq ?? 0; ; ) {
    const page = await store.read((tx) => listEarliestClaims(tx, afterSeq, pageClaims));
    const last = page.at(-1);
    // The newest arrivals of claims come in the order of their time, but for a clock that was set back.
    if (last === undefined || page.every(({ lastReceivedAt }) => lastReceivedAt >= walk.closedBefore)) return;
    afterSeq = last.lastSeq;
    const old: OldClaim[] = [];
    for (const claim of page) {
      const lastReceivedAt = Math.max(claim.lastReceivedAt, latest ?? 0);
      if (claim.lastReceivedAt <= walk.now) latest = lastReceivedAt;
      if (lastReceivedAt < walk.closedBefore) old.push({ ...claim, lastReceivedAt });
    }
    yield* await store.read((tx) => lookAtClaims(tx, old, { ...walk, closed }));
  }
}

/** Of some claims those of that age which have anything that could leave; the closed ones are added to `closed`. */
export async function lookAtClaims(
  tx: ReadTransaction,
  claims: readonly OldClaim[],
  { closedBefore, thresholds, closed }: Omit<ClaimsWalk, 'now'> & { closed: PlaceSet },
): Promise<AgedClaim[]> {
  const numbers = claims.map(({ claimNumber }) => claimNumber);
  const files = await recordsByKey(tx, 'claimNumber', numbers, maxRecordsOfClaim);
  const ids = [...new Set(files.flatMap(({ shares }) => [...shares.keys()]))];
  const activity = await listLastActivity(tx, ids);
  const standings = new Map((await listRecordStandings(tx, ids)).map((one) => [one.id, one]));
  const money = new Map((await listLedgerRecords(tx, ids)).map((one) => [one.id, one]));
  const claimsOf = await claimNumbersOf(tx, ids);
  const isExamined = await isExaminedUntil(tx, closedBefore);
  const aged: AgedClaim[] = [];
  for (const [index, { claimNumber, lastSeq, lastReceivedAt }] of claims.entries()) {
    const file = files[index];
    if (file === undefined) continue;
    const own = [...file.shares.keys()];
    const acts = own.flatMap((id) => activity.get(id) ?? []);
    const lastActivity = Math.max(lastReceivedAt, ...acts.map(({ at }) => at));
    if (lastActivity >= closedBefore) continue;
    const records = own.flatMap((id) => standings.get(id) ?? []);
    const ledger = ledgerOfRecords(
      own.flatMap((id): LedgerRecord[] => {
        const one = money.get(id);
        return one === undefined ? [] : [one];
      }),
      thresholds,
    );
    const isOwed = ledger.rows.some(({ outstanding, toCredit }) => isMoney(outstanding) || isMoney(toCredit));
    const reason = reasonOf(records, { isOwed, isReadable: isExamined && !file.isPartial });
    const named = records.filter(({ id }) => claimsOf.get(id)?.has(claimNumber));
    const unnamed = records.filter(({ id }) => !claimsOf.has(id));
    const unnamedIds = unnamed.map(({ id }) => id);
    const shared =
      reason === null ? await sharedWithOthers(tx, unnamedIds, { claimNumber, closed }) : new Set<number>();
    if (reason === null) closed.add(lastSeq);
    const leaving = [...named, ...unnamed.filter(({ id }) => !shared.has(id))].filter(
      ({ isArchived }) => isArchived === 0,
    );
    if (leaving.length === 0) continue;
    aged.push({
      ...{ claimNumber, lastSeq, lastActivity, reason },
      lastAuditId: Math.max(0, ...acts.map(({ auditId }) => auditId)),
      records: leaving.map(({ id, revision, bytes }) => ({ id, revision, bytes })),
    });
  }
  return aged;
}

const isMoney = (amount: string): boolean => Number(amount) !== 0;

/** The first of them in the order of the contract. */
function reasonOf(
  records: readonly RecordStanding[],
  { isOwed, isReadable }: { isOwed: boolean; isReadable: boolean },
): KeptBackReason | null {
  if (records.some(({ openCancellations }) => openCancellations > 0)) return 'cancellationOpen';
  if (records.some(({ isUndecided }) => isUndecided > 0)) return 'invoiceUndecided';
  if (records.some(({ isReviewed }) => isReviewed === 0)) return 'notReviewed';
  if (isOwed) return 'outstanding';
  if (records.some(({ openDownloads }) => openDownloads > 0)) return 'downloading';
  return isReadable ? null : 'notReadable';
}

/** Whether all that arrived before a time is examined: after a rebuild claims lack what is not, so that none is known to be closed. */
async function isExaminedUntil(tx: ReadTransaction, time: number): Promise<boolean> {
  const derived = await findDerivedPosition(tx, 'derivedArrivals');
  const examined = Number((await findSetting(tx, 'examinedEntry')) ?? 0);
  const { since } = await countDeliveriesAfter(tx, Math.min(derived, examined));
  return since === null || since >= time;
}

/** The claim numbers that records carry, by their ids; of those that carry one. */
async function claimNumbersOf(
  tx: ReadTransaction,
  ids: readonly number[],
): Promise<Map<number, Set<string>>> {
  const found = new Map<number, Set<string>>();
  for (const { recordId, name, value } of await listLinksOfRecords(tx, ids)) {
    if (name === 'claimNumber') found.set(recordId, (found.get(recordId) ?? new Set()).add(value));
  }
  return found;
}

/** Records that one link of another brings in. */
const maxSteps = 50;

/** Which records without a claim number are in the file of a claim that stays, other than `claimNumber`. */
export async function sharedWithOthers(
  tx: ReadTransaction,
  ids: readonly number[],
  { claimNumber, closed }: { claimNumber: string | null; closed: PlaceSet },
): Promise<Set<number>> {
  const near = new Set<number>();
  for (const { id } of await listLedgerRelated(tx, ids, { ofEach: maxSteps, all: maxRecordsOfClaim }))
    near.add(id);
  const linked = new Set<string>();
  for (const { name, value } of await listLinksOfRecords(tx, ids)) {
    if ((name !== 'claimId' && name !== 'requestId' && name !== 'policy') || linked.has(`${name} ${value}`))
      continue;
    linked.add(`${name} ${value}`);
    for (const id of await listLinkedRecords(tx, { name, value }, maxSteps)) near.add(id);
  }
  const others = new Set([...(await claimNumbersOf(tx, [...near])).values()].flatMap((found) => [...found]));
  if (claimNumber !== null) others.delete(claimNumber);
  const staying: string[] = [];
  for (const other of others) {
    const found = await findClaim(tx, other);
    if (found !== undefined && !closed.has(found.lastSeq) && (await hasLiveRecords(tx, other)))
      staying.push(other);
  }
  const shared = new Set<number>();
  for (const { shares } of await recordsByKey(tx, 'claimNumber', staying, maxRecordsOfClaim))
    for (const id of ids) if (shares.has(id)) shared.add(id);
  return shared;
}

/** Places of the journal, or row ids, a bit each: there may be millions. */
export class PlaceSet {
  #bits = new Uint8Array(4096);

  add(place: number): void {
    const at = place >> 3;
    if (at >= this.#bits.length) {
      const more = new Uint8Array(Math.max(at + 1, 2 * this.#bits.length));
      more.set(this.#bits);
      this.#bits = more;
    }
    this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (place & 7));
  }

  has(place: number): boolean {
    return ((this.#bits[place >> 3] ?? 0) & (1 << (place & 7))) !== 0;
  }
}
