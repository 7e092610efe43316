/**
 * `npm run bench`: durable purchase orders a second, Perito beside its peers in one run, in interleaved
 * rounds, so that what else the machine does falls on all alike; and Perito's answer times at a fixed rate.
 *
 * --json FILE   also writes the figures there
 * --check       exit code 1 where a floor of the design is not met
 * --rounds N    default 5
 * --seconds N   length of a round, default 1.25
 * --folder DIR  where the databases go, on the disk to be measured; default the system's temporary folder
 * --only NAMES  comma-separated: echo, bareInsert, jsonServer, least, before, perito
 * --cli PATH    another checkout's out/main/cli.js, to be measured beside this one's
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type ContestantName, contestantNames, start } from './contestants.ts';
import { watchDisk } from './disk.ts';
import type { LoadResult } from './load.ts';
import { median } from './measure.ts';
import { budgets, type Figures, floorsOf, inWords, type Report } from './report.ts';
import { runLoad } from './run-load.ts';
import type { ServerProcess } from './server-process.ts';

const { values: options } = parseArgs({
  options: {
    json: { type: 'string' },
    check: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1.25' },
    folder: { type: 'string', default: tmpdir() },
    cli: { type: 'string' },
    only: { type: 'string', default: contestantNames.join(',') },
  },
});
const connections = 64;
const warmUpMilliseconds = 300;
const roundMilliseconds = Number(options.seconds) * 1000;
const wanted = contestantNames
  .filter((name) => options.only.split(',').includes(name))
  .filter((name) => name !== 'before' || options.cli !== undefined);
const folder = mkdtempSync(join(options.folder, 'perito-bench-'));
const disk = watchDisk(folder);
const running = new Map<ContestantName, ServerProcess>();
const absent: Report['absent'] = {};
let nextId = 0;

try {
  const report = await measure();
  console.log(inWords(report));
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
  if (Object.keys(absent).length > 0) process.exitCode = 1;
  if (options.check && !report.floors.every((floor) => floor.met)) process.exitCode = 1;
} finally {
  await Promise.all([...running.values()].map((contestant) => contestant.stop()));
  rmSync(folder, { recursive: true, force: true });
}

async function measure(): Promise<Report> {
  for (const name of wanted) await started(name);
  const results = new Map<ContestantName, LoadResult[]>(wanted.map((name) => [name, []]));
  for (let round = 0; round < Number(options.rounds); round++) {
    // Each round begins with another contestant.
    for (const name of [...wanted.slice(round % wanted.length), ...wanted.slice(0, round % wanted.length)]) {
      const contestant = running.get(name);
      if (contestant) results.get(name)?.push(await load(contestant, null, roundMilliseconds));
      // Its file grows and makes it slower with every order: a fresh one each round is its best.
      if (name === 'jsonServer') await restarted(name);
    }
  }
  const atRate: Report['atRate'] = {};
  for (const name of ['bareInsert', 'least', 'before', 'perito'] as const) {
    const contestant = running.get(name);
    if (contestant) atRate[name] = await load(contestant, budgets.ratePerSecond, 4_000);
  }
  const throughput: Report['throughput'] = {};
  for (const [name, rounds] of results) if (rounds.length > 0) throughput[name] = figuresOf(rounds);
  return {
    at: new Date().toISOString(),
    node: process.version,
    cpus: availableParallelism(),
    connections,
    bodyBytes: [...results.values()].flat()[0]?.bodyBytes ?? 0,
    roundMilliseconds,
    throughput,
    atRate,
    diskMilliseconds: disk.seen,
    floors: floorsOf({ throughput, atRate }),
    absent,
  };
}

function figuresOf(rounds: readonly LoadResult[]): Figures {
  return {
    perSecond: median(rounds.map((round) => round.perSecond)),
    p50: median(rounds.map((round) => round.p50)),
    p99: median(rounds.map((round) => round.p99)),
    most: Math.max(...rounds.map((round) => round.most)),
    refused: rounds.reduce((sum, round) => sum + round.refused, 0),
    rounds: rounds.map((round) => Math.round(round.perSecond)),
  };
}

async function load(
  contestant: ServerProcess,
  ratePerSecond: number | null,
  milliseconds: number,
): Promise<LoadResult> {
  const calls = { orders: nextId };
  nextId += 1_000_000;
  await disk.settle();
  contestant.resume();
  const { receiverUrl: url } = contestant;
  const until = { milliseconds };
  const result = await runLoad({ url, connections, calls, warmUpMilliseconds, until, ratePerSecond });
  contestant.pause();
  return result;
}

async function started(name: ContestantName): Promise<void> {
  const own = join(folder, name);
  mkdirSync(own, { recursive: true });
  try {
    const contestant = await start(name, own, options.cli);
    contestant.pause();
    running.set(name, contestant);
  } catch (cause) {
    absent[name] = cause instanceof Error ? cause.message : String(cause);
  }
}

async function restarted(name: ContestantName): Promise<void> {
  await running.get(name)?.stop();
  running.delete(name);
  await started(name);
}
