/**
 * `npm run bench:second-copy`: what is lost where a data directory is destroyed while orders arrive, with its receiver and
 * whoever follows it killed at once; and what following costs the receiver, in alternating rounds.
 *
 * --destroyed N   so many times at full rate; default 20
 * --at-rate N     so many times at 1,000 orders a second; default 5
 * --rounds N      rounds with and without a second copy; default 3
 * --seconds N     of each round; default 10
 * --folder DIR    where data directories and places go; default the system's temporary folder
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { InstallationFolder } from '../../main/engine/backup/place.ts';
import { assembleDatabase, assembleJournal } from '../../main/engine/backup/second-copy/read.ts';
import { readMarker } from '../../main/engine/store/index.ts';
import type { SecondCopyStatus } from '../../shared/contract/backups.ts';
import { openConnection } from './connection.ts';
import { budgets } from './report.ts';
import { makeRequests } from './requests.ts';
import { runLoad } from './run-load.ts';
import { servePerito } from './serve-perito.ts';
import { table } from './table.ts';

const { values: options } = parseArgs({
  options: {
    destroyed: { type: 'string', default: '20' },
    'at-rate': { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '10' },
    folder: { type: 'string', default: tmpdir() },
  },
});
const connections = 64;
/** Of the first id of an order. */
const firstId = 100_000_000;

interface Follower {
  /** Resolves once all that there was is copied. */
  there: Promise<void>;
  processorSeconds(): number;
  kill(): Promise<void>;
}

function follow(dataDir: string, place: string): Follower {
  const file = new URL('../engine/backup/second-copy/second-copy.process.ts', import.meta.url);
  const child = fork(fileURLToPath(file), [dataDir, place], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const there = Promise.withResolvers<void>();
  if (child.stdout === null) throw new Error('The follower has no output.');
  createInterface(child.stdout).on('line', (line) => {
    const { state, database, arrivals }: SecondCopyStatus = JSON.parse(line);
    if (state === 'following' && database.since === null && arrivals.behind === 0) there.resolve();
  });
  return {
    there: there.promise,
    processorSeconds: () => processorSecondsOf(child.pid ?? 0),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Of all its threads; only Linux tells it like this. */
function processorSecondsOf(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

interface Loss {
  acknowledged: number;
  found: number;
  lost: number;
  /** How long before the end the first that is lost was answered, in milliseconds; 0 where none is. */
  window: number;
  /** How long before the end something was last written to the second copy, in milliseconds. */
  lastByte: number;
  restoreSeconds: number;
}

async function destroyOnce(ratePerSecond: number | null): Promise<Loss> {
  const root = mkdtempSync(join(options.folder, 'perito-bench-'));
  const [dataDir, place] = [join(root, 'data'), join(root, 'place')];
  mkdirSync(place);
  try {
    const served = await servePerito(dataDir);
    const follower = follow(dataDir, place);
    await follower.there;
    const load = await startOrders(served.receiverUrl, ratePerSecond);
    await pause(2000 + Math.random() * 3000);
    const installationId = readMarker(dataDir)?.installationId ?? '';
    const endedAt = performance.now();
    const endedWhen = Date.now();
    const killed = [served.stop('SIGKILL'), follower.kill()];
    rmSync(dataDir, { recursive: true, force: true });
    await Promise.all(killed);
    const answered = await load.stop();
    const folder = new InstallationFolder(place, installationId);
    const from = performance.now();
    const kept = await restore(folder, join(root, 'restored'));
    const restoreSeconds = (performance.now() - from) / 1000;
    const lost = [...answered].filter(([id]) => !kept.has(id));
    return {
      acknowledged: answered.size,
      found: answered.size - lost.length,
      lost: lost.length,
      window: Math.max(0, ...lost.map(([, at]) => endedAt - at)),
      lastByte: Math.max(0, endedWhen - lastWritten(folder.secondCopy)),
      restoreSeconds,
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** The ids of the orders that come back. */
async function restore(folder: InstallationFolder, target: string): Promise<Set<number>> {
  mkdirSync(target);
  const journal = await assembleJournal(folder, join(target, 'journal.db'));
  const perito = await assembleDatabase(folder, join(target, 'perito.db'));
  for (const { cut } of [journal, perito]) if (cut !== null) throw new Error(`cut: ${cut.detail}`);
  const database = new Database(join(target, 'journal.db'), { readonly: true });
  const ids = database
    .prepare<[], number>('SELECT marketplace_id FROM entry WHERE revision = 1')
    .pluck()
    .all();
  database.close();
  return new Set(ids);
}

const lastWritten = (folder: string): number =>
  Math.max(
    ...readdirSync(folder)
      .filter((name) => name.startsWith('journal-'))
      .map((name) => lstatSync(join(folder, name)).mtimeMs),
  );

/** Sends orders until it is stopped; when each was answered, by its id. */
async function startOrders(url: string, ratePerSecond: number | null) {
  const { host, port } = new URL(url);
  const requests = makeRequests(host, 0);
  const opened = await Promise.all(Array.from({ length: connections }, () => openConnection(Number(port))));
  const answered = new Map<number, number>();
  let isStopped = false;
  const begun = performance.now();
  const senders = opened.map(async (connection) => {
    try {
      while (!isStopped) {
        const id = firstId + requests.records;
        const due = ratePerSecond === null ? 0 : begun + (requests.records / ratePerSecond) * 1000;
        const request = requests.next();
        if (due > performance.now()) await pause(due - performance.now());
        const status = await connection.exchange(request);
        if (status === 200 || status === 201) answered.set(id, performance.now());
      }
    } catch {
      // The receiver is gone.
    }
  });
  return {
    async stop() {
      isStopped = true;
      for (const connection of opened) connection.close();
      await Promise.race([Promise.all(senders), pause(2000)]);
      return answered;
    },
  };
}

const middle = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

async function destroy(times: number, ratePerSecond: number | null): Promise<void> {
  const losses: Loss[] = [];
  const cells = (loss: Loss) => [
    String(loss.acknowledged),
    String(loss.found),
    String(loss.lost),
    loss.window.toFixed(0),
    loss.lastByte.toFixed(0),
    loss.restoreSeconds.toFixed(1),
  ];
  for (let time = 1; time <= times; time += 1) {
    const loss = await destroyOnce(ratePerSecond);
    losses.push(loss);
    console.error([String(time), ...cells(loss)].join(' | '));
  }
  if (losses.length === 0) return;
  const of = (pick: (values: readonly number[]) => number): Loss => ({
    acknowledged: pick(losses.map(({ acknowledged }) => acknowledged)),
    found: pick(losses.map(({ found }) => found)),
    lost: pick(losses.map(({ lost }) => lost)),
    window: pick(losses.map(({ window }) => window)),
    lastByte: pick(losses.map(({ lastByte }) => lastByte)),
    restoreSeconds: pick(losses.map(({ restoreSeconds }) => restoreSeconds)),
  });
  const rate = ratePerSecond === null ? 'full rate' : `${ratePerSecond} orders/s`;
  const head = [
    `destroyed, ${rate}`,
    'answered',
    'found',
    'lost',
    'lost of the last ms',
    'last byte ms',
    'restored in s',
  ];
  const rows = losses.map((loss, index) => [String(index + 1), ...cells(loss)]);
  const worst = of((values) => Math.max(...values));
  console.log(`\n${table(head, [...rows, ['median', ...cells(of(middle))], ['worst', ...cells(worst)]])}`);
}

interface Throughput {
  perSecond: number;
  p99: number;
  /** Of a processor, in microseconds an order: what the program needs, and what whoever follows it does. */
  program: number;
  follower: number;
}

async function throughput(hasCopy: boolean): Promise<Throughput> {
  const root = mkdtempSync(join(options.folder, 'perito-bench-'));
  const [dataDir, place] = [join(root, 'data'), join(root, 'place')];
  mkdirSync(place);
  try {
    const served = await servePerito(dataDir);
    const follower = hasCopy ? follow(dataDir, place) : null;
    await follower?.there;
    const before = [processorSecondsOf(served.pid), follower?.processorSeconds() ?? 0] as const;
    const { perSecond, p99, records } = await runLoad({
      url: served.receiverUrl,
      connections,
      calls: { orders: 0 },
      warmUpMilliseconds: 2000,
      until: { milliseconds: Number(options.seconds) * 1000 },
      ratePerSecond: null,
    });
    const anOrder = (seconds: number) => (seconds * 1_000_000) / records;
    const program = anOrder(processorSecondsOf(served.pid) - before[0]);
    const copying = anOrder((follower?.processorSeconds() ?? 0) - before[1]);
    await follower?.kill();
    await served.stop('SIGKILL');
    return { perSecond, p99, program, follower: copying };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

await destroy(Number(options.destroyed), null);
await destroy(Number(options['at-rate']), budgets.ratePerSecond);
const rows: string[][] = [];
const ratios: number[] = [];
for (let round = 1; round <= Number(options.rounds); round += 1) {
  const without = await throughput(false);
  const copied = await throughput(true);
  const ratio = copied.perSecond / without.perSecond;
  ratios.push(ratio);
  rows.push([
    String(round),
    without.perSecond.toFixed(0),
    copied.perSecond.toFixed(0),
    ratio.toFixed(2),
    without.p99.toFixed(1),
    copied.p99.toFixed(1),
    without.program.toFixed(0),
    copied.program.toFixed(0),
    copied.follower.toFixed(0),
  ]);
  console.error(rows.at(-1)?.join(' | '));
}
if (rows.length > 0) {
  const head = ['round', 'orders/s without', 'with', 'ratio', 'p99 ms without', 'with'];
  const processor = ['processor µs an order without', 'with', 'of the follower'];
  const last = ['median', '', '', middle(ratios).toFixed(2), '', '', '', '', ''];
  console.log(`\n${table([...head, ...processor], [...rows, last])}`);
}
