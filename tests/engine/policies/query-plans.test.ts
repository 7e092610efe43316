import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  coverageListSql,
  folderFileIsKnownSql,
  importSql,
  lookupCountSql,
  lookupPageSql,
  policyCountSql,
  policyPageSql,
  policyRowSql,
  policyRowsOfSql,
  policySearchSql,
  stagingSql,
  wordsDueSql,
} from '../../../main/engine/store/index.ts';
import { openPolicies, type PolicyHouse } from './house.ts';

let house: PolicyHouse;
beforeAll(async () => {
  house = await openPolicies(mkdtempSync(join(tmpdir(), 'perito-policies-')));
});
afterAll(async () => {
  await house.close();
  rmSync(house.dataDir, { recursive: true, force: true });
});

const filters = [undefined, 'excluded', 'premiumUnpaid', 'expired'] as const;
const queries: [string, string, RegExp][] = [
  ...filters.flatMap((only): [string, string, RegExp][] => [
    [`page ${only}`, policyPageSql(only), /SEARCH v USING (COVERING )?INDEX policy_vehicle_/],
    [`count ${only}`, policyCountSql(only), /(SEARCH|SCAN) v USING (COVERING )?INDEX policy_vehicle_/],
    [
      `search ${only}`,
      policySearchSql(only),
      /SCAN s VIRTUAL TABLE[\s\S]*SEARCH v USING INTEGER PRIMARY KEY/,
    ],
  ]),
  ['rows of ids', policyRowsOfSql, /SEARCH v USING INTEGER PRIMARY KEY/],
  ...Object.entries(policyRowSql).map(([name, sql]): [string, string, RegExp] => [
    name,
    sql,
    /USING (COVERING )?INDEX policy_/,
  ]),
  ...Object.entries(stagingSql).map(([name, sql]): [string, string, RegExp] => [
    name,
    sql,
    /USING (COVERING )?INDEX policy_|USING INTEGER PRIMARY KEY/,
  ]),
  ['next coverages', coverageListSql.next, /COVERING INDEX policy_vehicle_of_coverages/],
  ['vehicles of coverages', coverageListSql.count, /COVERING INDEX policy_vehicle_of_coverages/],
  ['words due', wordsDueSql.next, /INDEX policy_to_reindex/],
  ['vehicles by VIN', wordsDueSql.vehicles, /INDEX policy_vehicle_in_order/],
  ['file of the folder', folderFileIsKnownSql, /SEARCH f USING PRIMARY KEY/],
  ['imports', importSql.page, /USING INTEGER PRIMARY KEY/],
  ['open imports', importSql.open, /INDEX policy_import_open/],
  ['import of a version', importSql.ofVersion, /INDEX policy_import_of_version/],
  ['problems', importSql.problems, /INDEX policy_import_problem_by_line/],
  ['problem count', importSql.problemCount, /INDEX policy_import_problem_by_line/],
  ['lookups', lookupPageSql({}), /USING INTEGER PRIMARY KEY/],
  ['lookups of a number', lookupPageSql({ numberKey: 'P' }), /INDEX policy_lookup_of_number/],
  ['lookups of a VIN', lookupPageSql({ vinKey: 'V' }), /INDEX policy_lookup_of_vin/],
  ['lookups of both', lookupPageSql({ numberKey: 'P', vinKey: 'V' }), /INDEX policy_lookup_of_/],
  ['count of lookups', lookupCountSql({ vinKey: 'V' }), /INDEX policy_lookup_of_vin/],
];

test.each(queries)('%s walks its index and sorts nothing', async (name, sql, index) => {
  const parameters = Array.from(sql.matchAll(/\?/g), () => (name.startsWith('search') ? 'a' : 1));
  const plan = await house.store.read(async (tx) =>
    tx.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...parameters),
  );
  const lines = plan.map((row) => row.detail).join('\n');
  expect(lines).toMatch(index);
  expect(lines).not.toMatch(/SCAN (p|v|policy|policy_vehicle|policy_import|policy_lookup)\b(?! USING)/);
  // A page of found rows is small, and sorted.
  if (name !== 'rows of ids') expect(lines).not.toMatch(/TEMP B-TREE/);
});
