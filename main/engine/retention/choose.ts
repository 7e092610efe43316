import { readSettings } from '../settings/index.ts';
import {
  type AgedClaim,
  agedClaims,
  type ClaimsWalk,
  type LeavingRecord,
  maxRecordsOfClaim,
  type Reading,
} from './closed-claims.ts';

/** A claim that is to leave, as it was when it was chosen. */
export interface ChosenClaim {
  claimNumber: string;
  lastSeq: number;
  lastActivity: number;
  records: Pick<LeavingRecord, 'id' | 'revision'>[];
}

/** The most of a bundle; a claim of more has one of its own. */
export interface BundleLimits {
  records: number;
  bytes: number;
}

export const usualLimits: BundleLimits = { records: maxRecordsOfClaim, bytes: 2 * 1024 ** 3 };

/** The closed claims of one bundle, the oldest first, behind a place of the walk; none where no more is closed. */
export async function chooseClaims(
  store: Reading,
  { limits, ...walk }: Pick<ClaimsWalk, 'closedBefore' | 'now'> & { afterSeq: number; limits: BundleLimits },
): Promise<ChosenClaim[]> {
  const { findings: thresholds } = await store.read(readSettings);
  const chosen: ChosenClaim[] = [];
  let records = 0;
  let bytes = 0;
  for await (const claim of agedClaims(store, { ...walk, thresholds })) {
    if (claim.reason !== null) continue;
    records += claim.records.length;
    bytes += claim.records.reduce((sum, one) => sum + one.bytes, 0);
    if (chosen.length > 0 && (records > limits.records || bytes > limits.bytes)) break;
    chosen.push(chosenOf(claim));
  }
  return chosen;
}

const chosenOf = ({ claimNumber, lastSeq, lastActivity, records }: AgedClaim): ChosenClaim => ({
  ...{ claimNumber, lastSeq, lastActivity },
  records: records.map(({ id, revision }) => ({ id, revision })),
});
