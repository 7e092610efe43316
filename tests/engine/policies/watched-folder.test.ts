import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { policiesAsCsv, samplePolicies } from '../../../main/simulator/policy-book.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { openPolicies } from './house.ts';

async function open() {
  const folderTimes = { still: 60, look: 15, rest: 15 };
  const house = await openPolicies(temporaryFolder(), { folderTimes });
  onTestFinished(() => house.close());
  const folder = join(house.dataDir, 'entrada');
  mkdirSync(folder);
  const watch = (policyBook: object) => house.settings.update({ policyBook }, { person: '', via: 'token' });
  await watch({ watchedFolder: folder });
  /** The report that is written beside the nth file of `importados` or `rechazados`. */
  const report = async (name: 'importados' | 'rechazados', nth = 1): Promise<string> => {
    return expect
      .poll(() => reports(join(folder, name))[nth - 1] ?? '', { timeout: 20_000, interval: 10 })
      .not.toBe('')
      .then(() => reports(join(folder, name))[nth - 1] ?? '');
  };
  return { ...house, folder, watch, report };
}

function reports(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.informe.txt'));
    return names.toSorted().map((name) => readFileSync(join(folder, name), 'utf8'));
  } catch {
    return [];
  }
}

const rows = samplePolicies(3, 40);
const csv = policiesAsCsv(rows, 'spanish');

test('a file is imported once it is whole, moved aside with a report, and never a second time', async () => {
  const house = await open();
  const path = join(house.folder, 'polizas.csv');
  // It grows piece by piece, as over a slow network drive.
  for (let at = 0; at < csv.length; at += 2000) {
    appendFileSync(path, csv.slice(at, at + 2000));
    expect((await house.imports.list()).total).toBe(0);
  }
  expect(await house.report('importados')).toContain('Agregadas: 40');
  expect(await house.everything()).toHaveLength(40);
  expect(readdirSync(house.folder)).toEqual(['importados']);
  writeFileSync(join(house.folder, 'otra vez.csv'), csv);
  expect(await house.report('importados', 2)).toContain('ya había sido importado');
  expect((await house.imports.list()).rows).toMatchObject([{ via: 'folder', state: 'imported' }]);
});

test('a file with bad rows is refused with its reasons, or imported without them as the settings say', async () => {
  const house = await open();
  const broken = policiesAsCsv(rows.map((one, index) => (index === 3 ? { ...one, year: 'x' } : one)));
  writeFileSync(join(house.folder, 'mala.csv'), broken);
  writeFileSync(join(house.folder, 'apuntes.md'), 'not for Perito');
  const report = await house.report('rechazados');
  expect(report).toContain('No se importó nada');
  expect(report).toContain('Línea 5, year: no es un número («x»)');
  expect(await house.everything()).toEqual([]);
  await house.watch({ badRows: 'skip' });
  writeFileSync(join(house.folder, 'mala.csv'), broken);
  expect(await house.report('importados')).toContain('Con problemas (no importadas): 1');
  expect(await house.everything()).toHaveLength(39);
  expect(readdirSync(house.folder).toSorted()).toEqual(['apuntes.md', 'importados', 'rechazados']);
});

test('a folder that is missing is told once in the list of imports, and is watched once it is there', async () => {
  const house = await open();
  const other = join(house.dataDir, 'otra');
  await house.watch({ watchedFolder: other });
  await expect
    .poll(async () => (await house.imports.list()).rows, { timeout: 20_000 })
    .toMatchObject([{ filename: other, via: 'folder', state: 'failed', failure: { code: 'notReadable' } }]);
  mkdirSync(other);
  writeFileSync(join(other, 'polizas.csv'), csv);
  await expect.poll(() => reports(join(other, 'importados')).length, { timeout: 20_000 }).toBe(1);
  expect((await house.imports.list()).total).toBe(2);
  rmSync(other, { recursive: true });
});
