/**
 * `npm run bench:backup`: a data directory with mixed records and photos backed up while orders arrive: their p99 beside the p99
 * before and after; time and size beside `cp -a`; what a second backup of unchanged data writes; and backups that are killed
 * at random moments, after each of which all that counted before is whole.
 *
 * --records N   default 100000
 * --photos N    of 100 to 300 kB, default 2000
 * --rate N      orders a second, default 500
 * --kills N     default 30
 * --seconds N   so long orders come before and after the backup, default 20; 0 for the kills alone
 * --data DIR    kept, and gone on from; default a new folder
 * --place DIR   where the backups go; default a new folder beside it
 * --folder DIR  where folders that are not kept go; default the system's temporary folder
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { checkBackup } from '../../main/engine/backup/check-backup.ts';
import { InstallationFolder } from '../../main/engine/backup/place.ts';
import {
  countContents,
  insertContent,
  openStoreInFiles,
  updateContentFacts,
} from '../../main/engine/store/index.ts';
import { cli } from '../built-program.ts';
import { openBenchFolder } from './bench-folder.ts';
import type { LoadResult } from './load.ts';
import { rest } from './process-figures.ts';
import { runLoad, startLoad } from './run-load.ts';
import { type Served, servePerito } from './serve-perito.ts';
import { table } from './table.ts';

const { values: options } = parseArgs({
  options: {
    records: { type: 'string', default: '100000' },
    photos: { type: 'string', default: '2000' },
    rate: { type: 'string', default: '500' },
    kills: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '20' },
    data: { type: 'string' },
    place: { type: 'string' },
    folder: { type: 'string' },
  },
});
const warmUpMilliseconds = 3000;
const longestRest = 3600;
const connections = 64;

interface Backup {
  name: string;
  bytes: number;
  newBytes: number;
  seconds: number;
}

const folder = openBenchFolder(options.data, options.folder);
const place: string = options.place ?? mkdtempSync(join(options.folder ?? tmpdir(), 'perito-bench-place-'));
const load = () => loadavg()[0]?.toFixed(1) ?? '';
try {
  await fill();
  await putPhotos();
  const rows = Number(options.seconds) === 0 ? [] : [...(await measureBeside()), ...(await measureAlone())];
  console.log(
    `\n${table(['', 'seconds', 'MB', 'new MB', 'p50 ms', 'p99 ms', 'longest ms', 'refused', 'load'], rows)}`,
  );
  await killAtRandom(Number(options.kills));
} finally {
  folder.close();
  if (options.place === undefined) rmSync(place, { recursive: true, force: true });
}

async function fill(): Promise<void> {
  if (folder.records >= Number(options.records)) return;
  const served = await servePerito(folder.path, { more: ['--hold-seconds', '0'] });
  const { records } = await runLoad({
    ...{ url: served.receiverUrl, connections, calls: { claimFiles: folder.records, seed: 1 } },
    ...{ warmUpMilliseconds: 0, until: { records: Number(options.records) }, ratePerSecond: null },
  });
  folder.records = records;
  console.error(`${records} records sent`);
  await rest(served.pid, longestRest);
  await served.stop();
  folder.save();
}

/** As the examiner leaves them, so that nothing is left to do. */
async function putPhotos(): Promise<void> {
  const store = openStoreInFiles({ dataDir: folder.path });
  try {
    const facts = { mediaType: 'image/jpeg', shownAs: 'image', problem: null, detail: null } as const;
    const unknown = { width: 1, height: 1, hasPreviews: false, photo: null, perceptualHash: null };
    for (let count = await store.read(countContents); count < Number(options.photos); count += 1) {
      const bytes = randomBytes(100_000 + Math.floor(Math.random() * 200_000));
      const hash = createHash('sha256').update(bytes).digest();
      const file = join(
        folder.path,
        'attachments',
        'content',
        hash.toString('hex').slice(0, 2),
        hash.toString('hex'),
      );
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, bytes, { mode: 0o600 });
      await store.write(async (tx) => {
        await insertContent(tx, hash, bytes.length, Date.now());
        await updateContentFacts(tx, hash, { ...facts, ...unknown }, 1000);
      });
    }
  } finally {
    await store.close();
  }
}

/** Beside orders: before, the first backup, one more, after. */
async function measureBeside(): Promise<string[][]> {
  const served = await servePerito(folder.path);
  try {
    await rest(served.pid, longestRest);
    const rows: string[][] = [];
    const atRest = () => pause(Number(options.seconds) * 1000).then(() => null);
    for (const [name, work] of [
      ['at rest, before', atRest],
      ['the first backup', backUp],
      ['at rest, between', atRest],
      ['a second one', backUp],
      ['at rest, after', atRest],
    ] as const) {
      const { done, result } = await besideOrders(served, work);
      rows.push([name, ...cellsOf(done), ...latencyCells(result)]);
      console.error(rows.at(-1)?.join(' | '));
    }
    return rows;
  } finally {
    await served.stop();
  }
}

async function besideOrders<Done>(
  served: Served,
  work: () => Promise<Done>,
): Promise<{ done: Done; result: LoadResult }> {
  const orders = startLoad({
    ...{ url: served.receiverUrl, connections, calls: { orders: folder.orders }, warmUpMilliseconds },
    ...{ until: { milliseconds: 3_600_000 }, ratePerSecond: Number(options.rate) },
  });
  await pause(warmUpMilliseconds + 500);
  const done = await work();
  orders.stop();
  const result = await orders.result;
  folder.orders = result.records;
  return { done, result };
}

/** Without a Perito: what a backup of unchanged data writes, and `cp -a` beside it. */
async function measureAlone(): Promise<string[][]> {
  const rows: string[][] = [];
  const nothing = ['', '', '', ''];
  const note = (row: string[]) => {
    rows.push([...row, load()]);
    console.error(row.join(' | '));
  };
  note(['alone, what came since', ...cellsOf(await backUp()), ...nothing]);
  note(['alone, unchanged', ...cellsOf(await backUp()), ...nothing]);
  const empty = join(place, 'of-its-own');
  mkdirSync(empty);
  note(['alone, to an empty place', ...cellsOf(await backUp(empty)), ...nothing]);
  rmSync(empty, { recursive: true });
  const copy = join(place, 'copied');
  const began = performance.now();
  execFileSync('cp', ['-a', folder.path, copy]);
  const copied = performance.now();
  execFileSync('sync', ['-f', copy]);
  const synced = performance.now();
  const bytes = Number(execFileSync('du', ['-sb', copy]).toString().split('\t')[0]);
  const megabytes = (bytes / 1e6).toFixed(1);
  note(['cp -a', ((copied - began) / 1000).toFixed(1), megabytes, megabytes, ...nothing]);
  note(['cp -a and sync', ((synced - began) / 1000).toFixed(1), megabytes, megabytes, ...nothing]);
  rmSync(copy, { recursive: true });
  return rows;
}

async function backUp(to = place): Promise<Backup> {
  const child = spawn(process.execPath, [cli, 'backup', '--data', folder.path, '--to', to], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (piece) => {
    text += piece;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`the backup ended with ${code}: ${text}`);
  return JSON.parse(text) as Backup;
}

/** In turns of a place that has older backups, and of one that is begun anew now and then. */
async function killAtRandom(times: number): Promise<void> {
  if (times === 0) return;
  const fresh = join(place, 'begun-anew');
  mkdirSync(fresh);
  const looks = { whole: 0, damaged: 0 };
  await backUp();
  const [again, anew] = [await backUp(), await backUp(fresh)];
  const places = [
    { path: place, longest: 1000 * again.seconds + 500 },
    { path: fresh, longest: 1000 * anew.seconds + 500 },
  ] as const;
  for (let round = 0; round < times; round += 1) {
    const { path, longest } = places[round % 2 === 0 ? 0 : 1];
    if (round % 6 === 1)
      for (const name of readdirSync(fresh)) rmSync(join(fresh, name), { recursive: true });
    const given = [cli, 'backup', '--data', folder.path, '--to', path];
    const child = spawn(process.execPath, given, { stdio: 'ignore' });
    const ended = once(child, 'close');
    await Promise.race([ended, pause(Math.random() * longest)]);
    child.kill('SIGKILL');
    await ended;
    await look(path, false, looks);
  }
  for (const { path } of places) {
    await backUp(path);
    await look(path, true, looks);
  }
  const { whole, damaged } = looks;
  console.log(
    `\n${times} backups killed at random moments: ${whole} looks at backups that counted found them whole, ${damaged} did not; the next ones were made.`,
  );
}

/** Counts the backups of a place that are whole, and that are not. */
async function look(
  path: string,
  isThorough: boolean,
  looks: { whole: number; damaged: number },
): Promise<void> {
  for (const name of readdirSync(path).filter((entry) => entry.startsWith('perito-'))) {
    const copies = new InstallationFolder(path, name.slice('perito-'.length));
    for (const backup of await copies.listBackups()) {
      const { missing, damaged } = await checkBackup(copies, backup, { isThorough });
      looks[missing + damaged === 0 ? 'whole' : 'damaged'] += 1;
    }
  }
}

function cellsOf(done: Backup | null): string[] {
  if (done === null) return ['', '', ''];
  return [done.seconds.toFixed(1), (done.bytes / 1e6).toFixed(1), (done.newBytes / 1e6).toFixed(1)];
}

function latencyCells({ p50, p99, most, refused }: LoadResult): string[] {
  return [...[p50, p99, most].map((value) => value?.toFixed(1) ?? ''), String(refused), load()];
}
