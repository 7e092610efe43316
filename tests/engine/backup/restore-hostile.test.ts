/** Whatever somebody put into the place, and whatever the disks do: nothing is changed, or what was asked for is done. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Manifest } from '../../../main/engine/backup/manifest.ts';
import type { RestoreProgress } from '../../../shared/contract/backups.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { allRows, backUp, hashesOf, liveOn, sha256Of } from './lived-in.ts';
import { backedUp, planned, restored, restoring } from './restored.ts';

type BackedUp = Awaited<ReturnType<typeof backedUp>>;

/** A file of the place, by what it is for. */
function fileOf({ folder, manifest, dataDir }: BackedUp, what: 'part' | 'list' | 'photo'): string {
  const part = sha256Of(readFileSync(join(dataDir, 'journal.db')).subarray(0, 1024 * 1024));
  return folder.fileOf({ part, list: manifest.journal.list, photo: sha256Of('a') }[what]);
}

const spoilings: [string, (file: string) => void][] = [
  ['is missing', (file) => rmSync(file)],
  ['is empty', (file) => truncateSync(file)],
  ['is cut off', (file) => truncateSync(file, readFileSync(file).length - 1)],
  ['is longer', (file) => writeFileSync(file, 'x', { flag: 'a' })],
  [
    'has other bytes',
    (file) => {
      const bytes = readFileSync(file);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      writeFileSync(file, bytes);
    },
  ],
  [
    'is a link to the right bytes',
    (file) => {
      const elsewhere = join(temporaryFolder(), 'file');
      writeFileSync(elsewhere, readFileSync(file));
      rmSync(file);
      symlinkSync(elsewhere, file);
    },
  ],
  [
    'is a pipe',
    (file) => {
      rmSync(file);
      spawnSync('mkfifo', [file]);
    },
  ],
  [
    'is a folder',
    (file) => {
      rmSync(file);
      mkdirSync(file);
    },
  ],
];

describe.each(['part', 'list'] as const)('where a %s of a copy', (what) => {
  test.each(spoilings)('%s, nothing is restored, and nothing changed', async (_, spoil) => {
    const given = await backedUp();
    spoil(fileOf(given, what));
    const dataDir = join(temporaryFolder(), 'data');
    await liveOn(dataDir, { orders: [1] });
    const before = hashesOf(dataDir);
    expect(await restoring({ ...given, dataDir })).toMatchObject({
      ...{ state: 'failed', where: 'copy', problem: { code: 'damaged' } },
    });
    expect(hashesOf(dataDir)).toEqual(before);
  });
});

test.each(spoilings)('where a photograph of a copy %s, the rest is restored', async (_, spoil) => {
  const given = await backedUp();
  spoil(fileOf(given, 'photo'));
  const dataDir = join(temporaryFolder(), 'data');
  const { plan } = await restored({ ...given, dataDir });
  expect(plan.attachments).toEqual({ there: 1, missing: 1 });
  expect(allRows(dataDir)).toEqual(given.rows);
});

const far = '../'.repeat(20);
const manifests: [string, string, (manifest: Manifest) => object][] = [
  ['is of a newer format', 'newerFormat', () => ({ format: 2, all: 'else' })],
  [
    'is of another installation',
    'damaged',
    (content) => ({ ...content, installationId: crypto.randomUUID() }),
  ],
  ['has the name of another', 'damaged', (content) => ({ ...content, name: '20200101T000000Z' })],
  [
    'names a path',
    'damaged',
    (content) => ({ ...content, journal: { ...content.journal, list: `${far}etc/passwd` } }),
  ],
  [
    'names a file by a path',
    'damaged',
    (content) => {
      return { ...content, others: [{ name: '../numbers.json', sha256: sha256Of(''), bytes: 0 }] };
    },
  ],
  [
    'names a file twice',
    'damaged',
    (content) => ({ ...content, others: [...content.others, ...content.others] }),
  ],
  [
    'has a list of ten million lines',
    'damaged',
    (content) => {
      return { ...content, journal: { ...content.journal, files: 10_000_000 } };
    },
  ],
  [
    'has a longer list than any',
    'damaged',
    (content) => {
      return { ...content, database: { ...content.database, files: 10_000_001 } };
    },
  ],
  [
    'says that the journal is shorter',
    'damaged',
    (content) => {
      return { ...content, journal: { ...content.journal, bytes: 10 } };
    },
  ],
  [
    'says that the journal ends elsewhere',
    'damaged',
    (content) => {
      const journal = { seq: 2, hash: sha256Of('x') };
      return { ...content, anchor: { ...content.anchor, journal } };
    },
  ],
  [
    'has the database in place of the journal',
    'damaged',
    (content) => ({ ...content, journal: { ...content.journal, ...listOf(content.database) } }),
  ],
  [
    'has the journal in place of the database',
    'damaged',
    (content) => ({ ...content, database: { ...content.database, ...listOf(content.journal) } }),
  ],
  [
    'needs more room than there is',
    'full',
    (content) => ({ ...content, journal: { ...content.journal, bytes: 2 ** 50 } }),
  ],
];
const listOf = (list: { list: string; files: number; bytes: number } | null) => ({
  list: list?.list,
  files: list?.files,
  bytes: list?.bytes,
});

test.each(manifests)('where a manifest %s, nothing is restored: %s', async (_, code, change) => {
  const given = await backedUp();
  const path = join(given.folder.backups, `${given.name}.json`);
  writeFileSync(path, JSON.stringify(change(given.manifest)));
  const dataDir = join(temporaryFolder(), 'data');
  expect(await restoring({ ...given, dataDir })).toMatchObject({ state: 'failed', problem: { code } });
  expect(readdirSync(dataDir)).toEqual(['perito.lock']);
});

test.each([true, false])(
  'where the list of photographs is missing, they are restored (to an empty directory: %s)',
  async (isEmpty) => {
    const given = await backedUp();
    rmSync(given.folder.fileOf(given.manifest.attachments.list));
    const dataDir = join(temporaryFolder(), 'data');
    if (!isEmpty) spawnSync('cp', ['-a', given.dataDir, dataDir]);
    const { plan } = await restored({ ...given, dataDir });
    expect(plan.attachments).toEqual({ there: 2, missing: 0 });
  },
);

test.each(['journal.db', 'perito.db'])(
  'a copy whose %s is of a newer Perito is not restored',
  async (name) => {
    const given = await backedUp();
    const newer = join(temporaryFolder(), 'data');
    spawnSync('cp', ['-a', given.dataDir, newer]);
    const database = new Database(join(newer, name));
    database.pragma('user_version = 99');
    database.close();
    await backUp(newer, given.place);
    const dataDir = join(temporaryFolder(), 'data');
    expect(await restoring({ ...given, dataDir })).toMatchObject({
      ...{ state: 'failed', where: 'copy', problem: { code: 'newerFormat' } },
    });
  },
);

test('a database of another journal is not taken, though it is not ahead of this one', async () => {
  const given = await backedUp();
  const { manifest: other } = await backUp(given.dataDir, temporaryFolder());
  const dataDir = join(temporaryFolder(), 'data');
  const elsewhere = await backedUp();
  await liveOn(elsewhere.dataDir, { orders: [4] });
  const { manifest } = await backUp(elsewhere.dataDir, elsewhere.place);
  // Its bytes lie in this place.
  spawnSync('cp', ['-a', join(elsewhere.folder.path, 'files'), given.folder.path]);
  const mixed = { ...other, database: manifest.database };
  writeFileSync(join(given.folder.backups, `${given.name}.json`), JSON.stringify(mixed));
  expect(await restoring({ ...given, dataDir })).toMatchObject({ problem: { code: 'damaged' } });
});

test.each(['files', 'backups'])('a place whose %s are a link is not read', async (name) => {
  const given = await backedUp();
  const elsewhere = join(temporaryFolder(), name);
  spawnSync('mv', [join(given.folder.path, name), elsewhere]);
  symlinkSync(elsewhere, join(given.folder.path, name));
  const dataDir = join(temporaryFolder(), 'data');
  expect(await planned({ ...given, dataDir })).toMatchObject({ problem: { code: 'damaged' } });
});

test.each([
  ['journal', false],
  ['journal', true],
  ['database', false],
  ['database', true],
  ['attachments', false],
  ['replacing', false],
] as const)(
  'a restore that is ended at %s (when that is checked: %s), or whose place is gone then, changes nothing',
  async (phase, isChecking) => {
    const isThen = (progress: RestoreProgress) =>
      progress.phase === phase && progress.isChecking === isChecking;
    const given = await backedUp();
    const dataDir = join(temporaryFolder(), 'data');
    await liveOn(dataDir, { orders: [1] });
    const before = hashesOf(dataDir);
    const ending = new AbortController();
    const ended = await restoring(
      { ...given, dataDir },
      { signal: ending.signal, onProgress: (progress) => isThen(progress) && ending.abort() },
    );
    expect(ended).toEqual({ state: 'ended' });
    expect(hashesOf(dataDir)).toEqual(before);
    const gone = await restoring(
      { ...given, dataDir },
      {
        onProgress: (progress) => isThen(progress) && rmSync(given.place, { recursive: true, force: true }),
      },
    );
    if (phase === 'replacing' || isChecking) return;
    expect(gone).toMatchObject({ state: 'failed', where: 'copy', problem: { code: 'away' } });
    expect(hashesOf(dataDir)).toEqual(before);
  },
);

const canMount = process.platform === 'linux' && process.getuid?.() === 0 && mountsTmpfs();

function mountsTmpfs(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'perito-mount-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', folder]).status === 0;
  if (isMounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return isMounted;
}

/** A disk of so many kilobytes. */
function mounted(kilobytes: number, folder = mkdtempSync(join(tmpdir(), 'perito-mount-'))): string {
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder]);
  onTestFinished(() => {
    spawnSync('umount', [folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

describe.skipIf(!canMount)('on a disk of its own', () => {
  test('a data directory that is a mount point is restored into', async () => {
    const given = await backedUp();
    const dataDir = mounted(100_000);
    await liveOn(dataDir, { orders: [1] });
    const before = hashesOf(dataDir);
    const { aside } = await restored({ ...given, dataDir });
    expect(allRows(dataDir)).toEqual(given.rows);
    expect(hashesOf(aside ?? '')).toEqual(before);
  });

  test('one with a folder to which a disk is bound is left as it was', async () => {
    const given = await backedUp();
    const dataDir = join(temporaryFolder(), 'data');
    await liveOn(dataDir, { orders: [1] });
    mkdirSync(join(dataDir, 'photos'));
    mounted(100, join(dataDir, 'photos'));
    writeFileSync(join(dataDir, 'photos', 'a'), 'a');
    const before = hashesOf(dataDir);
    expect(await restoring({ ...given, dataDir })).toMatchObject({ state: 'failed', where: 'dataDirectory' });
    expect(hashesOf(dataDir)).toEqual(before);
    expect(readdirSync(dataDir).filter((name) => name.includes('restore'))).toEqual([]);
  });

  test('one that fills up meanwhile is left as it was', async () => {
    const given = await backedUp();
    const dataDir = join(mounted(40_000), 'data');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'some'), 'thing');
    const full = await restoring(
      { ...given, dataDir },
      {
        onProgress: ({ phase }) => {
          if (phase === 'journal')
            spawnSync('dd', ['if=/dev/zero', `of=${dataDir}/../fill`, 'bs=4k', 'status=none']);
        },
      },
    );
    expect(full).toMatchObject({ state: 'failed', where: 'dataDirectory', problem: { code: 'full' } });
    expect(readdirSync(dataDir).sort()).toEqual(['perito.lock', 'some']);
  });

  test('one that is read-only cannot be restored into', async () => {
    const given = await backedUp();
    const disk = mounted(1000);
    spawnSync('mount', ['-o', 'remount,ro', disk]);
    expect(await restoring({ ...given, dataDir: join(disk, 'data') })).toMatchObject({
      ...{ state: 'failed', where: 'dataDirectory', problem: { code: 'readOnly' } },
    });
  });
});

test('a data directory that is reached by a link is restored into where it lies', async () => {
  const given = await backedUp();
  const real = join(temporaryFolder(), 'real');
  await liveOn(real, { orders: [1] });
  const dataDir = join(temporaryFolder(), 'data');
  symlinkSync(real, dataDir);
  await restored({ ...given, dataDir });
  expect(allRows(real)).toEqual(given.rows);
});

test('one that is a file is none', async () => {
  const given = await backedUp();
  const dataDir = join(temporaryFolder(), 'data');
  writeFileSync(dataDir, '');
  const outcome = await restoring({ ...given, dataDir });
  expect(outcome).toMatchObject({ state: 'failed', where: 'dataDirectory' });
  expect(existsSync(dataDir)).toBe(true);
});

test.skipIf(process.getuid?.() === 0)('one without rights is left as it was', async () => {
  const given = await backedUp();
  const dataDir = join(temporaryFolder(), 'data');
  mkdirSync(dataDir, { mode: 0o500 });
  const outcome = await restoring({ ...given, dataDir });
  chmodSync(dataDir, 0o700);
  expect(outcome).toMatchObject({ where: 'dataDirectory', problem: { code: 'noRights' } });
});
