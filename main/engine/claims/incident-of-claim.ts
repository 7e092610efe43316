import {
  type Link,
  linkedRecords,
  linksOfRecords,
  type ReadTransaction,
  type RecordListRow,
  recordRowsOf,
} from '../store/index.ts';

/** A policy with more records than this is a fleet's, or an old one: nothing is concluded from it. */
const policyLimit = 50;

/**
 * Incident reports carry no claim number. Those of a policy are taken for a claim's only where nothing else fits: its
 * documents name the policy, no other claim's do, and all reports of the policy are of one vehicle and day.
 */
export async function incidentsOfClaim(
  tx: ReadTransaction,
  claimNumber: string,
  policy: string,
): Promise<RecordListRow[]> {
  const ids = await linkedRecords(tx, { name: 'policy', value: policy }, policyLimit + 1);
  if (ids.length > policyLimit) return [];
  const links = await linksOfRecords(tx, ids);
  const valuesOf = (name: Link['name']) =>
    new Set(links.filter((link) => link.name === name).map(({ value }) => value));
  const claims = valuesOf('claimNumber');
  if (claims.size !== 1 || !claims.has(claimNumber) || valuesOf('vehicleAndDate').size > 1) return [];
  const rows = await recordRowsOf(tx, ids, {});
  const reports = rows.filter(({ kind }) => kind === 'incidentReport');
  const dated = new Set(
    links.filter(({ name }) => name === 'vehicleAndDate').map(({ recordId }) => recordId),
  );
  // Without vehicle or day, two reports may be of two incidents.
  return reports.length > 1 && reports.some(({ id }) => !dated.has(id)) ? [] : reports;
}
