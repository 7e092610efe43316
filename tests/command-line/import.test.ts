import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { policiesAsCsv, samplePolicies } from '../../main/simulator/policy-book.ts';
import { command, served, temporaryFolder } from './perito.ts';

test('import: a dry run, refused for a bad row, without it, and unchanged', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'polizas.csv');
  const rows = samplePolicies(1, 30).map((row, index) => ({
    ...row,
    ...(index === 4 ? { validTo: 'never' } : {}),
    ...(index === 7 ? { vin: 'ABC' } : {}),
  }));
  writeFileSync(file, policiesAsCsv(rows));
  const run = async (...more: string[]) => {
    const { code, lines, errors } = await command(['import', file, '--data', join(folder, 'data'), ...more]);
    return { code, errors, ...JSON.parse(lines[0] ?? '{}') };
  };
  expect(await run('--dry-run')).toMatchObject({ code: 1, rows: 30, bad: 1, added: 29, applied: false });
  expect(await run()).toMatchObject({
    code: 1,
    applied: false,
    problems: [{ line: 6, column: 'validTo', code: 'notADate', value: 'never' }],
  });
  const applied = await run('--skip-bad-rows');
  expect(applied).toMatchObject({
    code: 0,
    added: 29,
    applied: true,
    warned: 1,
    warnings: [{ line: 9, column: 'vin', code: 'vinLength', value: 'ABC' }],
    unassignedCodes: expect.arrayContaining(['COL', 'ROB']),
  });
  expect(applied.errors).toContain('1 of 30 rows have warnings.');
  expect(applied.errors).toMatch(/Cover is not checked: .*COL/);
  expect(await run('--skip-bad-rows')).toMatchObject({ code: 0, added: 0, unchanged: 29 });
});

test('import: what cannot be done is said in a sentence', async () => {
  const { dataDir } = await served();
  const file = join(temporaryFolder(), 'polizas.csv');
  writeFileSync(file, 'a,b\n1,2\n');
  const inUse = await command(['import', file, '--data', dataDir]);
  expect([inUse.code, inUse.lines]).toEqual([1, []]);
  expect(inUse.errors).toMatch(/use|working|another/i);
  const noColumns = await command(['import', file, '--data', join(temporaryFolder(), 'data')]);
  expect([noColumns.code, noColumns.errors]).toEqual([1, expect.stringContaining('insurancePolicyNumber')]);
  expect((await command(['import'])).code).toBe(2);
});
