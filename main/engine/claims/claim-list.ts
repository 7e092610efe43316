import type { ClaimRow } from '#shared/contract/claims.ts';
import type { RecordHeading } from '#shared/contract/records.ts';
import { type InvoiceDecision, type RecordKind, recordKinds } from '#shared/terms.ts';
import type { Allowance } from '../findings/index.ts';
import { type Ledger, ledgerOfRecords } from '../ledger/index.ts';
import { headingOf, searchIds } from '../records/index.ts';
import {
  type ClaimStored,
  cappedTotal,
  countClaims,
  findClaim,
  listClaimsByPrefix,
  listLatestClaims,
  listLatestClaimsByPrefix,
  listLedgerRecords,
  listLinksOfRecords,
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
  query: { search?: string | undefined; below: number; limit: number; allowance: Allowance },
): Promise<ClaimsPage> {
  const { search = '', below, limit, allowance } = query;
  const { found, total } =
    search === ''
      ? { found: await listLatestClaims(tx, below, limit + 1), total: await countClaims(tx, maxCount + 1) }
      : await searchClaims(tx, search, below);
  const shown = found.slice(0, limit);
  return {
    rows: await summariesOf(tx, shown, { limit: Math.ceil(summedRecords / limit), allowance }),
    nextBelow: found.length > limit ? (shown.at(-1)?.lastSeq ?? null) : null,
    ...cappedTotal(total, maxCount),
  };
}

/** Claims whose number begins so; where none does, those of the newest records with these words. */
async function searchClaims(
  tx: ReadTransaction,
  search: string,
  below: number,
): Promise<{ found: ClaimStored[]; total: number }> {
  const claims = new Map<string, ClaimStored>();
  for (const beginning of new Set([search, search.toUpperCase()])) {
    const ofNumber = await listClaimsByPrefix(tx, beginning, maxCount + 1);
    const latest =
      ofNumber.length > maxCount ? await listLatestClaimsByPrefix(tx, beginning, below, latestWalked) : [];
    for (const claim of [...ofNumber, ...latest]) claims.set(claim.claimNumber, claim);
  }
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
  const all = [...claims.values()].sort((a, b) => b.lastSeq - a.lastSeq);
  return { found: all.filter(({ lastSeq }) => lastSeq < below), total: all.length };
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
  return claims.map((claim, index) => {
    const { shares: own = new Map<number, unknown>(), isPartial = false } = shares[index] ?? {};
    const recordIds = [...own.keys()];
    return summaryOf(claim, {
      rows: recordIds.flatMap((id) => rows.get(id) ?? []),
      ledger: ledgerOfRecords(
        recordIds.flatMap((id) => money.get(id) ?? []),
        allowance,
      ),
      isPartial,
    });
  });
}

function summaryOf(
  claim: ClaimStored,
  { rows, ledger, isPartial }: { rows: readonly RecordListRow[]; ledger: Ledger; isPartial: boolean },
): ClaimSummary {
  const headings = rows.map(headingOf);
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
    vehicle: firstOf(headings, (heading) => (heading.kind === 'incidentReport' ? heading.vehicle : null)),
    policyNumber: firstOf(headings, (heading) => heading.policyNumber),
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
