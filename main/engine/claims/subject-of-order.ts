import { recordHeading } from '#shared/contract/records.ts';
import { contentOfRevision } from '../records/index.ts';
import {
  latestRevision,
  linkedRecords,
  linksOfRecords,
  type ReadTransaction,
  recordRow,
} from '../store/index.ts';
import { valuesOf } from './dossier-records.ts';
import { incidentsOfClaim } from './incident-of-claim.ts';

/** Whose claim an order is of, and which vehicle's; null for what no record of the claim tells. */
export interface Subject {
  insured: string | null;
  /** Make, model and year. */
  vehicle: string | null;
  vin: string | null;
  policyNumber: string | null;
}

/** Records of a claim, and policies that they name, that are looked at. */
const maxClaims = 100;
const maxPolicies = 5;
/** A longer report is not read for the name of the insured: the policy book has it. */
const reportBytes = 512 * 1024;

/**
 * What the records of an order's claim say of its insured and vehicle: the report of its incident, where it is found
 * without doubt; else the policy number, where all documents of the claim name one.
 */
export async function subjectOfOrder(tx: ReadTransaction, recordId: number): Promise<Subject> {
  const nothing: Subject = { insured: null, vehicle: null, vin: null, policyNumber: null };
  const claimNumber = (await recordRow(tx, recordId))?.claim_number?.trim() ?? '';
  if (claimNumber === '') return nothing;
  const ids = await linkedRecords(tx, { name: 'claimNumber', value: claimNumber }, maxClaims);
  const policies = [...valuesOf(await linksOfRecords(tx, ids), 'policy')].slice(0, maxPolicies);
  for (const policy of policies) {
    const [incident] = await incidentsOfClaim(tx, claimNumber, policy);
    if (incident === undefined) continue;
    const heading = incident.heading === null ? null : recordHeading.parse(JSON.parse(incident.heading));
    if (heading?.kind !== 'incidentReport') continue;
    const { vehicle, vin, policyNumber } = heading;
    return { insured: await insuredOf(tx, incident.id), vehicle, vin, policyNumber };
  }
  const [only, another] = policies;
  return another === undefined ? { ...nothing, policyNumber: only ?? null } : nothing;
}

async function insuredOf(tx: ReadTransaction, reportId: number): Promise<string | null> {
  const revision = await latestRevision(tx, reportId);
  if (revision?.body == null || revision.body.length > reportBytes) return null;
  const content = contentOfRevision(revision);
  const name =
    content.kind === 'incidentReport' ? content.report.generalInfo?.insuranceOwnerDisplayName : null;
  return name?.trim() || null;
}
