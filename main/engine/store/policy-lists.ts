import { inForceSql } from './policy-version.ts';
import type { ReadTransaction, SqlValue } from './transaction.ts';

/** What the book's list shows of a vehicle and its policy. */
export interface PolicyListRow {
  vehicle_id: number;
  number_key: string;
  vin: string;
  insurance_policy_number: string;
  person_type_id: number;
  company_tax_id: string | null;
  company_name: string | null;
  identification: string | null;
  identification_type_id: number | null;
  first_name: string | null;
  last_name: string | null;
  display_name: string;
  make_name: string;
  model_name: string;
  year: number | null;
  valid_from: string | null;
  valid_to: string | null;
  excluded: number;
  premium_unpaid: number;
  coverages: string;
}

/** A place in the order of the list: by the policy's key, then by VIN. */
export interface PolicyPlace {
  key: string;
  vin: string;
}

/** `expired` needs the day that counts as today. */
export type PolicyFilter =
  | { only?: 'excluded' | 'premiumUnpaid' | undefined }
  | { only: 'expired'; today: string };

const columns = `v.vehicle_id, v.number_key, v.vin, p.insurance_policy_number, p.person_type_id, p.company_tax_id,
  p.company_name, p.identification, p.identification_type_id, p.first_name, p.last_name, p.display_name, v.make_name, v.model_name, v.year,
  v.valid_from, v.valid_to, v.excluded, v.premium_unpaid, v.coverages`;
const withPolicy = `JOIN policy p ON p.number_key = v.number_key AND ${inForceSql('p')}`;

const indexOf = {
  all: 'policy_vehicle_in_order',
  expired: 'policy_vehicle_in_order',
  excluded: 'policy_vehicle_excluded',
  premiumUnpaid: 'policy_vehicle_unpaid',
} as const;
const conditionOf = {
  all: '',
  expired: 'AND v.valid_to < ?',
  excluded: 'AND v.excluded = 1',
  premiumUnpaid: 'AND v.premium_unpaid = 1',
} as const;

/** A page of the book from a place on, in its order. */
export function policyPageSql(only: PolicyFilter['only']): string {
  const name = only ?? 'all';
  return `SELECT ${columns} FROM policy_vehicle v INDEXED BY ${indexOf[name]} ${withPolicy}
    WHERE (v.number_key, v.vin) > (?, ?) AND ${inForceSql('v')} ${conditionOf[name]}
    ORDER BY v.number_key, v.vin LIMIT ?`;
}

/** How many vehicles a filter lets pass, counted up to a limit. */
export function policyCountSql(only: PolicyFilter['only']): string {
  const name = only ?? 'all';
  return `SELECT count(*) AS count FROM (SELECT 1 FROM policy_vehicle v INDEXED BY ${indexOf[name]}
    WHERE ${inForceSql('v')} ${conditionOf[name]} LIMIT ?)`;
}

const today = (filter: PolicyFilter): SqlValue[] => (filter.only === 'expired' ? [filter.today] : []);

export async function policyPage(
  tx: ReadTransaction,
  query: { filter: PolicyFilter; after: PolicyPlace; limit: number },
): Promise<PolicyListRow[]> {
  const { filter, after, limit } = query;
  return tx.all<PolicyListRow>(policyPageSql(filter.only), after.key, after.vin, ...today(filter), limit);
}

export async function countPolicies(
  tx: ReadTransaction,
  filter: PolicyFilter,
  limit: number,
): Promise<number> {
  return tx.get<{ count: number }>(policyCountSql(filter.only), ...today(filter), limit)?.count ?? 0;
}

/** Rows that an FTS5 expression finds, with their place in the list. */
export function policySearchSql(only: PolicyFilter['only']): string {
  return `SELECT v.id, v.number_key AS key, v.vin FROM policy_search s JOIN policy_vehicle v ON v.id = s.rowid
    WHERE s.policy_search MATCH ? AND ${inForceSql('v')} ${conditionOf[only ?? 'all']} LIMIT ?`;
}

export async function searchPolicies(
  tx: ReadTransaction,
  query: { expression: string; filter: PolicyFilter; limit: number },
): Promise<(PolicyPlace & { id: number })[]> {
  const { expression, filter, limit } = query;
  return tx.all(policySearchSql(filter.only), expression, ...today(filter), limit);
}

export const policyRowsOfSql = `SELECT ${columns} FROM policy_vehicle v ${withPolicy}
  WHERE v.id IN (SELECT value FROM json_each(?)) ORDER BY v.number_key, v.vin`;

/** Rows by the ids that a search found, in the order of the list. */
export async function policyRowsOf(tx: ReadTransaction, ids: readonly number[]): Promise<PolicyListRow[]> {
  return tx.all<PolicyListRow>(policyRowsOfSql, JSON.stringify(ids));
}
