/** Backups of a data directory: what they hold, what a second one writes, and what stands in their way. */
import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type BackupCheck, checkBackup } from '../../../main/engine/backup/check-backup.ts';
import { readList } from '../../../main/engine/backup/list.ts';
import { lookAtCopies } from '../../../main/engine/backup/look.ts';
import { type BackupOptions, type MadeBackup, makeBackup } from '../../../main/engine/backup/make-backup.ts';
import type { FileList } from '../../../main/engine/backup/manifest.ts';
import { InstallationFolder } from '../../../main/engine/backup/place.ts';
import { sweep } from '../../../main/engine/backup/rotation.ts';
import type { SecondCopyStatus } from '../../../shared/contract/backups.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { allRowsOf, fillData, photoFile, putPhoto } from './filled-data.ts';

const day = 86_400_000;
const begun = Date.now() - 60 * day;

/** Moves on by a day a backup. */
let clock = begun;

async function backUp(dataDir: string, folder: string, options: Partial<BackupOptions> = {}) {
  clock += day;
  const now = clock;
  return makeBackup({
    ...{ dataDir, folder, cause: 'person', now: () => now, signal: new AbortController().signal },
    keep: { daily: 7, weekly: 4, monthly: 12 },
    onProgress() {},
    ...options,
  });
}

function summaryOf(made: MadeBackup) {
  if (made.state !== 'made') throw new Error(JSON.stringify(made));
  return made.summary;
}

function problemOf(made: MadeBackup): string {
  return made.state === 'failed' ? made.problem.code : made.state;
}

/** The one installation of a place. */
function folderOf(place: string): InstallationFolder {
  const [name] = readdirSync(place).filter((entry) => entry.startsWith('perito-'));
  return new InstallationFolder(place, (name ?? '').slice('perito-'.length));
}

async function assembled(place: InstallationFolder, list: FileList): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const sha256 of readList(place, list)) parts.push(readFileSync(place.fileOf(sha256)));
  return Buffer.concat(parts);
}

async function linesOf(place: InstallationFolder, list: FileList): Promise<string[]> {
  const lines: string[] = [];
  for await (const sha256 of readList(place, list)) lines.push(sha256);
  return lines;
}

const faultsOf = ({ missing, damaged }: BackupCheck) => ({ missing, damaged });

/** Every backup of a place, read through. */
async function checkAll(
  place: InstallationFolder,
): Promise<{ name: string; missing: number; damaged: number }[]> {
  const found = [];
  for (const name of await place.listBackups())
    found.push({ name, ...faultsOf(await checkBackup(place, name, { isThorough: true })) });
  return found;
}

const whole = { missing: 0, damaged: 0 };

function filesBelow(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}

/** The names and bytes of all that lies in a folder. */
const stateOf = (path: string): string[] =>
  filesBelow(path).map((file) => `${file} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`);

describe('a backup', () => {
  test('has all that a data directory keeps, byte for byte, and its place explains itself', async () => {
    const { dataDir, photos } = await fillData({ orders: 40, photos: 5 });
    writeFileSync(join(dataDir, 'anchors.jsonl'), '{"at":"2026-11-23T00:00:00.000Z"}\n');
    const before = stateOf(dataDir);
    const place = temporaryFolder();
    const phases: string[] = [];
    const made = await backUp(dataDir, place, {
      onProgress({ phase, done, all }) {
        if (phases.at(-1) !== phase) phases.push(phase);
        expect(done).toBeLessThanOrEqual(all);
      },
    });
    const summary = summaryOf(made);
    // Who reads a database has SQLite make what its readers share.
    expect(stateOf(dataDir).filter((line) => !/-(?:wal|shm) /.test(line))).toEqual(before);
    expect(summary).toMatchObject({
      lastEntry: 40,
      records: 40,
      attachments: 5,
      missing: 0,
      cause: 'person',
    });
    expect(summary.newBytes).toBeGreaterThan(summary.bytes);
    expect(phases).toEqual([
      'database',
      'checking',
      'journal',
      'checking',
      'attachments',
      'checking',
      'removing',
    ]);

    const folder = folderOf(place);
    const manifest = await folder.readManifest(summary.name);
    expect(await assembled(folder, manifest.journal)).toEqual(readFileSync(join(dataDir, 'journal.db')));
    const database = manifest.database ?? expect.fail('there is no database in it');
    expect(await assembled(folder, database)).toEqual(readFileSync(join(dataDir, 'perito.db')));
    expect((await linesOf(folder, manifest.attachments)).sort()).toEqual([...photos.keys()].sort());
    for (const [sha256, bytes] of photos) expect(readFileSync(folder.fileOf(sha256))).toEqual(bytes);
    expect(manifest.others.map(({ name }) => name)).toEqual([
      'installation.json',
      'numbers.json',
      'anchors.jsonl',
    ]);
    expect(manifest.anchor.journal.seq).toBe(40);
    expect(manifest.anchor.audit.id).toBeGreaterThanOrEqual(5);
    expect(readFileSync(join(folder.path, 'LEEME.txt'), 'utf8')).toContain('perito -- restore');
    expect(readdirSync(folder.incoming)).toEqual([]);
    expect(await checkAll(folder)).toEqual([{ name: summary.name, ...whole }]);
    // As the explanation says, without Perito.
    const list = InstallationFolder.nameOf(manifest.journal.list);
    const shell = (line: string) => execFileSync('sh', ['-c', line], { cwd: folder.path });
    expect(shell(`sha256sum -c ${list}`).toString()).not.toContain('FAILED');
    expect(shell(`cut -c67- ${list} | xargs cat`)).toEqual(readFileSync(join(dataDir, 'journal.db')));
  });

  test('of what is unchanged writes nothing, and later only what is new', async () => {
    const { dataDir } = await fillData({ orders: 20, photos: 3 });
    const place = temporaryFolder();
    const first = summaryOf(await backUp(dataDir, place));
    const files = filesBelow(join(folderOf(place).path, 'files'));
    const second = summaryOf(await backUp(dataDir, place));
    expect(second).toMatchObject({ bytes: first.bytes, newBytes: 0 });
    expect(filesBelow(join(folderOf(place).path, 'files'))).toEqual(files);
    await fillData({ orders: 1, photos: 1 }, dataDir);
    const third = summaryOf(await backUp(dataDir, place));
    expect(third).toMatchObject({ attachments: 4, lastEntry: 21 });
    expect(third.newBytes).toBeGreaterThan(20_000);
    expect(await checkAll(folderOf(place))).toHaveLength(3);
  });

  test('names photos that are missing or not what they were, and has those that lie elsewhere', async () => {
    const { dataDir, photos } = await fillData({ orders: 1, photos: 5 });
    const place = temporaryFolder();
    const [gone = '', changed = '', shorter = '', arriving = '', kept = ''] = [...photos.keys()].sort();
    rmSync(photoFile(dataDir, gone));
    putPhoto(dataDir, changed, randomBytes(photos.get(changed)?.length ?? 0));
    putPhoto(dataDir, shorter, randomBytes(10));
    mkdirSync(join(dataDir, 'attachments', 'landing'), { recursive: true });
    renameSync(photoFile(dataDir, arriving), join(dataDir, 'attachments', 'landing', `7.${arriving}`));
    const aside = createHash('sha256').update('aside').digest('hex');
    mkdirSync(join(dataDir, 'attachments', 'orphaned', aside.slice(0, 2)), { recursive: true });
    writeFileSync(join(dataDir, 'attachments', 'orphaned', aside.slice(0, 2), aside), 'aside');
    const made = await backUp(dataDir, place);
    expect(made).toMatchObject({
      missing: [gone, changed, shorter],
      summary: { missing: 3, attachments: 3 },
    });
    const folder = folderOf(place);
    const { attachments } = await folder.readManifest(summaryOf(made).name);
    expect(await linesOf(folder, attachments)).toEqual([arriving, kept, aside]);
    expect(await checkAll(folder)).toMatchObject([whole]);
    expect(readdirSync(folder.incoming)).toEqual([]);
  });

  test('has a photo that only an older backup has', async () => {
    const { dataDir, photos } = await fillData({ orders: 1, photos: 1 });
    const place = temporaryFolder();
    summaryOf(await backUp(dataDir, place));
    for (const sha256 of photos.keys()) rmSync(photoFile(dataDir, sha256));
    expect(summaryOf(await backUp(dataDir, place))).toMatchObject({ missing: 0, attachments: 1 });
  });

  test('is made of what a killed Perito left', async () => {
    const { dataDir } = await fillData({ orders: 5, photos: 0 });
    const writing = `import { openRecords } from './tests/engine/records/house.ts';
      import { purchaseOrder } from './tests/engine/orders.ts';
      const house = await openRecords({ dataDir: process.argv[1] });
      for (let id = 1; id <= 30; id += 1) await house.receive('purchaseOrder', id, purchaseOrder(id));
      process.kill(process.pid, 'SIGKILL');`;
    const run = () =>
      execFileSync(process.execPath, ['--input-type=module', '-e', writing, dataDir], { stdio: 'ignore' });
    expect(run).toThrow();
    expect(statSync(join(dataDir, 'journal.db-wal')).size).toBeGreaterThan(0);
    const place = temporaryFolder();
    expect(summaryOf(await backUp(dataDir, place))).toMatchObject({ lastEntry: 35, records: 35 });
    const folder = folderOf(place);
    const [name = ''] = await folder.listBackups();
    const { database, journal } = await folder.readManifest(name);
    const target = join(temporaryFolder(), 'copy.db');
    for (const [list, file] of [
      [journal, 'journal.db'],
      [database ?? journal, 'perito.db'],
    ] as const) {
      writeFileSync(target, await assembled(folder, list));
      expect(allRowsOf(target)).toEqual(allRowsOf(join(dataDir, file)));
    }
  });

  test('of a damaged database has the journal and all photos, and says so', async () => {
    const { dataDir, photos } = await fillData({ orders: 20, photos: 2 });
    const place = temporaryFolder();
    summaryOf(await backUp(dataDir, place, { keep: { daily: 1, weekly: 0, monthly: 0 } }));
    const [withDatabase] = await folderOf(place).listBackups();
    const descriptor = openSync(join(dataDir, 'perito.db'), 'r+');
    writeSync(descriptor, randomBytes(200_000), 0, 200_000, 100_000);
    closeSync(descriptor);
    const made = await backUp(dataDir, place, { keep: { daily: 1, weekly: 0, monthly: 0 } });
    expect(made).toMatchObject({ summary: { hasDatabase: false, attachments: 2, lastEntry: 20 } });
    const folder = folderOf(place);
    // The newest that has what people made stays, though a newer one is there.
    expect(await folder.listBackups()).toEqual([summaryOf(made).name, withDatabase]);
    expect(await checkAll(folder)).toMatchObject([whole, whole]);
    expect(photos.size).toBe(2);
  });

  test.each<[string, (dataDir: string) => void]>([
    ['a journal that is missing', (dataDir) => rmSync(join(dataDir, 'journal.db'))],
    [
      'a damaged journal',
      (dataDir) => {
        const bytes = readFileSync(join(dataDir, 'journal.db'));
        bytes.fill(7, 20_000, 60_000);
        writeFileSync(join(dataDir, 'journal.db'), bytes);
      },
    ],
    ['nothing', (dataDir) => rmSync(dataDir, { recursive: true })],
  ])('is not made of %s', async (_, change) => {
    const { dataDir } = await fillData({ orders: 20, photos: 0 });
    const place = temporaryFolder();
    change(dataDir);
    const made = await backUp(dataDir, place);
    expect(problemOf(made)).toBe('other');
    for (const entry of readdirSync(place)) expect(readdirSync(join(place, entry, 'backups'))).toEqual([]);
  });

  test('ends at any moment where it is asked to, and leaves nothing that counts', async () => {
    const { dataDir } = await fillData({ orders: 20, photos: 10 });
    const place = temporaryFolder();
    for (const [phase, calls] of [
      ['database', 1],
      ['checking', 1],
      ['journal', 1],
      ['attachments', 4],
      ['checking', 3],
    ] as const) {
      const stopping = new AbortController();
      let seen = 0;
      const made = await backUp(dataDir, place, {
        signal: stopping.signal,
        onProgress(progress) {
          if (progress.phase === phase && ++seen === calls) stopping.abort();
        },
      });
      expect(made.state).toBe('ended');
      expect(readdirSync(folderOf(place).incoming)).toEqual([]);
      expect(await folderOf(place).listBackups()).toEqual([]);
    }
    summaryOf(await backUp(dataDir, place));
  });
});

describe('a place', () => {
  let dataDir = '';
  const finished: (() => void)[] = [];
  beforeAll(async () => {
    ({ dataDir } = await fillDataForAll());
  });
  afterAll(() => {
    for (const work of finished) work();
  });
  async function fillDataForAll() {
    const folder = join(process.env['TMPDIR'] ?? '/tmp', `perito-backup-places-${process.pid}`);
    finished.push(() => rmSync(folder, { recursive: true, force: true }));
    return fillData({ orders: 10, photos: 3 }, join(folder, 'data'));
  }

  const isRoot = process.getuid?.() === 0;
  /** Mounted for a test; needs the rights to. */
  function mounted(options: string): string {
    const place = temporaryFolder();
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'none', place]);
    onTestFinished(() => void execFileSync('umount', ['-l', place]));
    return place;
  }

  test.each<[string, string, (place: string) => string]>([
    ['is not there', 'away', (place) => join(place, 'nowhere')],
    [
      'is a file',
      'notAFolder',
      (place) => {
        writeFileSync(join(place, 'file'), '');
        return join(place, 'file');
      },
    ],
    [
      'is a link that leads to itself',
      'notAFolder',
      (place) => {
        symlinkSync(join(place, 'loop'), join(place, 'loop'));
        return join(place, 'loop');
      },
    ],
    ['is the data directory', 'inDataDirectory', () => dataDir],
    ['lies in the data directory', 'inDataDirectory', () => join(dataDir, 'attachments')],
    [
      'leads into the data directory',
      'inDataDirectory',
      (place) => {
        symlinkSync(dataDir, join(place, 'link'));
        return join(place, 'link');
      },
    ],
  ])('that %s is refused as %s', async (_, code, choose) => {
    const before = readdirSync(dataDir);
    expect(problemOf(await backUp(dataDir, choose(temporaryFolder())))).toBe(code);
    expect(readdirSync(dataDir)).toEqual(before);
  });

  test.skipIf(!isRoot)('that is full is said, keeps what was there, and works again with room', async () => {
    const place = mounted('size=3m');
    summaryOf(await backUp(dataDir, place));
    writeFileSync(join(place, 'ballast'), randomBytes(statFree(place)));
    await fillData({ orders: 30, photos: 3 }, dataDir);
    expect(problemOf(await backUp(dataDir, place))).toBe('full');
    expect(await checkAll(folderOf(place))).toMatchObject([whole]);
    rmSync(join(place, 'ballast'));
    execFileSync('mount', ['-o', 'remount,size=64m', place]);
    summaryOf(await backUp(dataDir, place));
    expect(await checkAll(folderOf(place))).toMatchObject([whole, whole]);
  });

  test.skipIf(!isRoot)('is filled from a data directory that can only be read', async () => {
    const own = mounted('size=16m');
    const { dataDir: still, photos } = await fillData({ orders: 5, photos: 2 }, join(own, 'data'));
    for (const name of readdirSync(still)) if (/-(?:wal|shm)$/.test(name)) rmSync(join(still, name));
    execFileSync('mount', ['-o', 'remount,ro', own]);
    const place = temporaryFolder();
    expect(summaryOf(await backUp(still, place))).toMatchObject({ attachments: photos.size, records: 5 });
    expect(await checkAll(folderOf(place))).toMatchObject([whole]);
  });

  test.skipIf(!isRoot)('that is read-only is said', async () => {
    const place = mounted('size=8m,ro');
    expect(problemOf(await backUp(dataDir, place))).toBe('readOnly');
  });

  test.skipIf(isRoot)('without rights is said', async () => {
    const place = temporaryFolder();
    chmodSync(place, 0o500);
    onTestFinished(() => chmodSync(place, 0o700));
    expect(problemOf(await backUp(dataDir, place))).toBe('noRights');
  });

  test('that goes away in the middle is said', async () => {
    const place = temporaryFolder();
    const moved = `${place}-away`;
    onTestFinished(() => rmSync(moved, { recursive: true, force: true }));
    const made = await backUp(dataDir, place, {
      onProgress({ phase }) {
        if (phase === 'attachments' && existsSync(place)) renameSync(place, moved);
      },
    });
    expect(problemOf(made)).toBe('away');
    renameSync(moved, place);
    summaryOf(await backUp(dataDir, place));
  });

  test('whose files somebody changed is mended as far as the data directory has them', async () => {
    const place = temporaryFolder();
    const first = summaryOf(await backUp(dataDir, place));
    const folder = folderOf(place);
    const { journal, attachments } = await folder.readManifest(first.name);
    const [part = ''] = await linesOf(folder, journal);
    const [changed = '', linked = ''] = await linesOf(folder, attachments);
    const bytes = readFileSync(folder.fileOf(part));
    bytes.writeUInt8(bytes.readUInt8(500) ^ 1, 500);
    writeFileSync(folder.fileOf(part), bytes);
    writeFileSync(folder.fileOf(changed), 'something else');
    const outside = join(temporaryFolder(), 'outside');
    writeFileSync(outside, 'not ours');
    rmSync(folder.fileOf(linked));
    symlinkSync(outside, folder.fileOf(linked));
    expect(await checkAll(folder)).toEqual([{ name: first.name, missing: 1, damaged: 2 }]);
    summaryOf(await backUp(dataDir, place));
    expect(readFileSync(outside, 'utf8')).toBe('not ours');
    expect(await checkAll(folder)).toMatchObject([whole, whole]);
  });

  test('in which a link stands for a folder is refused, and nothing is written where it leads', async () => {
    const place = temporaryFolder();
    summaryOf(await backUp(dataDir, place));
    const folder = folderOf(place);
    const outside = temporaryFolder();
    rmSync(join(folder.path, 'files'), { recursive: true });
    symlinkSync(outside, join(folder.path, 'files'));
    expect(problemOf(await backUp(dataDir, place))).toBe('damaged');
    expect(readdirSync(outside)).toEqual([]);
  });

  test('has several installations, each in its own folder', async () => {
    const place = temporaryFolder();
    const other = await fillData({ orders: 3, photos: 1 });
    summaryOf(await backUp(dataDir, place));
    summaryOf(await backUp(other.dataDir, place));
    expect(readdirSync(place)).toHaveLength(2);
  });

  test('loses what nothing needs two days later, and nothing else', async () => {
    const place = temporaryFolder();
    const own = await fillData({ orders: 3, photos: 1 });
    clock = Date.now() - 10 * day;
    const first = summaryOf(await backUp(own.dataDir, place));
    const folder = folderOf(place);
    const longAgo = Date.now() / 1000 - 3 * 86_400;
    const put = async (text: string, isOld: boolean) => {
      const sha256 = createHash('sha256').update(text).digest('hex');
      await folder.put(sha256, Buffer.from(text));
      if (isOld) utimesSync(folder.fileOf(sha256), longAgo, longAgo);
      return folder.fileOf(sha256);
    };
    const [old, fresh] = [await put('old', true), await put('fresh', false)];
    const left = join(folder.incoming, 'left');
    writeFileSync(left, 'left');
    utimesSync(left, longAgo, longAgo);
    for (const file of filesBelow(join(folder.path, 'files')))
      if (file !== fresh) utimesSync(file, longAgo, longAgo);
    clock = Date.now() - day;
    summaryOf(await backUp(own.dataDir, place));
    expect([old, fresh, left].map((file) => existsSync(file))).toEqual([false, true, false]);
    expect(await checkAll(folder)).toMatchObject([whole, whole]);

    // Where one cannot be read, nobody knows what it needs.
    const again = await put('old', true);
    writeFileSync(join(folder.backups, `${first.name}.json`), '{"format":99}');
    summaryOf(await backUp(own.dataDir, place));
    expect(existsSync(again)).toBe(true);
    expect(await folder.listBackups()).toContain(first.name);
    clock = begun;
  });

  test('to which several are made in one second has each under its own name', async () => {
    const place = temporaryFolder();
    const own = await fillData({ orders: 1, photos: 0 });
    const now = () => begun;
    const made = (await Promise.all([1, 2, 3].map(() => backUp(own.dataDir, place, { now })))).map(summaryOf);
    expect(new Set(made.map(({ name }) => name)).size).toBe(3);
    const folder = folderOf(place);
    const [name = ''] = await folder.listBackups();
    const manifest = await folder.readManifest(name);
    expect(await folder.writeManifest({ ...manifest, records: 99 })).toBe(false);
    expect(await folder.readManifest(name)).toEqual(manifest);
    expect(readdirSync(folder.incoming)).toEqual([]);
  });

  test('that was written while the clock was decades ahead, or behind, shows the newest of those that are not of the future', async () => {
    const place = temporaryFolder();
    const own = await fillData({ orders: 1, photos: 0 });
    const namesAt: string[] = [];
    for (const at of ['2099-06-01T12:00:00Z', '1990-06-01T12:00:00Z']) {
      clock = Date.parse(at);
      namesAt.push(summaryOf(await backUp(own.dataDir, place)).name);
      expect((await lookAtCopies(place, own.dataDir)).lastGood?.name).toBe(namesAt.at(-1));
    }
    clock = Date.now() - day;
    const now = summaryOf(await backUp(own.dataDir, place)).name;
    clock = begun;
    expect((await lookAtCopies(place, own.dataDir)).lastGood?.name).toBe(now);
    const folder = folderOf(place);
    expect((await folder.listBackups()).toSorted()).toEqual([namesAt[1], now, namesAt[0]]);
    expect(await checkAll(folder)).toMatchObject([whole, whole, whole]);
  });

  test('keeps what a second copy in it needs, though no backup does', async () => {
    const place = temporaryFolder();
    const own = await fillData({ orders: 3, photos: 2 });
    const entry = fileURLToPath(new URL('./second-copy/second-copy.process.ts', import.meta.url));
    const following = spawn(process.execPath, [entry, own.dataDir, place], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void following.kill('SIGKILL'));
    for await (const line of createInterface({ input: following.stdout })) {
      const status: SecondCopyStatus = JSON.parse(line);
      if (status.state === 'following' && status.attachments.behind === 0 && status.copiedAt !== null) break;
    }
    following.kill('SIGTERM');
    await once(following, 'exit');
    const folder = folderOf(place);
    const before = filesBelow(join(folder.path, 'files'));
    expect(before.length).toBeGreaterThan(3);
    const longAgo = Date.now() / 1000 - 3 * 86_400;
    for (const file of before) utimesSync(file, longAgo, longAgo);
    const needless = createHash('sha256').update('needless').digest('hex');
    await folder.put(needless, Buffer.from('needless'));
    utimesSync(folder.fileOf(needless), longAgo, longAgo);
    expect((await sweep(folder, Date.now())).files).toBe(1);
    expect(filesBelow(join(folder.path, 'files'))).toEqual(before);
  });

  test('from a newer Perito is left alone, and another backup beside it is made', async () => {
    const place = temporaryFolder();
    const first = summaryOf(await backUp(dataDir, place));
    const folder = folderOf(place);
    const newer = { format: 2 };
    writeFileSync(join(folder.backups, '20200101T000000Z.json'), JSON.stringify(newer));
    const second = summaryOf(await backUp(dataDir, place));
    expect(await folder.listBackups()).toEqual([second.name, first.name, '20200101T000000Z']);
    await expect(checkBackup(folder, '20200101T000000Z', { isThorough: false })).rejects.toMatchObject({
      problem: { code: 'newerFormat' },
    });
  });

  test('that lacks files of a backup is named by its check', async () => {
    const place = temporaryFolder();
    const { name } = summaryOf(await backUp(dataDir, place));
    const folder = folderOf(place);
    const { journal, attachments } = await folder.readManifest(name);
    const [photo = ''] = await linesOf(folder, attachments);
    rmSync(folder.fileOf(photo));
    const check = (isThorough: boolean) => checkBackup(folder, name, { isThorough });
    expect(await check(false)).toMatchObject({ missing: 1, damaged: 0, first: [photo] });
    writeFileSync(folder.fileOf(photo), 'shorter');
    expect(await check(false)).toMatchObject({ missing: 0, damaged: 1, first: [attachments.list] });
    expect(await check(true)).toMatchObject({ missing: 0, damaged: 1, first: [photo] });
    writeFileSync(folder.fileOf(journal.list), 'no list');
    expect(await check(true)).toMatchObject({ damaged: 2, first: [journal.list, photo] });
    rmSync(folder.fileOf(journal.list));
    expect(await check(true)).toMatchObject({ missing: 1, first: [journal.list, photo] });
    rmSync(folder.path, { recursive: true });
    await expect(check(false)).rejects.toThrow();
  });
});

const statFree = (place: string): number => {
  const [, , , free = '0'] =
    execFileSync('df', ['--output=source,size,used,avail', '-B1', place])
      .toString()
      .trim()
      .split('\n')[1]
      ?.split(/\s+/) ?? [];
  return Math.max(0, Number(free) - 100_000);
};
