import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { installationFolderName } from '../../../main/engine/backup/place.ts';
import { listCopies } from '../../../main/engine/restore.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { allRows, backUp, hashesOf, liveOn, photoPath } from './lived-in.ts';
import { backedUp, numberAfter, planned, restored, restoring } from './restored.ts';

const day = 86_400_000;
const files = [
  ...[
    'attachments',
    'installation.json',
    'journal.db',
    'numbers.json',
    'perito.db',
    'perito.lock',
    'restored.json',
  ],
];

describe('a restore to an empty directory', () => {
  test('makes one that is the same, record by record and byte by byte', async () => {
    const given = await backedUp();
    const dataDir = join(temporaryFolder(), 'new', 'data');
    const plan = await planned({ ...given, dataDir });
    expect(existsSync(dataDir)).toBe(false);
    const done = await restored({ ...given, dataDir });
    expect(readdirSync(dataDir).sort()).toEqual(files);
    expect(allRows(dataDir)).toEqual(given.rows);
    for (const name of ['journal.db', 'perito.db'])
      expect(readFileSync(join(dataDir, name)).equals(readFileSync(join(given.dataDir, name)))).toBe(true);
    for (const photo of ['a', 'b']) expect(readFileSync(photoPath(dataDir, photo), 'utf8')).toBe(photo);
    expect(done.aside).toBeNull();
    expect(plan).toMatchObject({
      journal: { source: 'backup', entries: 3 },
      database: { source: 'backup' },
      attachments: { there: 2, missing: 0 },
      loses: null,
      isForeign: false,
      problem: null,
    });
    expect({ ...done.plan, freeBytes: 0, numbers: [] }).toEqual({ ...plan, freeBytes: 0, numbers: [] });
  });

  test('gives what is known its old number, and what is new none that may have been given', async () => {
    const given = await backedUp();
    const dataDir = join(temporaryFolder(), 'data');
    const { plan } = await restored({ ...given, dataDir });
    const [{ last, next } = { last: 0, next: 0 }] = plan.numbers;
    expect([last, next]).toEqual([3, 1004]);
    const { numbers } = await liveOn(dataDir, { orders: [2, 9] });
    expect(numbers).toEqual([given.numbers[1], numberAfter(given.numbers[2], 1001)]);
  });

  test('that is much younger than the copy leaves twice as many numbers as were given in such a time', async () => {
    const given = await backedUp();
    const now = () => Date.now() + 1000 * day;
    const { plan } = await restored({ ...given, dataDir: join(temporaryFolder(), 'data') }, { now });
    // Of one that was never copied before, all three may have been given in a day.
    const [{ next } = { next: 0 }] = plan.numbers;
    expect(Math.round((next - 1 - 3) / 10)).toBe(600);
  });

  test('that lacks a photograph in the place says so, and has the rest', async () => {
    const given = await backedUp();
    const dataDir = join(temporaryFolder(), 'data');
    const [photo] = Object.keys(hashesOf(given.dataDir)).filter((name) => name.startsWith('attachments'));
    rmSync(given.folder.fileOf(photo?.slice(-64) ?? ''));
    const { plan } = await restored({ ...given, dataDir });
    expect(plan.attachments).toEqual({ there: 1, missing: 1 });
  });
});

describe('a restore to a directory that is whole', () => {
  test('takes what arrived from there, what people made from the copy, and moves all aside', async () => {
    const given = await backedUp();
    const { numbers } = await liveOn(given.dataDir, { orders: [4, 5], photos: ['c'] });
    mkdirSync(join(given.dataDir, 'before-restore-2026-01-01T00-00-00-000Z'));
    mkdirSync(join(given.dataDir, 'desktop'));
    writeFileSync(join(given.dataDir, 'copies.json'), '{}');
    const before = hashesOf(given.dataDir);
    const plan = await planned(given);
    expect(hashesOf(given.dataDir)).toEqual(before);
    const { aside, ...done } = await restored(given);
    expect(done.plan).toMatchObject({
      journal: { source: 'live', entries: 5 },
      database: { source: 'backup' },
      loses: { arrivals: { entries: 0, since: null }, acts: { entries: 2 } },
    });
    expect({ ...plan, freeBytes: 0 }).toEqual({ ...done.plan, freeBytes: 0 });
    expect(hashesOf(aside ?? '')).toEqual(before);
    expect(allRows(given.dataDir)['perito.db audit']).toEqual(given.rows['perito.db audit']);
    // What is set up now stays; what was moved aside before, and what the window has open, is not moved.
    expect(
      readdirSync(given.dataDir)
        .filter((name) => !/-(wal|shm)$/.test(name))
        .sort(),
    ).toEqual(
      [
        ...files,
        'before-restore-2026-01-01T00-00-00-000Z',
        aside?.slice(-39),
        'copies.json',
        'desktop',
      ].sort(),
    );
    // Nothing is missing from it, so no number is passed over.
    expect((await liveOn(given.dataDir, { orders: [5, 6] })).numbers).toEqual([
      numbers[1],
      numberAfter(numbers[1]),
    ]);
  });

  test('that belongs to another installation moves that aside and says so', async () => {
    const given = await backedUp();
    const dataDir = join(temporaryFolder(), 'data');
    await liveOn(dataDir, { orders: [1, 2], photos: ['a'] });
    const before = hashesOf(dataDir);
    const { plan, aside } = await restored({ ...given, dataDir });
    expect(plan).toMatchObject({
      isForeign: true,
      journal: { source: 'backup', entries: 3 },
      loses: { arrivals: { entries: 2 }, acts: { entries: 2 } },
    });
    expect(hashesOf(aside ?? '')).toEqual(before);
    expect(allRows(dataDir)).toEqual(given.rows);
  });

  test('that went on from an older copy, and has what the newer copy does not, says that nobody knows how much', async () => {
    const given = await backedUp();
    const older = join(temporaryFolder(), 'data');
    await restored({ ...given, dataDir: older });
    await liveOn(older, { orders: [7] });
    await liveOn(given.dataDir, { orders: [4, 5] });
    const { manifest } = await backUp(given.dataDir, given.place, { name: '20261121T120000Z' });
    const { plan } = await restored({ ...given, dataDir: older, name: manifest.name });
    expect(plan).toMatchObject({ journal: { source: 'backup', entries: 5 }, loses: { arrivals: null } });
    expect((await liveOn(older, { orders: [4, 7] })).numbers[0]).toBe(numberAfter(given.numbers[2]));
  });
});

test('while another Perito works on the directory, and into a place in it, nothing is restored', async () => {
  const given = await backedUp();
  const { holdProcessLock } = await import('../../../main/engine/store/folder.ts');
  const lock = holdProcessLock(given.dataDir);
  expect(await restoring(given)).toEqual({ state: 'inUse' });
  lock.release();
  const inside = join(given.dataDir, 'copies');
  mkdirSync(inside);
  await backUp(given.dataDir, inside);
  const expected = { code: 'inDataDirectory', detail: '' };
  expect(await planned({ ...given, place: inside })).toMatchObject({ problem: expected });
  expect(await restoring({ ...given, place: inside })).toMatchObject({ state: 'failed', problem: expected });
});

describe('the copies of a folder', () => {
  test('are those of each installation in it, the newest first, and of one where its own folder was chosen', async () => {
    const given = await backedUp();
    await liveOn(given.dataDir, { orders: [4] });
    await backUp(given.dataDir, given.place, { name: '20261121T120000Z' });
    writeFileSync(join(given.folder.backups, '20261122T120000Z.json'), '{"format":2}');
    writeFileSync(join(given.folder.backups, '20261123T120000Z.json'), '{"format":1}');
    writeFileSync(join(given.folder.backups, 'other.json'), '');
    mkdirSync(join(given.place, 'perito-other'));
    const other = await backedUp();
    await backUp(other.dataDir, given.place);
    const copies = await listCopies(given.place, given.dataDir);
    expect(copies.problem).toBeNull();
    const own = copies.installations.find(({ isThisOne }) => isThisOne);
    expect([copies.installations.length, own?.installationId]).toEqual([2, given.installationId]);
    expect(own?.copies.map(({ name, entries, problem }) => [name, entries, problem?.code])).toEqual([
      ['20261123T120000Z', 0, 'damaged'],
      ['20261122T120000Z', 0, 'newerFormat'],
      ['20261121T120000Z', 4, undefined],
      ['20261120T120000Z', 3, undefined],
    ]);
    const itself = await listCopies(
      join(given.place, installationFolderName(given.installationId)),
      given.dataDir,
    );
    expect(itself.installations).toEqual([own]);
  });

  test.each([
    ['that is not there', 'away', (folder: string) => join(folder, 'nothing')],
    [
      'that is a file',
      'notAFolder',
      (folder: string) => {
        writeFileSync(join(folder, 'file'), '');
        return join(folder, 'file');
      },
    ],
  ])('of one %s are none', async (_, code, choose) => {
    const folder = choose(temporaryFolder());
    expect(await listCopies(folder, temporaryFolder())).toMatchObject({
      problem: { code },
      installations: [],
    });
  });
});
