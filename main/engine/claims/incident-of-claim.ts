import {
  type Link,
  linkedRecords,
  linksOfRecords,
  type ReadTransaction,
  type RecordListRow,
  recordRowsOf,
} from '../store/index.ts';

/** A policy with more records than this is a fleet's, or an old one: nothing is concluded from it. */
const maxPolicies = 50;

/**
 * Incident reports carry no claim number. Those of a policy are taken for a claim's only where nothing else fits: its
 * documents name the policy, no other claim's do, and all reports of the policy are of one vehicle and day.
 */
export async function incidentsOfClaim(
  tx: ReadTransaction,
  claimNumber: string,
  policy: string,
): Promise<RecordListRow[]> {
  return (await incidentsOfClaims(tx, [{ claimNumber, policy }]))[0] ?? [];
}

/** `incidentsOfClaim` of several, in their order; links and rows of all are read at once. */
export async function incidentsOfClaims(
  tx: ReadTransaction,
  asked: readonly { claimNumber: string; policy: string }[],
): Promise<RecordListRow[][]> {
  const ofPolicy = new Map<string, number[]>();
  for (const { policy } of asked) {
    if (ofPolicy.has(policy)) continue;
    const ids = await linkedRecords(tx, { name: 'policy', value: policy }, maxPolicies + 1);
    ofPolicy.set(policy, ids.length > maxPolicies ? [] : ids);
  }
  const idsOf = (policy: string) => ofPolicy.get(policy) ?? [];
  const ids = [...new Set(asked.flatMap(({ policy }) => idsOf(policy)))];
  const links = Map.groupBy(await linksOfRecords(tx, ids), ({ recordId }) => recordId);
  const fits = asked.map(({ claimNumber, policy }) =>
    mayBeOf(
      claimNumber,
      idsOf(policy).flatMap((id) => links.get(id) ?? []),
    ),
  );
  const wanted = new Set(asked.flatMap(({ policy }, index) => (fits[index] ? idsOf(policy) : [])));
  const rows = (await recordRowsOf(tx, [...wanted], {})).filter(({ kind }) => kind === 'incidentReport');
  const isDated = (id: number) => links.get(id)?.some(({ name }) => name === 'vehicleAndDate') ?? false;
  return asked.map(({ policy }, index) => {
    const own = new Set(fits[index] ? idsOf(policy) : []);
    const reports = rows.filter(({ id }) => own.has(id));
    // Without vehicle or day, two reports may be of two incidents.
    return reports.length > 1 && reports.some(({ id }) => !isDated(id)) ? [] : reports;
  });
}

function mayBeOf(claimNumber: string, links: readonly Link[]): boolean {
  const valuesOf = (name: Link['name']) =>
    new Set(links.filter((link) => link.name === name).map(({ value }) => value));
  const claims = valuesOf('claimNumber');
  return claims.size === 1 && claims.has(claimNumber) && valuesOf('vehicleAndDate').size <= 1;
}
