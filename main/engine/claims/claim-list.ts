import type { ClaimRow } from '#shared/contract/claims.ts';
import type { RecordHeading } from '#shared/contract/records.ts';
import { type InvoiceDecision, type RecordKind, recordKinds } from '#shared/terms.ts';
import type { Allowance } from '../findings/index.ts';
import { type Ledger, ledgerOfRecords } from '../ledger/index.ts';
import { numberKey } from '../policies/index.ts';
import { headingOf, searchIds } from '../records/index.ts';
import {
  type ClaimStored,
  cappedTotal,
  countClaims,
  findClaim,
  listClaimAssignments,
  listClaimsByPrefix,
  listLatestClaims,
  listLatestClaimsByPrefix,
  listLedgerRecords,
  listLinksOfRecords,
  listPolicySubjects,
  listRecordsByIds,
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
  /** Row id of a revision to go on below; null on the last page. */
  nextBelow: number | null;
  total: number;
  totalIsCapped: boolean;
}

/** A page of claims, latest activity first. */
export async function claimsPage(
  tx: ReadTransaction,
  query: {
    search?: string | undefined;
    claimNumbers?: readonly string[] | undefined;
    below: number;
    limit: number;
    allowance: Allowance;
  },
): Promise<ClaimsPage> {
  const { search = '', claimNumbers, below, limit, allowance } = query;
  const { found, total } =
    claimNumbers !== undefined
      ? await namedClaims(tx, claimNumbers, below)
      : search === ''
        ? { found: await listLatestClaims(tx, below, limit + 1), total: await countClaims(tx, maxCount + 1) }
        : await searchClaims(tx, search, below);
  const shown = found.slice(0, limit);
  return {
    rows: await summariesOf(tx, shown, { limit: Math.ceil(summedRecords / limit), allowance }),
    nextBelow: found.length > limit ? (shown.at(-1)?.lastSeq ?? null) : null,
    ...cappedTotal(total, maxCount),
  };
}

async function namedClaims(
  tx: ReadTransaction,
  claimNumbers: readonly string[],
  below: number,
): Promise<{ found: ClaimStored[]; total: number }> {
  const all: ClaimStored[] = [];
  for (const claimNumber of new Set(claimNumbers)) {
    const claim = await findClaim(tx, claimNumber);
    if (claim !== undefined) all.push(claim);
  }
  return pageBelow(all, below);
}

const pageBelow = (all: ClaimStored[], below: number) => ({
  found: all.sort((a, b) => b.lastSeq - a.lastSeq).filter(({ lastSeq }) => lastSeq < below),
  total: all.length,
});

/** Claims whose number begins so; where none does, those of the newest records with these words. */
async function searchClaims(
  tx: ReadTransaction,
  search: string,
  below: number,
): Promise<{ found: ClaimStored[]; total: number }> {
  const claims = new Map<string, ClaimStored>();
  const ofNumber = await listClaimsByPrefix(tx, search, maxCount + 1);
  const latest =
    ofNumber.length > maxCount ? await listLatestClaimsByPrefix(tx, search, below, latestWalked) : [];
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
  return pageBelow([...claims.values()], below);
}

/** What its claim file says of each claim, of at most so many records each; rows and money of all are read at once. */
async function summariesOf(
  tx: ReadTransaction,
  claims: readonly ClaimStored[],
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
  claim: ClaimStored,
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
