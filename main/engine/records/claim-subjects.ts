/** What a claim is about: the policy, the insured and the vehicle, as its report, its documents and the policy book tell. */
import type { RecordKind } from '#shared/terms.ts';
import {
  type ClaimSubject,
  deleteStaleClaim,
  findStaleClaim,
  type Link,
  listLinkedRecords,
  listLinksOfRecords,
  listPolicySubjects,
  listRecordsByIds,
  type ReadTransaction,
  type RecordListRow,
  type Store,
  type StoredLinkName,
  setClaimMake,
  setClaimStale,
  setClaimSubject,
  setMakeOfClaim,
  type WriteTransaction,
  walkUnreportedClaims,
} from '../store/index.ts';
import { policyKey } from './links.ts';
import { headingOf } from './summary.ts';
import { nameKey } from './traits.ts';

export function valuesOf(links: readonly Link[], name: StoredLinkName): Set<string> {
  return new Set(links.filter((link) => link.name === name).map(({ value }) => value));
}

/** A policy with more records than this is a fleet's, or an old one: nothing is concluded from it. */
const maxRecordsOfPolicy = 50;

/**
 * Incident reports carry no claim number. Those of a policy that a claim's documents name are taken for the claim's only
 * where nothing else fits: no other claim's documents name the policy, and all its reports are of one vehicle and day.
 * Of each policy those that fit, newest first; links and rows of all are read at once.
 */
export async function incidentsOfPolicies(
  tx: ReadTransaction,
  policies: Iterable<string>,
): Promise<Map<string, RecordListRow[]>> {
  const ofPolicy = new Map<string, number[]>();
  for (const policy of policies) {
    const ids = await listLinkedRecords(tx, { name: 'policy', value: policy }, maxRecordsOfPolicy + 1);
    if (ids.length <= maxRecordsOfPolicy) ofPolicy.set(policy, ids);
  }
  const all = await listLinksOfRecords(tx, [...new Set([...ofPolicy.values()].flat())]);
  const links = Map.groupBy(all, ({ recordId }) => recordId);
  const linksOf = (id: number) => links.get(id) ?? [];
  const fitting = [...ofPolicy].filter(([, ids]) => isOfOneIncident(ids.flatMap(linksOf)));
  const ids = fitting.flatMap(([, own]) => own);
  const rows = await listRecordsByIds(tx, ids, {});
  const reports = rows.filter(({ kind }) => kind === 'incidentReport');
  const isDated = ({ id }: RecordListRow) => valuesOf(linksOf(id), 'vehicleAndDate').size > 0;
  return new Map(
    fitting.map(([policy, records]) => {
      const own = reports.filter(({ id }) => records.includes(id));
      // Without vehicle or day, two reports may be of two incidents.
      return [policy, own.length > 1 && !own.every(isDated) ? [] : own];
    }),
  );
}

const isOfOneIncident = (links: readonly Link[]) =>
  valuesOf(links, 'claimNumber').size === 1 && valuesOf(links, 'vehicleAndDate').size <= 1;

/** Records of a claim, and policies that they name, that are looked at. */
const maxRecords = 100;
const maxPolicies = 5;

/**
 * What is known of a claim: by the report of its incident, where it is found without doubt; else by the policy number, where all
 * of its documents name one, and what the policy book has of that. Null where nothing is known.
 */
async function claimSubjectOf(tx: ReadTransaction, claimNumber: string): Promise<ClaimSubject | null> {
  const ids = await listLinkedRecords(tx, { name: 'claimNumber', value: claimNumber }, maxRecords);
  if (ids.length === 0) return null;
  const links = await listLinksOfRecords(tx, ids);
  const policies = [...valuesOf(links, 'policy')].slice(0, maxPolicies);
  if (policies.length === 0) return null;
  const incidents = await incidentsOfPolicies(tx, policies);
  for (const report of policies.flatMap((policy) => incidents.get(policy) ?? []))
    return subjectOfReport(tx, report);
  const [policy, another] = policies;
  return policy === undefined || another !== undefined ? null : subjectOfPolicy(tx, policy);
}

async function subjectOfReport(tx: ReadTransaction, report: RecordListRow): Promise<ClaimSubject> {
  const heading = headingOf(report);
  const told = heading?.kind === 'incidentReport' ? heading : null;
  const links = await listLinksOfRecords(tx, [report.id]);
  const [plate = null, otherPlate] = valuesOf(links, 'plate');
  const [vin = null] = valuesOf(links, 'vin');
  return {
    ...policyOf(told?.policyNumber ?? null),
    insured: told?.insured?.trim() || null,
    vehicle: told?.vehicle?.trim() || null,
    make: report.make,
    vin,
    // Two may be those of two vehicles.
    plate: otherPlate === undefined ? plate : null,
    workshop: report.partyName,
    incidentOn: report.datedOn,
    insuredOrder: nameKey(told?.insured ?? null),
    isOfReport: 1,
  };
}

const policyOf = (number: string | null): Pick<ClaimSubject, 'policyNumber' | 'policyKey'> => ({
  policyNumber: number?.trim() || null,
  policyKey: policyKey(number ?? '') || null,
});

async function subjectOfPolicy(tx: ReadTransaction, policy: string): Promise<ClaimSubject> {
  const [held] = await listPolicySubjects(tx, [policy]);
  const vehicle = [held?.makeName, held?.modelName, held?.year].filter((part) => part != null && part !== '');
  return {
    ...policyOf(policy),
    insured: held?.displayName.trim() || null,
    vehicle: vehicle.join(' ') || null,
    make: nameKey(held?.makeName ?? null),
    vin: null,
    plate: null,
    workshop: null,
    incidentOn: null,
    insuredOrder: nameKey(held?.displayName ?? null),
    isOfReport: 0,
  };
}

/** Of a policy with more records nothing is concluded; one more, since the last of them may have changed that. */
const maxNaming = maxRecordsOfPolicy + 1;

/** Has the subjects of those claims derived anew that what a record says now, or said before, may change. */
export async function markClaimSubjects(
  tx: WriteTransaction,
  row: { recordId: number; kind: RecordListRow['kind'] },
  { links, added, removed }: { links: readonly Link[]; added: readonly Link[]; removed: readonly Link[] },
): Promise<void> {
  if (row.kind === 'incidentReport') {
    const policies = valuesOf([...links, ...removed], 'policy');
    for (const policy of policies) await markClaimsOfPolicy(tx, policy);
    return;
  }
  const [claimNumber = null] = valuesOf(links, 'claimNumber');
  await setClaimMake(tx, row.recordId, claimNumber);
  if (row.kind !== 'financialDocument') return;
  const isOther = [...added, ...removed].some(({ name }) => name === 'claimNumber' || name === 'policy');
  if (!isOther) return;
  for (const claim of valuesOf([...links, ...removed], 'claimNumber')) await setClaimStale(tx, claim);
  // A second claim that names the policy takes its report from the first.
  for (const policy of valuesOf([...added, ...removed], 'policy')) await markClaimsOfPolicy(tx, policy);
}

async function markClaimsOfPolicy(tx: WriteTransaction, policy: string): Promise<void> {
  const ids = await listLinkedRecords(tx, { name: 'policy', value: policy }, maxNaming + 1);
  if (ids.length > maxNaming) return;
  for (const claim of valuesOf(await listLinksOfRecords(tx, ids), 'claimNumber'))
    await setClaimStale(tx, claim);
}

/** Claims of which no report tells that are marked at a time. */
const walkedClaims = 100;

/** Derives the subjects of some claims that wait for it, for so long: the records of those that changed. */
export async function deriveClaimSubjects(
  store: Store,
  milliseconds: number,
): Promise<{ isMore: boolean; changed: { kind: RecordKind; id: number }[] }> {
  // Nothing is written while nothing waits.
  if ((await store.read(findStaleClaim)) === undefined) return { isMore: false, changed: [] };
  return store.derive((tx) => deriveSome(tx, milliseconds));
}

/** The same of all that wait, where nobody else writes. */
export async function deriveAllClaimSubjects(tx: WriteTransaction): Promise<void> {
  await deriveSome(tx, Number.POSITIVE_INFINITY);
}

async function deriveSome(
  tx: WriteTransaction,
  milliseconds: number,
): Promise<{ isMore: boolean; changed: { kind: RecordKind; id: number }[] }> {
  const changed: { kind: RecordKind; id: number }[] = [];
  const until = performance.now() + milliseconds;
  do {
    const stale = await findStaleClaim(tx);
    if (stale === undefined) return { isMore: false, changed };
    const { claimNumber, walkedTo } = stale;
    if (claimNumber === '') {
      await walkUnreportedClaims(tx, walkedTo ?? '', walkedClaims);
      continue;
    }
    const subject = await claimSubjectOf(tx, claimNumber);
    if (await setClaimSubject(tx, claimNumber, subject))
      changed.push(...(await setMakeOfClaim(tx, claimNumber, subject?.make ?? null)));
    await deleteStaleClaim(tx, claimNumber);
  } while (performance.now() < until);
  return { isMore: true, changed };
}
