/** The log of policy lookups that the marketplace made, with what was answered. */
import type { CoverState } from '#shared/policy-terms.ts';
import { findEntry } from './journal.ts';
import {
  countRows,
  type ReadTransaction,
  type SqlValue,
  selected,
  type WriteTransaction,
} from './transaction.ts';

export interface PolicyLookupRowStored {
  id: number;
  at: number;
  kind: 'policy' | 'balance';
  keyLabel: string;
  insurancePolicyNumber: string | null;
  vin: string | null;
  incidentTypeId: number | null;
  incidentDate: string | null;
  intermediaryTaxId: string | null;
  reportCategoryId: number | null;
  policies: number;
  vehicles: number;
  /** JSON list of rule names. */
  rules: string;
  /** The least that is said of a vehicle's cover; null of a balance, where no vehicle was found, and of old lookups. */
  cover: CoverState | null;
}

export interface PolicyLookupWriting extends Omit<PolicyLookupRowStored, 'id'> {
  /** That of its entry where none is given. */
  id?: number;
  numberKey: string | null;
  vinKey: string | null;
  status: number;
  /** The entry of the journal that has the JSON that was answered. */
  seq: number;
}

const lookupColumns = selected<PolicyLookupRowStored>('l', [
  'id',
  'at',
  'kind',
  'keyLabel',
  'insurancePolicyNumber',
  'vin',
  'incidentTypeId',
  'incidentDate',
  'intermediaryTaxId',
  'reportCategoryId',
  'policies',
  'vehicles',
  'rules',
  'cover',
]);

/** Adds a lookup to the log, unless it is there. */
export async function insertPolicyLookup(tx: WriteTransaction, lookup: PolicyLookupWriting): Promise<void> {
  await tx.run(
    `INSERT INTO policy_lookup (id, at, kind, key_label, insurance_policy_number, vin, number_key, vin_key,
        incident_type_id, incident_date, intermediary_tax_id, report_category_id, policies, vehicles, rules, cover,
        status, seq)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    lookup.id ?? lookup.seq,
    lookup.at,
    lookup.kind,
    lookup.keyLabel,
    lookup.insurancePolicyNumber,
    lookup.vin,
    lookup.numberKey,
    lookup.vinKey,
    lookup.incidentTypeId,
    lookup.incidentDate,
    lookup.intermediaryTaxId,
    lookup.reportCategoryId,
    lookup.policies,
    lookup.vehicles,
    lookup.rules,
    lookup.cover,
    lookup.status,
    lookup.seq,
  );
}

/** Which lookups a list shows: of a policy's key, of a VIN, of both, or all. */
export interface LookupFilter {
  numberKey?: string | undefined;
  vinKey?: string | undefined;
}

function conditionsOf({ numberKey, vinKey }: LookupFilter): string {
  return `${numberKey === undefined ? '' : 'AND number_key = ? '}${vinKey === undefined ? '' : 'AND vin_key = ? '}`;
}

function parametersOf({ numberKey, vinKey }: LookupFilter): SqlValue[] {
  return [numberKey, vinKey].filter((value) => value !== undefined);
}

/** Newest first, below an id. */
export async function listPolicyLookups(
  tx: ReadTransaction,
  query: { filter: LookupFilter; belowId: number; limit: number },
): Promise<PolicyLookupRowStored[]> {
  const { filter, belowId, limit } = query;
  return tx.all<PolicyLookupRowStored>(
    `SELECT ${lookupColumns} FROM policy_lookup l WHERE id < ? ${conditionsOf(filter)}ORDER BY id DESC LIMIT ?`,
    belowId,
    ...parametersOf(filter),
    limit,
  );
}

export async function countPolicyLookups(
  tx: ReadTransaction,
  filter: LookupFilter,
  limit: number,
): Promise<number> {
  return countRows(
    tx,
    `SELECT 1 FROM policy_lookup WHERE id > 0 ${conditionsOf(filter)}LIMIT ?`,
    ...parametersOf(filter),
    limit,
  );
}

/** A lookup with its answer, and the entry of the journal that has it. */
export async function findPolicyLookup(
  tx: ReadTransaction,
  id: number,
): Promise<(PolicyLookupRowStored & { status: number; seq: number; answer: string }) | undefined> {
  const found = await tx.get<PolicyLookupRowStored & { status: number; seq: number }>(
    `SELECT ${lookupColumns}, status, seq FROM policy_lookup l WHERE id = ?`,
    id,
  );
  if (found === undefined) return undefined;
  const bytes = (await findEntry(tx, found.seq))?.bytes;
  return { ...found, answer: bytes == null ? '' : Buffer.from(bytes).toString('utf8') };
}

/** Whether a lookup ever found something: then there was a book. */
export async function hasFoundPolicies(tx: ReadTransaction): Promise<boolean> {
  return (await tx.get('SELECT 1 FROM policy_lookup WHERE policies > 0 LIMIT 1')) !== undefined;
}
