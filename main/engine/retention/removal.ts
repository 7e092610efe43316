import type { ArchivedRecords } from '../archived/index.ts';
import { readSettings } from '../settings/index.ts';
import { findClaim, type ReadTransaction } from '../store/index.ts';
import type { ChosenClaim } from './choose.ts';
import { lookAtClaims, PlaceSet, type Reading } from './closed-claims.ts';
import type { CurrentBundle } from './run-state.ts';

/** Chosen claims that are looked at once more. */
export interface LastLook {
  claims: readonly ChosenClaim[];
  /** Places in the walk of all claims that were chosen with them. */
  closed: readonly number[];
  closedBefore: number;
  /** The last entry of the audit log when they were chosen. */
  auditId: number;
}

/** Records that are taken out before it is looked again whether that is still wanted; a claim is never cut. */
const batchRecords = 200;

/** Those in which nothing happened since they were chosen, with what of them is not in a bundle yet. One snapshot: some 150 ms where 5,000 records are of one claim. */
export async function lookAgain(
  store: Reading,
  { claims, closed, closedBefore, auditId }: LastLook,
): Promise<ChosenClaim[]> {
  const places = new PlaceSet();
  for (const lastSeq of closed) places.add(lastSeq);
  return store.read((tx) => unchanged(tx, claims, { closedBefore, closed: places, auditId }));
}

/**
 * Takes the claims of a verified bundle out of the database, as far as each is as it was when it was chosen; the others stay whole.
 *
 * @param look looks at claims once more, where nobody waits for it.
 * @param goesOn is told how many records are out after each batch, and says whether to go on.
 */
export async function removeClaims(
  {
    archived,
    look,
  }: {
    archived: Pick<ArchivedRecords, 'archive'>;
    look(claims: LastLook): Promise<ChosenClaim[]>;
  },
  { current, closedBefore }: { current: CurrentBundle; closedBefore: number },
  goesOn: (removed: number) => boolean,
): Promise<{ claims: number; records: number }> {
  const { verified, claims: chosen, file, secondFile, auditId } = current;
  if (verified === null) throw new Error('A bundle that is not verified takes nothing out.');
  const bundle = {
    ...{ ...verified, file, secondFile, auditId },
    claims: chosen.length,
    records: chosen.reduce((sum, { records }) => sum + records.length, 0),
  };
  const closed = chosen.map(({ lastSeq }) => lastSeq);
  const removed = { claims: 0, records: 0 };
  for (const batch of batchesOf(chosen)) {
    if (!goesOn(removed.records)) break;
    const leaving = await look({ claims: batch, closed, closedBefore, auditId }).catch((failure: unknown) => {
      if (goesOn(removed.records)) throw failure;
      return null;
    });
    if (leaving === null) break;
    const records = leaving.flatMap((claim) => claim.records);
    if (records.length === 0) continue;
    const done = await archived.archive(bundle, records);
    const changed = new Set(done.changed);
    removed.records += done.archived;
    removed.claims += leaving.filter((claim) => !claim.records.some(({ id }) => changed.has(id))).length;
  }
  goesOn(removed.records);
  return removed;
}

function* batchesOf(claims: readonly ChosenClaim[]): Generator<ChosenClaim[]> {
  let batch: ChosenClaim[] = [];
  let records = 0;
  for (const claim of claims) {
    if (batch.length > 0 && records + claim.records.length > batchRecords) {
      yield batch;
      batch = [];
      records = 0;
    }
    batch.push(claim);
    records += claim.records.length;
  }
  if (batch.length > 0) yield batch;
}

async function unchanged(
  tx: ReadTransaction,
  chosen: readonly ChosenClaim[],
  { closedBefore, closed, auditId }: { closedBefore: number; closed: PlaceSet; auditId: number },
): Promise<ChosenClaim[]> {
  const { findings: thresholds } = await readSettings(tx);
  const known = new Map(chosen.map((claim) => [claim.claimNumber, claim]));
  const stored = [];
  for (const { claimNumber, lastSeq } of chosen) {
    const claim = await findClaim(tx, claimNumber);
    if (claim?.lastSeq === lastSeq) stored.push(claim);
  }
  const found: ChosenClaim[] = [];
  for (const claim of await lookAtClaims(tx, stored, { closedBefore, thresholds, closed })) {
    const before = known.get(claim.claimNumber);
    // What leaves takes some of what happened with it along: marks on its photos, say.
    if (before === undefined || claim.reason !== null) continue;
    if (claim.lastActivity > before.lastActivity || claim.lastAuditId > auditId) continue;
    const isIn = ({ id, revision }: { id: number; revision: number }) =>
      before.records.some((one) => one.id === id && one.revision === revision);
    if (claim.records.every(isIn)) found.push({ ...before, records: claim.records });
  }
  return found;
}
