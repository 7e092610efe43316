/**
 * `npm run bench:postgres`: durable purchase orders a second on PostgreSQL beside files of SQLite, with a synchronous standby and
 * without, by turns in one run and on one disk; round trips a group of the journal; and answer times at a fixed rate over a
 * network. Starts servers of its own, and removes them.
 *
 * --database URL  a server of this computer in place of its own; then nothing is measured with a standby
 * --json FILE     also writes the figures there
 * --check         exit code 1 where a floor of the design is not met
 * --rounds N      default 5
 * --seconds N     length of a round, default 2
 * --folder DIR    where all databases go, on the disk to be measured; default the system's temporary folder
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { commandOf, leastOnPostgres } from './contestants.ts';
import { watchDisk } from './disk.ts';
import type { LoadResult } from './load.ts';
import { median } from './measure.ts';
import { openPostgres, openPostgresWithStandby, type PostgresServer } from './postgres-server.ts';
import { budgets, type Floor, floorOf, floorTable, spreadOf } from './report.ts';
import { runLoad } from './run-load.ts';
import { serveCommand } from './serve-perito.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { openSlowNetwork } from './slow-network.ts';
import { table } from './table.ts';

const { values: options } = parseArgs({
  options: {
    database: { type: 'string' },
    json: { type: 'string' },
    check: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    folder: { type: 'string', default: tmpdir() },
  },
});
const connections = 64;
/** Until what was begun anew is compiled, and what was halted has its connections again. */
const warmUpMilliseconds = 1000;
/** A network so slow that what a busy processor delays does not look like a wait for an answer. */
const countingMilliseconds = 20;
const rounds = Array.from({ length: Number(options.rounds) }, (_, round) => round);
const budget = budgets.postgres;

const folder = mkdtempSync(join(options.folder, 'perito-bench-'));
const disk = watchDisk(folder);
const opened: { stop(): unknown }[] = [];
const contestants = new Map<string, ServerProcess>();
const results = new Map<string, LoadResult[]>();
const floors: Floor[] = [];
let nextId = 0;

try {
  const server = await keep(
    options.database === undefined ? openPostgres(options.folder) : given(options.database),
  );
  const url = (schema: string, of = server.url) =>
    `${of}${of.includes('?') ? '&' : '?'}schema=bench_${schema}`;
  await start('the least, SQLite', commandOf('least', folderOf('least')));
  await start('the least, PostgreSQL', leastOnPostgres(url('least')));
  await start('Perito, SQLite', serveCommand(folderOf('files')));
  await start('Perito, PostgreSQL', perito('server', url('perito')));
  if (options.database === undefined) {
    const withStandby = await keep(openPostgresWithStandby(options.folder));
    await start(
      'Perito, PostgreSQL with a synchronous standby',
      perito('standby', url('perito', withStandby.url)),
    );
  }
  await byTurns();
  floors.push(...ratios());
  const far = await measureFar(server.port, url);
  report(far);
  if (options.check && !floors.every((floor) => floor.met)) process.exitCode = 1;
} finally {
  for (const one of opened.toReversed()) await one.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function keep<One extends { stop(): unknown }>(opening: Promise<One>): Promise<One> {
  const one = await opening;
  opened.push(one);
  return one;
}

/** Removes what the benchmark made in a database of somebody else. */
async function given(url: string): Promise<PostgresServer> {
  return {
    port: Number(new URL(url).port || 5432),
    url,
    async stop() {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      for (const schema of ['least', 'perito', 'far', 'far_least'])
        await client.query(`DROP SCHEMA IF EXISTS bench_${schema} CASCADE`);
      await client.end();
    },
  };
}

function folderOf(name: string): string {
  const own = join(folder, name);
  mkdirSync(own);
  return own;
}

function perito(name: string, database: string): readonly string[] {
  return serveCommand(folderOf(name), { more: ['--database', database] });
}

async function start(name: string, command: readonly string[]): Promise<void> {
  const contestant = await keep(startServer(command));
  contestant.pause();
  contestants.set(name, contestant);
  results.set(name, []);
}

/** Each round begins with another. */
async function byTurns(): Promise<void> {
  const names = [...contestants.keys()];
  for (const round of rounds)
    for (const name of [...names.slice(round % names.length), ...names.slice(0, round % names.length)]) {
      const contestant = contestants.get(name);
      if (contestant === undefined) continue;
      await disk.settle();
      contestant.resume();
      results.get(name)?.push(await load(contestant, null, Number(options.seconds) * 1000));
      contestant.pause();
    }
}

function load({ receiverUrl: url }: ServerProcess, ratePerSecond: number | null, milliseconds: number) {
  const calls = { orders: nextId };
  nextId += 1_000_000;
  return runLoad({ url, connections, calls, warmUpMilliseconds, until: { milliseconds }, ratePerSecond });
}

function ratios(): Floor[] {
  const ratio = (what: string, name: string, base: string, floor: number): Floor[] => {
    const bases = results.get(base) ?? [];
    const figures = results
      .get(name)
      ?.map(({ perSecond }, round) => perSecond / (bases[round]?.perSecond ?? 0));
    return figures === undefined ? [] : [floorOf(what, figures, 'atLeast', floor)];
  };
  const onServer = 'Perito, PostgreSQL';
  return [
    ...ratio(
      'the least, PostgreSQL / SQLite',
      'the least, PostgreSQL',
      'the least, SQLite',
      budget.leastOfFiles,
    ),
    ...ratio('Perito / the least, PostgreSQL', onServer, 'the least, PostgreSQL', budget.ofLeast),
    ...ratio(
      'with a synchronous standby / without',
      `${onServer} with a synchronous standby`,
      onServer,
      budget.ofNoStandby,
    ),
  ];
}

/** At the fixed rate, by turns, what has a network between it and its database; first how often a group of the journal waits. */
async function measureFar(port: number, url: (schema: string) => string): Promise<Map<string, LoadResult[]>> {
  const network = await keep(openSlowNetwork(port, countingMilliseconds));
  const over = (schema: string): string => {
    const far = new URL(url(schema));
    far.host = `127.0.0.1:${network.port}`;
    return far.href;
  };
  const far = await keep(startServer(perito('far', over('far'))));
  await load(far, budget.ratePerSecond, 4000);
  const roundTrips = [...network.roundTrips];
  network.milliseconds = budget.networkMilliseconds;
  const least = await keep(startServer(leastOnPostgres(over('far_least'))));
  const measured = new Map<string, LoadResult[]>([
    ['the least', []],
    ['Perito', []],
  ]);
  for (const _ of rounds)
    for (const [name, of] of measured)
      of.push(await load(name === 'Perito' ? far : least, budget.ratePerSecond, 4000));
  const p99 = measured.get('Perito')?.map((one) => one.p99) ?? [];
  const where = `at ${budget.ratePerSecond}/s, ${budget.networkMilliseconds} ms of network`;
  floors.push(
    floorOf('round trips a group of the journal', roundTrips, 'atMost', budget.roundTrips),
    floorOf(`p99 in ms ${where}`, p99, 'atMost', budget.p99AtRate),
  );
  return new Map([...measured].map(([name, of]) => [`${name}, PostgreSQL, ${where}`, of]));
}

function report(far: Map<string, LoadResult[]>): void {
  const rows = [...results, ...far];
  const figures = rows.map(([name, of]) => {
    const spread = (what: 'perSecond' | 'p50' | 'p99' | 'most', digits: number) =>
      spreadOf(
        of.map((one) => one[what]),
        digits,
      );
    const refused = of.reduce((sum, one) => sum + one.refused, 0);
    return [
      name,
      spread('perSecond', 0),
      spread('p50', 1),
      spread('p99', 1),
      spread('most', 1),
      String(refused),
    ];
  });
  const bytes = rows[0]?.[1][0]?.bodyBytes;
  const seen = disk.seen.map((milliseconds) => milliseconds.toFixed(2));
  console.log(
    [
      `Durable purchase orders, ${connections} connections, ${bytes} bytes a body, ${rounds.length} rounds: median (least to most)`,
      table(['', 'orders/s', 'p50 ms', 'p99 ms', 'longest ms', 'refused'], figures),
      `Disk: a synced write of 64 kB took ${median(disk.seen).toFixed(2)} ms before the rounds (${seen.toSorted()[0]} to ${seen.toSorted().at(-1)}).`,
      floorTable(floors),
    ].join('\n\n'),
  );
  if (options.json !== undefined)
    writeFileSync(
      options.json,
      `${JSON.stringify({ results: Object.fromEntries(rows), floors }, null, 2)}\n`,
    );
}
