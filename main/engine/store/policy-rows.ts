import { type BookVersion, inForceSql } from './policy-version.ts';
import type { ReadTransaction, SqlValue, WriteTransaction } from './transaction.ts';

/** A policy with its owner, as one row of the book holds it. */
export interface PolicyContent {
  insurance_policy_number: string;
  person_type_id: number;
  company_tax_id: string | null;
  company_name: string | null;
  identification: string | null;
  identification_type_id: number | null;
  first_name: string | null;
  last_name: string | null;
  phone_number: string;
  display_name: string;
  email_address: string;
  address: string;
}

/** A vehicle on a policy, as one row of the book holds it. */
export interface VehicleContent {
  make_name: string;
  model_name: string;
  year: number | null;
  /** JSON: `[[code, name], …]`. */
  coverages: string;
  /** Decimal texts. */
  account_balance: string;
  deductible_amount: string;
  /** ISO days. */
  valid_from: string | null;
  valid_to: string | null;
  excluded: number;
  premium_unpaid: number;
}

export interface PolicyBookRow extends PolicyContent {
  id: number;
  number_key: string;
  edited_in_version: number | null;
}

export interface VehicleBookRow extends VehicleContent {
  id: number;
  vehicle_id: number;
  number_key: string;
  vin: string;
  changed_at: number;
  changed_by: string;
  edited_in_version: number | null;
}

/** Column names in the order in which rows are written; the types above name the same. */
export const policyContentColumns = [
  'insurance_policy_number',
  'person_type_id',
  'company_tax_id',
  'company_name',
  'identification',
  'identification_type_id',
  'first_name',
  'last_name',
  'phone_number',
  'display_name',
  'email_address',
  'address',
] as const satisfies readonly (keyof PolicyContent)[];
export const vehicleContentColumns = [
  'make_name',
  'model_name',
  'year',
  'coverages',
  'account_balance',
  'deductible_amount',
  'valid_from',
  'valid_to',
  'excluded',
  'premium_unpaid',
] as const satisfies readonly (keyof VehicleContent)[];

const policyColumns = `p.id, p.number_key, p.edited_in_version, ${policyContentColumns.map((name) => `p.${name}`).join(', ')}`;
const vehicleColumns = `v.id, v.vehicle_id, v.number_key, v.vin, v.changed_at, v.changed_by, v.edited_in_version,
  ${vehicleContentColumns.map((name) => `v.${name}`).join(', ')}`;

export const policyRowSql = {
  policy: `SELECT ${policyColumns} FROM policy p WHERE p.number_key = ? AND ${inForceSql('p')}`,
  vehicle: `SELECT ${vehicleColumns} FROM policy_vehicle v
    WHERE v.number_key = ? AND v.vin = ? AND ${inForceSql('v')}`,
  vehicleOfId: `SELECT ${vehicleColumns} FROM policy_vehicle v WHERE v.vehicle_id = ? AND ${inForceSql('v')}`,
  vehiclesOfPolicy: `SELECT ${vehicleColumns} FROM policy_vehicle v
    WHERE v.number_key = ? AND ${inForceSql('v')} ORDER BY v.vin LIMIT ?`,
  vehiclesOfVin: `SELECT ${vehicleColumns} FROM policy_vehicle v
    WHERE v.vin = ? AND ${inForceSql('v')} ORDER BY v.number_key LIMIT ?`,
  touchedVehicle: 'SELECT 1 FROM policy_vehicle WHERE number_key = ? AND vin = ? AND edited_in_version = ?',
  any: `SELECT 1 FROM policy_vehicle v INDEXED BY policy_vehicle_in_order WHERE ${inForceSql('v')} LIMIT 1`,
} as const;

/** The policy in force under a key. */
export async function policyInForce(tx: ReadTransaction, key: string): Promise<PolicyBookRow | undefined> {
  return tx.get<PolicyBookRow>(policyRowSql.policy, key);
}

/** The vehicle in force of a policy's key and a VIN. */
export async function vehicleInForce(
  tx: ReadTransaction,
  key: string,
  vin: string,
): Promise<VehicleBookRow | undefined> {
  return tx.get<VehicleBookRow>(policyRowSql.vehicle, key, vin);
}

/** The vehicle in force by the id that stays the same over versions. */
export async function vehicleById(tx: ReadTransaction, id: number): Promise<VehicleBookRow | undefined> {
  return tx.get<VehicleBookRow>(policyRowSql.vehicleOfId, id);
}

/** Vehicles in force of a policy, by VIN. */
export async function vehiclesOfPolicy(
  tx: ReadTransaction,
  key: string,
  limit: number,
): Promise<VehicleBookRow[]> {
  return tx.all<VehicleBookRow>(policyRowSql.vehiclesOfPolicy, key, limit);
}

/** Vehicles in force with a VIN, one for each policy that has it, by policy number. */
export async function vehiclesOfVin(
  tx: ReadTransaction,
  vin: string,
  limit: number,
): Promise<VehicleBookRow[]> {
  return tx.all<VehicleBookRow>(policyRowSql.vehiclesOfVin, vin, limit);
}

/** Whether any vehicle is in force. */
export async function hasVehicles(tx: ReadTransaction): Promise<boolean> {
  return tx.get(policyRowSql.any) !== undefined;
}

/** Whether a person changed, added or removed this vehicle while the import of that version is under way. */
export async function vehicleWasTouched(
  tx: ReadTransaction,
  key: string,
  vin: string,
  pending: number,
): Promise<boolean> {
  return tx.get(policyRowSql.touchedVehicle, key, vin, pending) !== undefined;
}

/** Where a new row belongs in the history of the book. */
export interface Placing {
  fromVersion: number;
  touchedIn: number | null;
}

export async function insertPolicy(
  tx: WriteTransaction,
  key: string,
  content: PolicyContent,
  { fromVersion, touchedIn }: Placing,
): Promise<number> {
  return tx.run(insertPolicySql, key, ...valuesOf(content, policyContentColumns), fromVersion, touchedIn)
    .lastId;
}

export async function insertVehicle(
  tx: WriteTransaction,
  row: {
    vehicleId: number;
    key: string;
    vin: string;
    content: VehicleContent;
    changedAt: number;
    changedBy: string;
  },
  words: string,
  { fromVersion, touchedIn }: Placing,
): Promise<void> {
  const { lastId } = tx.run(
    insertVehicleSql,
    row.vehicleId,
    row.key,
    row.vin,
    ...valuesOf(row.content, vehicleContentColumns),
    row.changedAt,
    row.changedBy,
    fromVersion,
    touchedIn,
  );
  tx.run('INSERT INTO policy_search (rowid, words) VALUES (?, ?)', lastId, words);
}

/** Marks a row as in force no longer from a version on. */
export async function endRow(
  tx: WriteTransaction,
  table: 'policy' | 'policy_vehicle',
  id: number,
  until: number,
): Promise<void> {
  tx.run(`UPDATE ${table} SET until_version = ? WHERE id = ?`, until, id);
}

/**
 * Takes a vehicle's row out of the book at once. While an import is under way the row stays, out of force, as the sign
 * that a person has dealt with it.
 */
export async function retireVehicle(
  tx: WriteTransaction,
  id: number,
  { version, pending }: BookVersion,
): Promise<void> {
  tx.run('DELETE FROM policy_search WHERE rowid = ?', id);
  if (pending === null) tx.run('DELETE FROM policy_vehicle WHERE id = ?', id);
  else
    tx.run(
      'UPDATE policy_vehicle SET until_version = ?, edited_in_version = ? WHERE id = ?',
      version,
      pending,
      id,
    );
}

/** The same for a policy's row. */
export async function retirePolicy(
  tx: WriteTransaction,
  id: number,
  { version, pending }: BookVersion,
): Promise<void> {
  if (pending === null) tx.run('DELETE FROM policy WHERE id = ?', id);
  else
    tx.run('UPDATE policy SET until_version = ?, edited_in_version = ? WHERE id = ?', version, pending, id);
}

/** Removes what the import under way has written for a vehicle; true where there was something. */
export async function dropPendingVehicle(
  tx: WriteTransaction,
  key: string,
  vin: string,
  pending: number,
): Promise<void> {
  const row = tx.get<{ id: number }>(
    'SELECT id FROM policy_vehicle WHERE number_key = ? AND vin = ? AND from_version = ?',
    key,
    vin,
    pending,
  );
  if (row === undefined) return;
  tx.run('DELETE FROM policy_search WHERE rowid = ?', row.id);
  tx.run('DELETE FROM policy_vehicle WHERE id = ?', row.id);
}

/** Removes what the import under way has written for a policy. */
export async function dropPendingPolicy(tx: WriteTransaction, key: string, pending: number): Promise<void> {
  tx.run('DELETE FROM policy WHERE number_key = ? AND from_version = ?', key, pending);
}

const insertPolicySql = insertSql('policy', [
  'number_key',
  ...policyContentColumns,
  'from_version',
  'edited_in_version',
]);
const insertVehicleSql = insertSql('policy_vehicle', [
  'vehicle_id',
  'number_key',
  'vin',
  ...vehicleContentColumns,
  'changed_at',
  'changed_by',
  'from_version',
  'edited_in_version',
]);

function insertSql(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
}

function valuesOf<Content>(
  content: Content,
  columns: readonly (keyof Content)[],
): Content[keyof Content][] & SqlValue[] {
  return columns.map((column) => content[column]) as Content[keyof Content][] & SqlValue[];
}
