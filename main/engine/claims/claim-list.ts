import Big from 'big.js';
import type { ClaimFilter as AskedFilter, ClaimOrder, ClaimRow } from '#shared/contract/claims.ts';
import type { RecordHeading } from '#shared/contract/records.ts';
import { type InvoiceDecision, type RecordKind, recordKinds } from '#shared/terms.ts';
import type { Allowance } from '../findings/index.ts';
import { type Ledger, ledgerOfRecords } from '../ledger/index.ts';
import { numberKey } from '../policies/index.ts';
import { countedPage, type Effort, type Queue } from '../queues/index.ts';
import { filterOf, headingOf, nameKey, searchIds } from '../records/index.ts';
import {
  type ClaimFilter,
  type ClaimKeyedOrder,
  type ClaimListed,
  type ClaimStored,
  claimConditions,
  claimKeyBounds,
  claimTable,
  driveOfClaims,
  drivesOfClaims,
  findClaim,
  idsReceived,
  listClaimAssignments,
  listClaimsByPrefix,
  listClaimsBySeqs,
  listLatestClaimsByPrefix,
  listLedgerRecords,
  listLinksOfRecords,
  listPolicySubjects,
  listRecordsByIds,
  type Place,
  type ReadTransaction,
  type RecordListRow,
} from '../store/index.ts';
import { recordsByKey } from './claim-records.ts';

/** Nothing is counted further than this. */
const maxCount = 1000;
/** Records of one search that are looked at. */
const spanSize = 500;
/** Where more claims have a beginning than are counted, those of the latest so many that have it come first. */
const latestWalked = 2000;
/** Records that one page sums, over all of its claims. */
const summedRecords = 2000;

/** A claim as the contract has it, with the time still in milliseconds. */
export type ClaimSummary = Omit<ClaimRow, 'lastReceivedAt'> & { lastAt: number };

export interface ClaimsPage {
  rows: ClaimSummary[];
  /** Where to go on behind; null on the last page. */
  next: Place | null;
  total: number;
  totalIsCapped: boolean;
}

export interface ClaimQuery {
  search?: string | undefined;
  claimNumbers?: readonly string[] | undefined;
  filter: ClaimFilter;
  order: ClaimOrder;
  /** Behind which it goes on; null from the first on. */
  after: Place | null;
  limit: number;
  allowance: Allowance;
}

/** The claims with a filter. */
export async function claimQueue(tx: ReadTransaction, filter: ClaimFilter): Promise<Queue<ClaimKeyedOrder>> {
  return {
    table: claimTable,
    conditions: claimConditions(filter),
    bounds: await idsReceived(tx, claimTable, filter),
    drives: drivesOfClaims(filter),
    whole: driveOfClaims(filter),
    all: driveOfClaims({}),
    parts: [null],
    coveredByParts: [],
    keyBounds: (by) => claimKeyBounds(by, filter),
  };
}

/** A page of claims. */
export async function claimsPage(
  tx: ReadTransaction,
  { search = '', claimNumbers, filter, order, after, limit, allowance }: ClaimQuery,
  effort?: Effort,
): Promise<ClaimsPage> {
  const found =
    claimNumbers !== undefined
      ? await namedClaims(tx, claimNumbers)
      : search === ''
        ? undefined
        : await searchClaims(tx, search);
  const lastSeqs = found?.map(({ lastSeq }) => lastSeq);
  const queue = await claimQueue(tx, { ...filter, lastSeqs });
  const { ids, next, ...count } = await countedPage(
    tx,
    queue,
    { order, after, limit },
    { most: maxCount, effort },
  );
  const rows = Map.groupBy(await listClaimsBySeqs(tx, ids), ({ lastSeq }) => lastSeq);
  const shown = ids.flatMap((id) => rows.get(id) ?? []);
  return {
    rows: await summariesOf(tx, shown, { limit: Math.ceil(summedRecords / limit), allowance }),
    next,
    ...count,
  };
}

/** A filter of the contract as the store compares it; its search is asked apart. */
export function claimFilterOf(asked: Omit<AskedFilter, 'search'>): ClaimFilter {
  const { severity, waiting, ...shared } = asked;
  const { reviewed, withFindings, receivedFrom, receivedBefore, datedFrom, datedUntil, ...rest } =
    filterOf(shared);
  const { amountFrom, amountUntil, parties, makes, assignedTo, flagged, policyKey, vehicleKey } = rest;
  return {
    ...{ severity, waiting, reviewed, withFindings, receivedFrom, receivedBefore, datedFrom, datedUntil },
    ...{ amountFrom, amountUntil, parties, makes, assignedTo, flagged, policyKey, vehicleKey },
    insured: asked.insured === undefined ? undefined : (nameKey(asked.insured) ?? undefined),
  };
}

async function namedClaims(tx: ReadTransaction, claimNumbers: readonly string[]): Promise<ClaimStored[]> {
  const all: ClaimStored[] = [];
  for (const claimNumber of new Set(claimNumbers)) {
    const claim = await findClaim(tx, claimNumber);
    if (claim !== undefined) all.push(claim);
  }
  return all;
}

/** Claims whose number begins so; where none does, those of the newest records with these words. */
async function searchClaims(tx: ReadTransaction, search: string): Promise<ClaimStored[]> {
  const claims = new Map<string, ClaimStored>();
  const ofNumber = await listClaimsByPrefix(tx, search, maxCount + 1);
  const latest =
    ofNumber.length > maxCount
      ? await listLatestClaimsByPrefix(tx, search, Number.MAX_SAFE_INTEGER, latestWalked)
      : [];
  for (const claim of [...ofNumber, ...latest]) claims.set(claim.claimNumber, claim);
  const ids =
    claims.size > 0 ? [] : await searchIds(tx, search, recordKinds, Number.MAX_SAFE_INTEGER, spanSize);
  const numbers = new Set(
    (await listLinksOfRecords(tx, ids))
      .filter(({ name }) => name === 'claimNumber')
      .map(({ value }) => value),
  );
  for (const number of numbers) {
    const claim = await findClaim(tx, number);
    if (claim !== undefined) claims.set(number, claim);
  }
  return [...claims.values()];
}

/** What its claim file says of each claim, of at most so many records each; rows and money of all are read at once. */
async function summariesOf(
  tx: ReadTransaction,
  claims: readonly ClaimListed[],
  { limit, allowance }: { limit: number; allowance: Allowance },
): Promise<ClaimSummary[]> {
  const shares = await recordsByKey(
    tx,
    'claimNumber',
    claims.map(({ claimNumber }) => claimNumber),
    limit,
  );
  const ids = [...new Set(shares.flatMap((one) => [...one.shares.keys()]))];
  const rows = new Map((await listRecordsByIds(tx, ids, {})).map((row) => [row.id, row]));
  const money = new Map((await listLedgerRecords(tx, ids)).map((record) => [record.id, record]));
  const rowsOf = (index: number) =>
    [...(shares[index]?.shares.keys() ?? [])].flatMap((id) => rows.get(id) ?? []);
  const subjects = await subjectsOf(
    tx,
    claims.map((_, index) => rowsOf(index)),
  );
  const numbers = claims.map(({ claimNumber }) => claimNumber);
  const owners = new Map(
    (await listClaimAssignments(tx, numbers)).map(({ claimNumber, personId }) => [claimNumber, personId]),
  );
  return claims.map((claim, index) => {
    const { shares: own = new Map<number, unknown>(), isPartial = false } = shares[index] ?? {};
    const recordIds = [...own.keys()];
    return summaryOf(claim, {
      rows: rowsOf(index),
      subject: subjects[index] ?? nobody,
      assignedTo: owners.get(claim.claimNumber) ?? null,
      ledger: ledgerOfRecords(
        recordIds.flatMap((id) => money.get(id) ?? []),
        allowance,
      ),
      isPartial,
    });
  });
}

/** What a claim is about, as its row says it. */
type ClaimSubject = Pick<ClaimRow, 'insured' | 'vehicle' | 'plate' | 'policyNumber'>;
const nobody: ClaimSubject = { insured: null, vehicle: null, plate: null, policyNumber: null };

/**
 * What claims are about, by the records of each. What no report says the policy book may: whose the policy is that a document
 * names, and which vehicle where it has one alone.
 */
async function subjectsOf(
  tx: ReadTransaction,
  recordsOfClaims: readonly (readonly RecordListRow[])[],
): Promise<ClaimSubject[]> {
  const reports = recordsOfClaims.map((rows) =>
    rows.filter(({ kind }) => kind === 'incidentReport').map(({ id }) => id),
  );
  const plates = Map.groupBy(
    (await listLinksOfRecords(tx, [...new Set(reports.flat())])).filter(({ name }) => name === 'plate'),
    ({ recordId }) => recordId,
  );
  const subjects = recordsOfClaims.map((rows, index): ClaimSubject => {
    const headings = rows.map(headingOf);
    const ofReports = (read: (heading: IncidentHeading) => string | null) =>
      firstOf(headings, (heading) => (heading.kind === 'incidentReport' ? read(heading) : null));
    const [plate = null, another] = new Set(
      (reports[index] ?? []).flatMap((id) => plates.get(id) ?? []).map(({ value }) => value),
    );
    return {
      insured: ofReports(({ insured }) => insured),
      vehicle: ofReports(({ vehicle }) => vehicle),
      plate: another === undefined ? plate : null,
      policyNumber: firstOf(headings, ({ policyNumber }) => policyNumber),
    };
  });
  const asked = subjects.flatMap(({ insured, vehicle, policyNumber }) =>
    policyNumber === null || (insured !== null && vehicle !== null) ? [] : [numberKey(policyNumber)],
  );
  if (asked.length === 0) return subjects;
  const book = new Map(
    (await listPolicySubjects(tx, [...new Set(asked)])).map((row) => [row.numberKey, row]),
  );
  return subjects.map((subject) => {
    const held = subject.policyNumber === null ? undefined : book.get(numberKey(subject.policyNumber));
    if (held === undefined) return subject;
    const vehicle = [held.makeName, held.modelName, held.year].filter((part) => part !== null && part !== '');
    return {
      ...subject,
      insured: subject.insured ?? (held.displayName.trim() || null),
      vehicle: subject.vehicle ?? (vehicle.join(' ') || null),
    };
  });
}

type IncidentHeading = Extract<RecordHeading, { kind: 'incidentReport' }>;

function summaryOf(
  claim: ClaimListed,
  about: {
    rows: readonly RecordListRow[];
    subject: ClaimSubject;
    assignedTo: number | null;
    ledger: Ledger;
    isPartial: boolean;
  },
): ClaimSummary {
  const { rows, subject, assignedTo, ledger, isPartial } = about;
  const counted = Map.groupBy(rows, ({ kind }) => kind);
  // Of more records than are looked at, the claim's own are counted.
  const countOf = (kind: RecordKind, own: number) =>
    isPartial ? Math.max(own, counted.get(kind)?.length ?? 0) : (counted.get(kind)?.length ?? 0);
  return {
    claimNumber: claim.claimNumber,
    lastAt: claim.lastReceivedAt,
    counts: {
      purchaseOrder: countOf('purchaseOrder', claim.purchaseOrders),
      serviceOrder: countOf('serviceOrder', claim.serviceOrders),
      incidentReport: countOf('incidentReport', claim.incidentReports),
      financialDocument: countOf('financialDocument', claim.financialDocuments),
    },
    attentionCount: rows.reduce((sum, { attentionCount }) => sum + attentionCount, 0),
    ...subject,
    assignedTo,
    incidentOn: claim.incidentOn,
    ...{ recordCount: claim.records, openCount: claim.openRecords, flaggedCount: claim.flaggedRecords },
    waitingCount: claim.waiting,
    ordered: new Big(claim.ordered).div(100).toFixed(2),
    isPartial,
    headline: ledger.headline,
    partyCount: new Set(ledger.rows.map(({ party, partyTaxId }) => partyTaxId ?? party)).size,
    uncountedCount: ledger.leftOut.length,
    decisions: decisionsOf(rows),
    archivedIn: bundleOfAll(rows, isPartial),
  };
}

/** What people decided on the invoices among some records. */
function decisionsOf(rows: readonly RecordListRow[]): ClaimRow['decisions'] {
  const count = (decision: InvoiceDecision) => rows.filter((row) => row.decision === decision).length;
  return {
    ...{ pay: count('pay'), hold: count('hold'), dispute: count('dispute') },
    proposed: rows.filter(({ decisionProposed }) => decisionProposed === 1).length,
  };
}

/** The bundle with the newest of some records where all of them lie in bundles; null where some are here. */
function bundleOfAll(rows: readonly RecordListRow[], isPartial: boolean): number | null {
  const isThere = ({ revision, archivedRevision }: RecordListRow) => archivedRevision === revision;
  if (isPartial || rows.length === 0 || !rows.every(isThere)) return null;
  return rows.reduce((newest, row) => (row.receivedAt > newest.receivedAt ? row : newest)).archivedBundle;
}

/** A heading says nothing blank. */
function firstOf(
  headings: readonly RecordHeading[],
  read: (heading: NonNullable<RecordHeading>) => string | null,
): string | null {
  for (const heading of headings) {
    const found = heading === null ? null : read(heading);
    if (found !== null) return found.trim();
  }
  return null;
}
