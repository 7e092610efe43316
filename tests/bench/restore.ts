/**
 * `npm run bench:restore`: a data directory restored to an empty one, compared record by record and byte by byte; its time and
 * size beside `cp -a`; onto one that is there, which has the photos already; and restores that are killed at random moments,
 * after each of which the directory is what it was, byte by byte, or the restored one.
 *
 * --data DIR    of a Perito that has ended, such as `bench:backup --data DIR` leaves; it is only read
 * --folder DIR  where folders that are not kept go; default the system's temporary folder
 * --kills N     default 30
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { settleInterruptedRestore } from '../../main/engine/store/restore-place.ts';
import { cli } from '../built-program.ts';
import { table } from './table.ts';

const { values: options } = parseArgs({
  options: { data: { type: 'string' }, folder: { type: 'string' }, kills: { type: 'string', default: '30' } },
});
if (options.data === undefined) throw new Error('--data says which directory is backed up and restored.');
const live: string = options.data;
const folder = mkdtempSync(join(options.folder ?? tmpdir(), 'perito-bench-restore-'));
const place = join(folder, 'place');
const rows: string[][] = [];
try {
  // Not the one that is kept: a restore takes a directory's files.
  const data = join(folder, 'data');
  timed('cp -a', () => execFileSync('cp', ['-a', live, data]));
  execFileSync('mkdir', [place]);
  await perito('backup', '--data', data, '--to', place);
  const before = await hashesOf(data);

  const empty = join(folder, 'empty');
  await timedRestore('to an empty directory', empty);
  console.log(compare(data, empty, before, await hashesOf(empty)));
  rmSync(empty, { recursive: true });

  await timedRestore('onto the directory', data);
  console.log(
    `What was there is moved aside whole: ${isSame(await hashesOf(asideIn(data)), before) ? 'yes' : 'no'}.`,
  );
  console.log(`\n${table(['', 'seconds', 'MB', 'load'], rows)}`);
  await killAtRandom(asideIn(data), Number(options.kills));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function seconds(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1);
}

function note(name: string, took: string, path: string): void {
  const bytes = Number(execFileSync('du', ['-sb', path]).toString().split('\t')[0]);
  rows.push([name, took, (bytes / 1e6).toFixed(1), loadavg()[0]?.toFixed(1) ?? '']);
  console.error(rows.at(-1)?.join(' | '));
}

function timed(name: string, work: () => void): void {
  const began = performance.now();
  work();
  const copied = seconds(began);
  execFileSync('sync', ['-f', folder]);
  note(`${name} (and sync: ${seconds(began)})`, copied, live);
}

async function timedRestore(name: string, data: string): Promise<void> {
  const began = performance.now();
  await perito('restore', '--from', place, '--data', data, '--yes');
  note(name, seconds(began), data);
}

async function perito(...given: string[]): Promise<void> {
  const child = spawn(process.execPath, [cli, ...given], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (piece) => {
    said += piece;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${given.join(' ')} ended with ${code}: ${said}`);
}

function asideIn(data: string): string {
  return join(data, readdirSync(data).find((name) => name.startsWith('before-restore-')) ?? 'nothing');
}

/** Of each file but those that SQLite makes for whoever looks, the lock, and what is not restored: previews are made anew. */
async function hashesOf(data: string): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const entry of readdirSync(data, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(data, path);
    if (
      !entry.isFile() ||
      /-(shm|wal)$|perito\.lock|^(restored|benchmark)\.json$|^before-restore-/.test(name)
    )
      continue;
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    hashes.set(name, hash.digest('hex'));
  }
  return hashes;
}

function isSame(one: Map<string, string>, other: Map<string, string>): boolean {
  return one.size === other.size && [...one].every(([name, hash]) => other.get(name) === hash);
}

function compare(
  data: string,
  restored: string,
  before: Map<string, string>,
  after: Map<string, string>,
): string {
  const photos = [...before].filter(([name]) => name.startsWith(join('attachments', 'content')));
  const same = photos.filter(([name, hash]) => after.get(name) === hash).length;
  let count = 0;
  const different: string[] = [];
  for (const file of ['journal.db', 'perito.db']) {
    const [one, other] = [data, restored].map((path) => new Database(join(path, file), { readonly: true }));
    if (one === undefined || other === undefined) throw new Error('There are two.');
    const names = one
      .prepare<[], string>(
        `SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name`,
      )
      .pluck()
      .all();
    for (const name of names) {
      const sql = `SELECT * FROM "${name}"`;
      const others = other.prepare<[], unknown[]>(sql).raw().iterate();
      for (const row of one.prepare<[], unknown[]>(sql).raw().iterate()) {
        count += 1;
        const next = others.next();
        if (next.done === true || JSON.stringify(row) !== JSON.stringify(next.value)) different.push(name);
      }
      if (others.next().done !== true) different.push(name);
    }
    one.close();
    other.close();
  }
  return `${count} rows of all tables of both databases, of which ${different.length} differ; ${photos.length} photos and papers, of which ${photos.length - same} differ.`;
}

async function killAtRandom(whole: string, times: number): Promise<void> {
  if (times === 0) return;
  const data = join(folder, 'killed');
  const restart = () => {
    rmSync(data, { recursive: true, force: true });
    execFileSync('cp', ['-al', whole, data]);
  };
  restart();
  const before = await hashesOf(data);
  const began = performance.now();
  await perito('restore', '--from', place, '--data', data, '--yes');
  const longest = performance.now() - began;
  const found = { before: 0, restored: 0, half: 0 };
  for (let kill = 0; kill < times; kill += 1) {
    restart();
    const child = spawn(process.execPath, [cli, 'restore', '--from', place, '--data', data, '--yes'], {
      stdio: 'ignore',
    });
    const ended = once(child, 'close');
    await Promise.race([ended, pause(Math.random() * longest)]);
    child.kill('SIGKILL');
    await ended;
    settleInterruptedRestore(data);
    const isRestored = existsSync(asideIn(data));
    const isWhole = isSame(await hashesOf(isRestored ? asideIn(data) : data), before);
    found[isWhole ? (isRestored ? 'restored' : 'before') : 'half'] += 1;
  }
  console.log(
    `\n${times} restores killed at random moments: ${found.before} directories were what they had been, byte by byte, ${found.restored} were the restored one with the old one beside it, ${found.half} anything else.`,
  );
}
