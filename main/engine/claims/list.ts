import type { ClaimRow } from '#shared/contract/claims.ts';
import { type RecordHeading, recordHeading } from '#shared/contract/records.ts';
import { type RecordKind, recordKinds } from '#shared/terms.ts';
import { codeValue, searchIds } from '../records/index.ts';
import {
  type ClaimRecord,
  type ClaimStored,
  claimByNumber,
  claimRecords,
  claimsFrom,
  countClaims,
  latestClaims,
  latestClaimsFrom,
  linksOfRecords,
  namedBesides,
  type ReadTransaction,
} from '../store/index.ts';
import { amountsOf } from './amounts.ts';
import { incidentsOfClaim } from './incident-of-claim.ts';

/** Nothing is counted further than this. */
const countLimit = 1000;
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
  query: { search?: string | undefined; below: number; limit: number },
): Promise<ClaimsPage> {
  const { search = '', below, limit } = query;
  const { found, total } =
    search === ''
      ? { found: await latestClaims(tx, below, limit + 1), total: await countClaims(tx, countLimit + 1) }
      : await searchClaims(tx, search, below);
  const shown = found.slice(0, limit);
  const rows: ClaimSummary[] = [];
  for (const claim of shown) rows.push(await summaryOf(tx, claim, Math.ceil(summedRecords / limit)));
  return {
    rows,
    nextBelow: found.length > limit ? (shown.at(-1)?.last_revision ?? null) : null,
    total: Math.min(total, countLimit),
    totalIsCapped: total > countLimit,
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
    const ofNumber = await claimsFrom(tx, beginning, countLimit + 1);
    const latest =
      ofNumber.length > countLimit ? await latestClaimsFrom(tx, beginning, below, latestWalked) : [];
    for (const claim of [...ofNumber, ...latest]) claims.set(claim.claim_number, claim);
  }
  const ids =
    claims.size > 0 ? [] : await searchIds(tx, search, recordKinds, Number.MAX_SAFE_INTEGER, spanSize);
  const numbers = new Set(
    (await linksOfRecords(tx, ids)).filter(({ name }) => name === 'claimNumber').map(({ value }) => value),
  );
  for (const number of numbers) {
    const claim = await claimByNumber(tx, number);
    if (claim !== undefined) claims.set(number, claim);
  }
  const all = [...claims.values()].sort((a, b) => b.last_revision - a.last_revision);
  return { found: all.filter(({ last_revision }) => last_revision < below), total: all.length };
}

async function summaryOf(tx: ReadTransaction, claim: ClaimStored, limit: number): Promise<ClaimSummary> {
  const records = await claimRecords(tx, claim.claim_number, limit + 1);
  const numbered = records.slice(0, limit);
  const named = await namedApart(tx, numbered, limit);
  const summed = [...numbered, ...named];
  const headings = summed.map(headingOf);
  const policyNumber = firstOf(headings, (heading) => heading.policyNumber);
  const policy = codeValue(policyNumber);
  const incidents = policy === null ? [] : await incidentsOfClaim(tx, claim.claim_number, policy);
  const own = new Set(summed.map(({ id }) => id));
  const besides = incidents.filter(({ id }) => !own.has(id));
  const namedOf = (kind: RecordKind) => named.filter((record) => record.kind === kind).length;
  return {
    claimNumber: claim.claim_number,
    lastAt: claim.last_at,
    counts: {
      purchaseOrder: claim.purchase_orders + namedOf('purchaseOrder'),
      serviceOrder: claim.service_orders + namedOf('serviceOrder'),
      incidentReport: claim.incident_reports + besides.length,
      financialDocument: claim.financial_documents + namedOf('financialDocument'),
    },
    attentionCount:
      summed.reduce((sum, { attentionCount }) => sum + attentionCount, 0) +
      besides.reduce((sum, { attention_count }) => sum + attention_count, 0),
    vehicle: firstOf([...headings, ...incidents.map(headingOf)], (heading) =>
      heading.kind === 'incidentReport' ? heading.vehicle : null,
    ),
    policyNumber,
    isPartial: records.length > limit,
    amounts: amountsOf(
      summed.map((record) => ({ ...record, isCancelled: record.cancellation === 'cancelled' })),
    ),
  };
}

/**
 * Orders and documents that name each other belong together whatever claim number they carry, as in the dossier; of a
 * claim with more records than are summed, nothing more is sought.
 */
async function namedApart(
  tx: ReadTransaction,
  numbered: readonly ClaimRecord[],
  limit: number,
): Promise<ClaimRecord[]> {
  if (numbered.length === limit) return [];
  const own = new Set(numbered.map(({ id }) => id));
  const apart = new Map<number, ClaimRecord>();
  for (const record of await namedBesides(tx, [...own], 4 * limit)) {
    if (!own.has(record.id)) apart.set(record.id, record);
  }
  return [...apart.values()];
}

function headingOf({ heading }: Pick<ClaimRecord, 'heading'>): RecordHeading {
  return heading === null ? null : recordHeading.parse(JSON.parse(heading));
}

function firstOf(
  headings: readonly RecordHeading[],
  read: (heading: NonNullable<RecordHeading>) => string | null,
): string | null {
  for (const heading of headings) {
    const found = heading === null ? null : read(heading);
    if (found !== null && found.trim() !== '') return found.trim();
  }
  return null;
}
