/** The policy book: its versions, policies and vehicles in force, their lists, their search, and their coverages. */
import { policyContentColumns, vehicleContentColumns } from '#shared/policy-terms.ts';
import { findSetting, upsertSetting } from './settings.ts';
import {
  columnOf,
  countRows,
  insertedId,
  type ReadTransaction,
  type SqlValue,
  selected,
  type WriteTransaction,
} from './transaction.ts';

/** Which version of the policy book is in force, and which one an import is writing. */
export interface BookVersion {
  version: number;
  pending: number | null;
}

export async function findBookVersion(tx: ReadTransaction): Promise<BookVersion> {
  const found = await tx.get<BookVersion>(
    'SELECT version, pending_version AS pending FROM policy_book WHERE "only" = 1',
  );
  if (found === undefined) throw new Error('The policy book has no version.');
  return found;
}

/** Makes the version that an import writes; null where another import has one. A version is never used twice. */
export async function claimPendingVersion(tx: WriteTransaction): Promise<number | null> {
  const { changes } = await tx.run(
    `UPDATE policy_book SET last_version = last_version + 1, pending_version = last_version + 1
      WHERE "only" = 1 AND pending_version IS NULL`,
  );
  return changes === 0 ? null : (await findBookVersion(tx)).pending;
}

/** Brings the pending version in force: from its commit on every reader sees it, and none the one before. */
export async function setPendingVersionInForce(tx: WriteTransaction): Promise<void> {
  await tx.run(
    'UPDATE policy_book SET version = pending_version, pending_version = NULL WHERE pending_version IS NOT NULL',
  );
  await tx.run('DELETE FROM setting WHERE name = ?', incompleteBook);
}

const incompleteBook = 'policyBookIncomplete';

/** Something of the book was lost, so that what is not in it may have been; until the next import. */
export async function noteBookIncomplete(tx: WriteTransaction): Promise<void> {
  await upsertSetting(tx, incompleteBook, 'true');
}

export async function isBookIncomplete(tx: ReadTransaction): Promise<boolean> {
  return (await findSetting(tx, incompleteBook)) !== null;
}

/** Gives the pending version up; its rows must be deleted before, or they would stay for ever. */
export async function clearPendingVersion(tx: WriteTransaction): Promise<void> {
  await tx.run('UPDATE policy_book SET pending_version = NULL WHERE "only" = 1');
}

/** The condition that a row of `alias` is in force. */
function inForceSql(alias: string): string {
  return `${alias}.from_version <= (SELECT version FROM policy_book WHERE "only" = 1)
    AND (${alias}.until_version IS NULL OR ${alias}.until_version > (SELECT version FROM policy_book WHERE "only" = 1))`;
}

/** A policy with its owner, as one row of the book holds it. */
export interface PolicyContent {
  insurancePolicyNumber: string;
  personTypeId: number;
  companyTaxId: string | null;
  companyName: string | null;
  identification: string | null;
  identificationTypeId: number | null;
  firstName: string | null;
  lastName: string | null;
  phoneNumber: string;
  displayName: string;
  emailAddress: string;
  address: string;
}

/** A vehicle on a policy, as one row of the book holds it. */
export interface VehicleContent {
  makeName: string;
  modelName: string;
  year: number | null;
  /** JSON: `[[code, name], …]`. */
  coverages: string;
  /** Decimal texts. */
  accountBalance: string;
  deductibleAmount: string;
  /** ISO days. */
  validFrom: string | null;
  validTo: string | null;
  /** 1 where the vehicle is excluded from the policy, else 0: a row is compared and written for every line of an import. */
  excluded: number;
  /** 1 where the premium is unpaid, else 0. */
  premiumUnpaid: number;
  /** Decimal text in RD$; null where the book does not know it. */
  vehicleValue: string | null;
}

export interface PolicyBookRow extends PolicyContent {
  id: number;
  numberKey: string;
  editedInVersion: number | null;
}

export interface VehicleBookRow extends VehicleContent {
  id: number;
  vehicleId: number;
  numberKey: string;
  vin: string;
  changedAt: number;
  changedBy: string;
  editedInVersion: number | null;
}

const policyColumns = selected<PolicyBookRow>('p', [
  'id',
  'numberKey',
  'editedInVersion',
  ...policyContentColumns,
]);
const vehicleColumns = selected<VehicleBookRow>('v', [
  'id',
  'vehicleId',
  'numberKey',
  'vin',
  'changedAt',
  'changedBy',
  'editedInVersion',
  ...vehicleContentColumns,
]);

/** Read for every row of an import: their texts are put together once. */
const policyRowSql = {
  policy: `SELECT ${policyColumns} FROM policy p WHERE p.number_key = ? AND ${inForceSql('p')}`,
  vehicle: `SELECT ${vehicleColumns} FROM policy_vehicle v
    WHERE v.number_key = ? AND v.vin = ? AND ${inForceSql('v')}`,
  vehicleOfId: `SELECT ${vehicleColumns} FROM policy_vehicle v WHERE v.vehicle_id = ? AND ${inForceSql('v')}`,
  vehiclesOfPolicy: `SELECT ${vehicleColumns} FROM policy_vehicle v
    WHERE v.number_key = ? AND ${inForceSql('v')} ORDER BY v.vin LIMIT ?`,
  vehiclesOfVin: `SELECT ${vehicleColumns} FROM policy_vehicle v
    WHERE v.vin = ? AND ${inForceSql('v')} ORDER BY v.number_key LIMIT ?`,
  touchedVehicle: 'SELECT 1 FROM policy_vehicle WHERE number_key = ? AND vin = ? AND edited_in_version = ?',
  // From one list of coverages to the next, of which there are few: all rows of a first import would be walked otherwise.
  any: `WITH RECURSIVE held (coverages) AS (
      SELECT min(coverages) FROM policy_vehicle
      UNION ALL
      SELECT (SELECT coverages FROM policy_vehicle WHERE coverages > held.coverages ORDER BY coverages LIMIT 1)
      FROM held WHERE held.coverages IS NOT NULL
    )
    SELECT 1 FROM held WHERE EXISTS (
      SELECT 1 FROM policy_vehicle v INDEXED BY policy_vehicle_of_coverages
      WHERE v.coverages = held.coverages AND ${inForceSql('v')}
    ) LIMIT 1`,
} as const;

/** The policy in force under a key. */
export async function findPolicy(tx: ReadTransaction, key: string): Promise<PolicyBookRow | undefined> {
  return tx.get<PolicyBookRow>(policyRowSql.policy, key);
}

/** Whose a policy is and, where it has one vehicle alone, which. */
export interface PolicySubjectRow {
  numberKey: string;
  displayName: string;
  /** Null of a policy with several vehicles, or none. */
  makeName: string | null;
  modelName: string | null;
  year: number | null;
}

/** Of policies in force, by their keys; a fleet's vehicles are not walked. */
export async function listPolicySubjects(
  tx: ReadTransaction,
  keys: readonly string[],
): Promise<PolicySubjectRow[]> {
  const ofPolicy = (alias: string) => `${alias}.number_key = p.number_key AND ${inForceSql(alias)}`;
  return tx.all<PolicySubjectRow>(
    `SELECT p.number_key AS "numberKey", p.display_name AS "displayName",
        v.make_name AS "makeName", v.model_name AS "modelName", v.year
      FROM policy p LEFT JOIN policy_vehicle v ON ${ofPolicy('v')}
        AND v.vin = (SELECT f.vin FROM policy_vehicle f WHERE ${ofPolicy('f')} ORDER BY f.vin LIMIT 1)
        AND NOT EXISTS (SELECT 1 FROM policy_vehicle o WHERE ${ofPolicy('o')} AND o.vin > v.vin)
      WHERE p.number_key IN (SELECT value FROM json_each(?)) AND ${inForceSql('p')}`,
    JSON.stringify(keys),
  );
}

/** Policies in force behind an id, in the order of their ids. */
export async function listPoliciesAfter(
  tx: ReadTransaction,
  afterId: number,
  limit: number,
): Promise<PolicyBookRow[]> {
  return tx.all<PolicyBookRow>(
    `SELECT ${policyColumns} FROM policy p WHERE p.id > ? AND ${inForceSql('p')} ORDER BY p.id LIMIT ?`,
    afterId,
    limit,
  );
}

/** The vehicle in force of a policy's key and a VIN. */
export async function findVehicle(
  tx: ReadTransaction,
  key: string,
  vin: string,
): Promise<VehicleBookRow | undefined> {
  return tx.get<VehicleBookRow>(policyRowSql.vehicle, key, vin);
}

/** The vehicle in force by the id that stays the same over versions. */
export async function findVehicleById(tx: ReadTransaction, id: number): Promise<VehicleBookRow | undefined> {
  return tx.get<VehicleBookRow>(policyRowSql.vehicleOfId, id);
}

/** Vehicles in force of a policy, by VIN. */
export async function listVehiclesOfPolicy(
  tx: ReadTransaction,
  key: string,
  limit: number,
): Promise<VehicleBookRow[]> {
  return tx.all<VehicleBookRow>(policyRowSql.vehiclesOfPolicy, key, limit);
}

/** Vehicles in force with a VIN, one for each policy that has it, by policy number. */
export async function listVehiclesOfVin(
  tx: ReadTransaction,
  vin: string,
  limit: number,
): Promise<VehicleBookRow[]> {
  return tx.all<VehicleBookRow>(policyRowSql.vehiclesOfVin, vin, limit);
}

/** Whether any vehicle is in force. */
export async function hasVehicles(tx: ReadTransaction): Promise<boolean> {
  return (await tx.get(policyRowSql.any)) !== undefined;
}

/** Whether a person changed, added or removed this vehicle while the import of that version is under way. */
export async function isVehicleEdited(
  tx: ReadTransaction,
  key: string,
  vin: string,
  pending: number,
): Promise<boolean> {
  return (await tx.get(policyRowSql.touchedVehicle, key, vin, pending)) !== undefined;
}

/** The versions of a new row: from which it is in force, and the pending one in which a person wrote it. */
export interface Placing {
  fromVersion: number;
  editedIn: number | null;
}

export async function insertPolicy(
  tx: WriteTransaction,
  key: string,
  content: PolicyContent,
  { fromVersion, editedIn }: Placing,
): Promise<number> {
  const id = await insertedId(
    tx,
    insertPolicySql,
    key,
    ...valuesOf(content, policyContentColumns),
    fromVersion,
    editedIn,
  );
  return id;
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
  tokens: string,
  { fromVersion, editedIn }: Placing,
): Promise<void> {
  const id = await insertedId(
    tx,
    insertVehicleSql,
    row.vehicleId,
    row.key,
    row.vin,
    ...valuesOf(row.content, vehicleContentColumns),
    row.changedAt,
    row.changedBy,
    fromVersion,
    editedIn,
  );
  await tx.run('INSERT INTO policy_search (rowid, words) VALUES (?, ?)', id, tokens);
}

/** Sets the version from which a row is no longer in force. */
export async function setPolicyRowEnd(
  tx: WriteTransaction,
  table: 'policy' | 'policy_vehicle',
  id: number,
  until: number,
): Promise<void> {
  await tx.run(`UPDATE ${table} SET until_version = ? WHERE id = ?`, until, id);
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
  await tx.run('DELETE FROM policy_search WHERE rowid = ?', id);
  if (pending === null) await tx.run('DELETE FROM policy_vehicle WHERE id = ?', id);
  else
    await tx.run(
      'UPDATE policy_vehicle SET until_version = ?, edited_in_version = ? WHERE id = ?',
      version,
      pending,
      id,
    );
}

/** Takes a policy's row out of the book, as `retireVehicle` does. */
export async function retirePolicy(
  tx: WriteTransaction,
  id: number,
  { version, pending }: BookVersion,
): Promise<void> {
  if (pending === null) await tx.run('DELETE FROM policy WHERE id = ?', id);
  else
    await tx.run(
      'UPDATE policy SET until_version = ?, edited_in_version = ? WHERE id = ?',
      version,
      pending,
      id,
    );
}

/** Deletes what the import under way has written for a vehicle. */
export async function deletePendingVehicle(
  tx: WriteTransaction,
  key: string,
  vin: string,
  pending: number,
): Promise<void> {
  const row = await tx.get<{ id: number }>(
    'SELECT id FROM policy_vehicle WHERE number_key = ? AND vin = ? AND from_version = ?',
    key,
    vin,
    pending,
  );
  if (row === undefined) return;
  await tx.run('DELETE FROM policy_search WHERE rowid = ?', row.id);
  await tx.run('DELETE FROM policy_vehicle WHERE id = ?', row.id);
}

/** Deletes what the import under way has written for a policy. */
export async function deletePendingPolicy(tx: WriteTransaction, key: string, pending: number): Promise<void> {
  await tx.run('DELETE FROM policy WHERE number_key = ? AND from_version = ?', key, pending);
}

const insertPolicySql = insertSql('policy', [
  'number_key',
  ...policyContentColumns.map(columnOf),
  'from_version',
  'edited_in_version',
]);
const insertVehicleSql = insertSql('policy_vehicle', [
  'vehicle_id',
  'number_key',
  'vin',
  ...vehicleContentColumns.map(columnOf),
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

/** What the book's list shows of a vehicle and its policy. */
export type PolicyListRow = Pick<VehicleBookRow, (typeof listedOfVehicle)[number]> &
  Pick<PolicyBookRow, (typeof listedOfPolicy)[number]>;

const listedOfVehicle = [
  'vehicleId',
  'numberKey',
  'vin',
  'makeName',
  'modelName',
  'year',
  'vehicleValue',
  'validFrom',
  'validTo',
  'excluded',
  'premiumUnpaid',
  'coverages',
] as const satisfies readonly (keyof VehicleBookRow)[];
const listedOfPolicy = [
  'insurancePolicyNumber',
  'personTypeId',
  'companyTaxId',
  'companyName',
  'identification',
  'identificationTypeId',
  'firstName',
  'lastName',
  'displayName',
] as const satisfies readonly (keyof PolicyBookRow)[];

/** A place in the order of the list: by the policy's key, then by VIN. */
export interface PolicyPlace {
  key: string;
  vin: string;
}

/** `expired` needs the day that counts as today. */
export type PolicyFilter =
  | { only?: 'excluded' | 'premiumUnpaid' | undefined }
  | { only: 'expired'; today: string };

const listColumns = `${selected<VehicleBookRow>('v', listedOfVehicle)},
  ${selected<PolicyBookRow>('p', listedOfPolicy)}`;
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

const today = (filter: PolicyFilter): SqlValue[] => (filter.only === 'expired' ? [filter.today] : []);

/** A page of the book from a place on, in its order. */
export async function listPolicyRows(
  tx: ReadTransaction,
  query: { filter: PolicyFilter; after: PolicyPlace; limit: number },
): Promise<PolicyListRow[]> {
  const { filter, after, limit } = query;
  const name = filter.only ?? 'all';
  return tx.all<PolicyListRow>(
    `SELECT ${listColumns} FROM policy_vehicle v INDEXED BY ${indexOf[name]} ${withPolicy}
      WHERE (v.number_key, v.vin) > (?, ?) AND ${inForceSql('v')} ${conditionOf[name]}
      ORDER BY v.number_key, v.vin LIMIT ?`,
    after.key,
    after.vin,
    ...today(filter),
    limit,
  );
}

/** How many vehicles a filter lets pass, counted up to a limit. */
export async function countPolicies(
  tx: ReadTransaction,
  filter: PolicyFilter,
  limit: number,
): Promise<number> {
  const name = filter.only ?? 'all';
  return countRows(
    tx,
    `SELECT 1 FROM policy_vehicle v INDEXED BY ${indexOf[name]}
      WHERE ${inForceSql('v')} ${conditionOf[name]} LIMIT ?`,
    ...today(filter),
    limit,
  );
}

/** The rows that an FTS5 expression finds, with their place in the list. */
export async function searchPolicies(
  tx: ReadTransaction,
  query: { expression: string; filter: PolicyFilter; limit: number },
): Promise<(PolicyPlace & { id: number })[]> {
  const { expression, filter, limit } = query;
  const fields = 'SELECT v.id, v.number_key AS key, v.vin';
  const conditions = `${inForceSql('v')} ${conditionOf[filter.only ?? 'all']} LIMIT ?`;
  return tx.all(
    tx.dialect === 'postgres'
      ? // Apart from the limit, for which the planner would go through all rows.
        `WITH found AS MATERIALIZED (SELECT s.rowid FROM policy_search s WHERE s.policy_search MATCH ?)
          ${fields} FROM found JOIN policy_vehicle v ON v.id = found.rowid WHERE ${conditions}`
      : `${fields} FROM policy_search s JOIN policy_vehicle v ON v.id = s.rowid
          WHERE s.policy_search MATCH ? AND ${conditions}`,
    expression,
    ...today(filter),
    limit,
  );
}

/** Rows by the ids that a search found, in the order of the list. */
export async function listPolicyRowsByIds(
  tx: ReadTransaction,
  ids: readonly number[],
): Promise<PolicyListRow[]> {
  return tx.all<PolicyListRow>(
    `SELECT ${listColumns} FROM policy_vehicle v ${withPolicy}
      WHERE v.id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) ORDER BY v.number_key, v.vin`,
    JSON.stringify(ids),
  );
}

/** Marks a policy whose owner changed: the search words of its vehicles are due to be replaced. */
export async function setReindexDue(tx: WriteTransaction, policyId: number): Promise<void> {
  await tx.run('UPDATE policy SET needs_reindex = 1 WHERE id = ?', policyId);
}

export async function clearReindexDue(tx: WriteTransaction, policyId: number): Promise<void> {
  await tx.run('UPDATE policy SET needs_reindex = 0 WHERE id = ?', policyId);
}

/** The next policy in force, after an id, whose vehicles have the search words of another owner. */
export async function findNextReindexDue(
  tx: ReadTransaction,
  afterId: number,
): Promise<PolicyBookRow | undefined> {
  return tx.get<PolicyBookRow>(
    `SELECT ${policyColumns}
      FROM policy p INDEXED BY policy_to_reindex WHERE p.needs_reindex = 1 AND p.id > ? AND ${inForceSql('p')}
      ORDER BY p.id LIMIT 1`,
    afterId,
  );
}

/** Vehicles in force of a policy after a VIN. */
export async function listVehiclesAfterVin(
  tx: ReadTransaction,
  key: string,
  afterVin: string,
  limit: number,
): Promise<Pick<VehicleBookRow, 'id' | 'vin' | 'makeName' | 'modelName' | 'year'>[]> {
  return tx.all(
    `SELECT v.id, v.vin, v.make_name AS "makeName", v.model_name AS "modelName", v.year FROM policy_vehicle v
      WHERE v.number_key = ? AND v.vin > ? AND ${inForceSql('v')} ORDER BY v.vin LIMIT ?`,
    key,
    afterVin,
    limit,
  );
}

export async function replacePolicySearchTokens(
  tx: WriteTransaction,
  vehicleRowId: number,
  tokens: string,
): Promise<void> {
  await tx.run('INSERT OR REPLACE INTO policy_search (rowid, words) VALUES (?, ?)', vehicleRowId, tokens);
}

/** One list of coverages as vehicles in force have it. */
export interface CoverageList {
  /** The column `coverages`. */
  coverages: string;
  /** Vehicles in force that have it, counted up to a limit. */
  vehicles: number;
}

/**
 * The different lists of coverages of the book after one, at most `limit`; each step of the index skips all vehicles with
 * the same list. `last` is where the next page goes on; null after the last.
 */
export async function listCoverageLists(
  tx: ReadTransaction,
  after: string,
  { limit, countLimit }: { limit: number; countLimit: number },
): Promise<{ lists: CoverageList[]; last: string | null }> {
  const lists: CoverageList[] = [];
  let last = after;
  for (let steps = 0; steps < limit; steps++) {
    const next = (await tx.get<{ coverages: string }>(nextCoveragesSql, last))?.coverages;
    if (next === undefined) return { lists, last: null };
    last = next;
    const vehicles = await countRows(tx, vehiclesOfCoveragesSql, next, countLimit);
    // Rows that are in force no longer, or not yet, are no part of the book.
    if (vehicles > 0) lists.push({ coverages: next, vehicles });
  }
  return { lists, last };
}

const nextCoveragesSql =
  'SELECT coverages FROM policy_vehicle WHERE coverages > ? ORDER BY coverages LIMIT 1';
const vehiclesOfCoveragesSql = `SELECT 1 FROM policy_vehicle v WHERE v.coverages = ? AND ${inForceSql('v')} LIMIT ?`;
