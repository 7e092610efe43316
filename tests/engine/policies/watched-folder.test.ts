import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../main/engine/clock.ts';
import { createWatchedFolder } from '../../../main/engine/policies/import/watched-folder.ts';
import { StoreProblem } from '../../../main/engine/store/index.ts';
import { policiesAsCsv, samplePolicies } from '../../../main/simulator/policy-book.ts';
import type { WatchedFolderState } from '../../../shared/policy-terms.ts';
import { migratedFolder } from '../migrated-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { openPolicies } from './house.ts';

async function open({ still = 60 } = {}) {
  const folderTimes = { still, poll: 15, rest: 15 };
  const house = await openPolicies(await migratedFolder(), { folderTimes });
  onTestFinished(() => house.close());
  const folder = join(house.dataDir, 'entrada');
  mkdirSync(folder);
  const watch = (policyBook: object) => house.settings.update({ policyBook }, { person: '', via: 'token' });
  await watch({ watchedFolder: folder });
  /** The report that is written beside the nth file of `importados` or `rechazados`. */
  const report = async (name: 'importados' | 'rechazados', nth = 1): Promise<string> => {
    return expect
      .poll(() => reports(join(folder, name))[nth - 1] ?? '', { interval: 10 })
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
  // So long that no pause of this test makes a part of it whole.
  const house = await open({ still: 2000 });
  const path = join(house.folder, 'polizas.csv');
  // It grows piece by piece, as over a slow network drive.
  for (let at = 0; at < csv.length; at += 2000) {
    appendFileSync(path, csv.slice(at, at + 2000));
    expect((await house.imports.list()).total).toBe(0);
  }
  expect(await house.report('importados')).toContain('Agregadas: 40');
  // Nobody has said what the codes of the file cover.
  const [told = ''] = reports(join(house.folder, 'importados'));
  expect(told).toMatch(/Cobertura no verificada: falta asignar a tipos de incidente los códigos .*COL/);
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
  expect(await house.report('importados')).toContain('Con errores (no importadas): 1');
  expect(await house.everything()).toHaveLength(39);
  expect(readdirSync(house.folder).toSorted()).toEqual(['apuntes.md', 'importados', 'rechazados']);
});

/** How the folder stands once the last look found it so; waits for what is published. */
async function standing(house: Awaited<ReturnType<typeof openPolicies>>, state: WatchedFolderState) {
  const leave = new AbortController();
  for await (const _ of house.changes.subscribe(leave.signal)) {
    const found = house.policies.watchedFolder();
    if (found.state !== state) continue;
    leave.abort();
    return found;
  }
  throw new Error('the changes ended');
}

test('a folder that is missing is said as that, makes no import, and is watched once it is there', async () => {
  const house = await open();
  expect(house.policies.watchedFolder()).toEqual({
    state: 'watched',
    path: house.folder,
    since: null,
    detail: '',
  });
  const other = join(house.dataDir, 'otra');
  await house.watch({ watchedFolder: other });
  expect(await standing(house, 'missing')).toEqual({
    state: 'missing',
    path: other,
    since: expect.any(String),
    detail: 'ENOENT',
  });
  writeFileSync(other, 'no folder');
  expect(await standing(house, 'notAFolder')).toMatchObject({ detail: 'ENOTDIR' });
  rmSync(other);
  expect((await house.imports.list()).total).toBe(0);
  mkdirSync(other);
  writeFileSync(join(other, 'polizas.csv'), csv);
  expect(await standing(house, 'watched')).toMatchObject({ since: null, detail: '' });
  await expect.poll(() => reports(join(other, 'importados')).length).toBe(1);
  expect((await house.imports.list()).total).toBe(1);
  await house.watch({ watchedFolder: '' });
  expect(house.policies.watchedFolder()).toMatchObject({ state: 'none', path: '' });
  rmSync(other, { recursive: true });
});

test('a folder that is found missing once another is watched is said of no folder', async () => {
  const house = await openPolicies(await migratedFolder());
  onTestFinished(() => house.close());
  const [old, next] = [join(house.dataDir, 'vieja'), join(house.dataDir, 'nueva')];
  mkdirSync(next);
  const { store, changes } = house;
  const looked = Promise.withResolvers<void>();
  let isFirst = true;
  const folder = createWatchedFolder({
    store: {
      ...store,
      async read(query) {
        const result = await store.read(query);
        if (!isFirst) return result;
        isFirst = false;
        folder.watch(next);
        looked.resolve();
        return result;
      },
    },
    clock: systemClock,
    changes,
    log: { info() {}, warn() {}, error() {} },
    imports: house.policies.imports,
    badRows: () => 'refuse',
  });
  folder.watch(old);
  await looked.promise;
  // The look that was under way is over.
  await folder.close();
  expect(folder.status()).toEqual({ state: 'watched', path: next, since: null, detail: '' });
});

test('since when a folder is away is known over a restart, and forgotten once it was there', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  const clock = { ...systemClock, now: () => now };
  const dataDir = temporaryFolder();
  const folder = join(dataDir, 'entrada');
  const times = { clock, folderTimes: { still: 60, poll: 15, rest: 15 } };
  const first = await openPolicies(dataDir, times);
  await first.settings.update({ policyBook: { watchedFolder: folder } }, { person: '', via: 'token' });
  expect(await standing(first, 'missing')).toMatchObject({ since: '2026-11-20T12:00:00.000Z' });
  await first.close();

  now = Date.parse('2026-11-21T08:00:00Z');
  const second = await openPolicies(dataDir, times);
  expect(await standing(second, 'missing')).toMatchObject({ since: '2026-11-20T12:00:00.000Z' });
  mkdirSync(folder);
  await standing(second, 'watched');
  rmSync(folder, { recursive: true });
  expect(await standing(second, 'missing')).toMatchObject({ since: '2026-11-21T08:00:00.000Z' });
  await second.close();
});

test('the report of a file that cannot be read says why in Spanish, and the words of the system apart', async () => {
  const house = await open();
  writeFileSync(join(house.folder, 'mala.csv'), 'Póliza,Chasis\nP-1,V1\nP-2,"V2\n');
  const report = await house.report('rechazados');
  expect(report).toContain('Motivo: desde la línea 3 no se distinguen las filas');
  expect(report).toContain('Detalle técnico: CSV_QUOTE_NOT_CLOSED');
});

test('a file that comes again after another is imported again: it is how a mistake is taken back', async () => {
  const house = await open();
  const other = policiesAsCsv(rows.map((one) => ({ ...one, makeName: 'Equivocada' })));
  for (const [nth, content] of [csv, other, csv].entries()) {
    writeFileSync(join(house.folder, 'polizas.csv'), content);
    expect(await house.report('importados', nth + 1)).toContain('Se importó.');
  }
  expect((await house.book.list({ search: 'equivocada' })).total).toBe(0);
});

test('a file that is replaced while it is imported is imported as well', async () => {
  const house = await open();
  const many = samplePolicies(3, 1500);
  writeFileSync(
    join(house.dataDir, 'nueva.csv'),
    policiesAsCsv(many.map((one) => ({ ...one, makeName: 'Nueva' }))),
  );
  writeFileSync(join(house.folder, 'polizas.csv'), policiesAsCsv(many));
  await expect
    .poll(async () => (await house.imports.list()).rows[0]?.rowsDone, { interval: 5 })
    .toBeGreaterThan(0);
  renameSync(join(house.dataDir, 'nueva.csv'), join(house.folder, 'polizas.csv'));
  await house.report('importados');
  expect((await house.book.list({ search: 'nueva', limit: 1 })).totalIsCapped).toBe(true);
  expect(readdirSync(house.folder)).toEqual(['importados']);
});

test('a file that could not be imported just now is imported later; a link is none', async () => {
  const house = await open();
  symlinkSync(house.file('otra.csv', policiesAsCsv(rows)), join(house.folder, 'enlace.csv'));
  const write = house.store.write.bind(house.store);
  let refusals = 0;
  house.store.write = async (job) => {
    refusals += 1;
    if (refusals <= 2) throw new StoreProblem('diskFull', 'The disk is full.');
    return write(job);
  };
  writeFileSync(join(house.folder, 'polizas.csv'), csv);
  expect(await house.report('importados')).toContain('Agregadas: 40');
  expect(refusals).toBeGreaterThan(2);
  expect(readdirSync(house.folder).toSorted()).toEqual(['enlace.csv', 'importados']);
});
