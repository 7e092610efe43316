import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  countImportProblems,
  countPolicies,
  countPolicyLookups,
  deleteEndedRows,
  deleteStagedRows,
  findImportOfVersion,
  findNextReindexDue,
  findPolicy,
  findVehicle,
  findVehicleById,
  hasVehicles,
  isFolderFileKnown,
  isPolicyEdited,
  isPolicyStaged,
  isVehicleEdited,
  type LookupFilter,
  listCoverageLists,
  listImportProblems,
  listImports,
  listOpenImports,
  listPolicyLookups,
  listPolicyRows,
  listPolicyRowsByIds,
  listVehiclesAfterVin,
  listVehiclesOfPolicy,
  listVehiclesOfVin,
  type PolicyFilter,
  reopenEndedRows,
  searchPolicies,
  type WriteTransaction,
} from '../../../main/engine/store/index.ts';
import { type PlannedStatement, planOf, statement } from '../store/query-plan.ts';
import { openPolicies, type PolicyHouse } from './house.ts';

let house: PolicyHouse;
beforeAll(async () => {
  house = await openPolicies(mkdtempSync(join(tmpdir(), 'perito-policies-')));
});
afterAll(async () => {
  await house.close();
  rmSync(house.dataDir, { recursive: true, force: true });
});

const filters: PolicyFilter[] = [
  {},
  { only: 'excluded' },
  { only: 'premiumUnpaid' },
  { only: 'expired', today: '2026-01-01' },
];
const start = { key: '', vin: '' };
const undo = (tx: WriteTransaction) => deleteStagedRows(tx, 2, { policyBefore: 0, vehicleBefore: 0 }, 9);
const reopen = (tx: WriteTransaction) => reopenEndedRows(tx, 2, 9);
const sweep = (tx: WriteTransaction) => deleteEndedRows(tx, 9);
const coverages = (tx: WriteTransaction) => listCoverageLists(tx, '', { limit: 1, countLimit: 9 });
const problems = { importId: 1, isWarning: false };
const lookups = (filter: LookupFilter) =>
  statement((tx) => listPolicyLookups(tx, { filter, belowId: 9, limit: 9 }));
const byBookIndex = /USING (COVERING )?INDEX policy_/;
const byIndexOrId = /USING (COVERING )?INDEX policy_|USING INTEGER PRIMARY KEY/;
const queries: [string, PlannedStatement, RegExp][] = [
  ...filters.flatMap((filter): [string, PlannedStatement, RegExp][] => [
    [
      `page ${filter.only}`,
      statement((tx) => listPolicyRows(tx, { filter, after: start, limit: 9 })),
      /SEARCH v USING (COVERING )?INDEX policy_vehicle_/,
    ],
    [
      `count ${filter.only}`,
      statement((tx) => countPolicies(tx, filter, 9)),
      /(SEARCH|SCAN) v USING (COVERING )?INDEX policy_vehicle_/,
    ],
    [
      `search ${filter.only}`,
      statement((tx) => searchPolicies(tx, { expression: 'a', filter, limit: 9 })),
      /SCAN s VIRTUAL TABLE[\s\S]*SEARCH v USING INTEGER PRIMARY KEY/,
    ],
  ]),
  ['rows of ids', statement((tx) => listPolicyRowsByIds(tx, [1])), /SEARCH v USING INTEGER PRIMARY KEY/],
  ['policy', statement((tx) => findPolicy(tx, 'P')), byBookIndex],
  ['vehicle', statement((tx) => findVehicle(tx, 'P', 'V')), byBookIndex],
  ['vehicleOfId', statement((tx) => findVehicleById(tx, 1)), byBookIndex],
  ['vehiclesOfPolicy', statement((tx) => listVehiclesOfPolicy(tx, 'P', 9)), byBookIndex],
  ['vehiclesOfVin', statement((tx) => listVehiclesOfVin(tx, 'V', 9)), byBookIndex],
  ['touchedVehicle', statement((tx) => isVehicleEdited(tx, 'P', 'V', 2)), byBookIndex],
  [
    'any',
    statement(hasVehicles),
    /SEARCH v EXISTS USING COVERING INDEX policy_vehicle_of_coverages \(coverages=\? AND from_version<\?\)/,
  ],
  ['stagedPolicy', statement((tx) => isPolicyStaged(tx, 'P', 2)), byIndexOrId],
  ['touchedPolicy', statement((tx) => isPolicyEdited(tx, 'P', 2)), byIndexOrId],
  ['vehiclesSince', statement(undo), byIndexOrId],
  ['policiesSince', statement(undo, 1), byIndexOrId],
  ['vehiclesEndedAt', statement(reopen), byIndexOrId],
  ['policiesEndedAt', statement(reopen, 1), byIndexOrId],
  ['vehiclesEnded', statement(sweep), byIndexOrId],
  ['policiesEnded', statement(sweep, 1), byIndexOrId],
  // After the rows of the vehicle that it had, in the book and in the search.
  ['removeEmptyPolicy', statement(sweep, 3, [[{ id: 1, numberKey: 'P' }]]), byIndexOrId],
  ['next coverages', statement(coverages), /COVERING INDEX policy_vehicle_of_coverages/],
  [
    'vehicles of coverages',
    statement(coverages, 1, [[{ coverages: '[]' }]]),
    /COVERING INDEX policy_vehicle_of_coverages/,
  ],
  ['words due', statement((tx) => findNextReindexDue(tx, 0)), /INDEX policy_to_reindex/],
  [
    'vehicles by VIN',
    statement((tx) => listVehiclesAfterVin(tx, 'P', '', 9)),
    /INDEX policy_vehicle_in_order/,
  ],
  [
    'file of the folder',
    statement((tx) => isFolderFileKnown(tx, Buffer.of(1))),
    /SEARCH f USING PRIMARY KEY/,
  ],
  ['imports', statement((tx) => listImports(tx, 9, 9)), /USING INTEGER PRIMARY KEY/],
  ['open imports', statement(listOpenImports), /INDEX policy_import_open/],
  ['import of a version', statement((tx) => findImportOfVersion(tx, 2)), /INDEX policy_import_of_version/],
  [
    'problems',
    statement((tx) => listImportProblems(tx, problems, { line: 0, id: 0 }, 9)),
    /INDEX policy_import_problem_by_line/,
  ],
  [
    'problem count',
    statement((tx) => countImportProblems(tx, problems)),
    /INDEX policy_import_problem_by_line/,
  ],
  ['lookups', lookups({}), /USING INTEGER PRIMARY KEY/],
  ['lookups of a number', lookups({ numberKey: 'P' }), /INDEX policy_lookup_of_number/],
  ['lookups of a VIN', lookups({ vinKey: 'V' }), /INDEX policy_lookup_of_vin/],
  ['lookups of both', lookups({ numberKey: 'P', vinKey: 'V' }), /INDEX policy_lookup_of_/],
  [
    'count of lookups',
    statement((tx) => countPolicyLookups(tx, { vinKey: 'V' }, 9)),
    /INDEX policy_lookup_of_vin/,
  ],
];

test.each(queries)('%s walks its index and sorts nothing', async (name, planned, index) => {
  const plan = await planOf(house.store, planned);
  expect(plan).toMatch(index);
  expect(plan).not.toMatch(/SCAN (p|v|policy|policy_vehicle|policy_import|policy_lookup)\b(?! USING)/);
  // A page of found rows is small, and sorted.
  if (name !== 'rows of ids') expect(plan).not.toMatch(/TEMP B-TREE/);
});
