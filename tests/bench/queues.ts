/**
 * `npm run bench:queues -- --data DIR`: how long lists, filters, orders, searches, claim files and figures of a large data
 * directory take (make-million.ts makes one), in the engine and to the painted row, and the memory that it holds at rest.
 *
 * In the engine: calls of the contract in its own process, each once for the caches and then `--tries` times; wall time, and
 * processor time of its thread, which other programs on a busy machine lengthen less. "First" is the first call of each.
 * To the painted row: the program as `perito serve` starts it, and Chromium; from the act until the next frame after the row
 * that belongs first is in the list (painted-rows.ts).
 *
 * --data DIR    of this version, or an older one that is brought there first: how long that takes is said as well
 * --tries N     of each call, default 20
 * --only TEXT   groups with this in their name
 * --no-browser  the engine alone; --no-engine the browser alone
 * --slow N      so many of the slowest cases are listed, default 20
 * --cli FILE    the browser with another checkout's built program (its out/main/cli.js), to compare two in one go
 * --json FILE   also writes the figures there
 * --check       exit code 1 where a floor of the design is not met
 */
import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { createRouterClient } from '@orpc/server';
import { openEngine } from '../../main/engine/engine.ts';
import { builtThreadsVariable } from '../../main/engine/worker-file.ts';
import { cli } from '../built-program.ts';
import { HostInMemory } from '../engine/host-in-memory.ts';
import { latenciesOf } from './measure.ts';
import { framesWhileScrolling, type PaintedGroup, paintedRows } from './painted-rows.ts';
import { databaseFiles, memoryOf, rest } from './process-figures.ts';
import { type Case, type Client, casesOf } from './queue-cases.ts';
import { budgets } from './report.ts';
import { servePerito } from './serve-perito.ts';
import { table } from './table.ts';

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    data: { type: 'string' },
    tries: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    browser: { type: 'boolean', default: true },
    engine: { type: 'boolean', default: true },
    slow: { type: 'string', default: '20' },
    cli: { type: 'string' },
    json: { type: 'string' },
    check: { type: 'boolean', default: false },
  },
});
const dataDir = options.data ?? '';
if (dataDir === '') throw new Error('--data DIR: what is to be measured?');
const tries = Number(options.tries);
process.env[builtThreadsVariable] = new URL('.', `file://${cli}`).href;

interface Measured extends Pick<Case, 'group' | 'name'> {
  first: number;
  wall: number[];
  processor: number[];
}

const before = databaseFiles(dataDir);
const { measured, openSeconds, searchable } = options.engine ? await measureEngine() : nothing();
const after = databaseFiles(dataDir);
const painted = options.browser ? await measureScreen() : null;
report();

function nothing(): Awaited<ReturnType<typeof measureEngine>> {
  return { measured: [], openSeconds: 0, searchable: { records: 0, seconds: 0 } };
}

async function measureEngine() {
  const began = performance.now();
  const engine = await openEngine({
    dataDir,
    host: new HostInMemory(),
    version: '0.0.0',
    receiver: { port: 0, holdSeconds: 0 },
    check: { delay: 3_600_000 },
    log: { info() {}, warn() {}, error: (...said: unknown[]) => console.error(...said) },
  });
  const openSeconds = (performance.now() - began) / 1000;
  try {
    const client = createRouterClient(engine.router, { context: { via: 'desktop' } }) as Client;
    const searchable = await indexed(client);
    const cases = await casesOf(client, options.only);
    const measured: Measured[] = [];
    for (const one of cases) measured.push(await measure(one, client));
    return { measured, openSeconds, searchable };
  } finally {
    await engine.close();
  }
}

/** Waits until the words of all records are in the index of the search: how many were not, and how long it took. */
async function indexed(client: Client): Promise<{ records: number; seconds: number }> {
  const began = performance.now();
  const { total } = await client.records.list({ limit: 1 });
  for (let isFirst = true; ; isFirst = false) {
    const { waiting } = await client.search.find({ query: 'perito', limit: 1 });
    const seconds = (performance.now() - began) / 1000;
    if (waiting.count === 0) return { records: isFirst ? 0 : total, seconds };
    await pause(500);
  }
}

async function measure({ group, name, call }: Case, client: Client): Promise<Measured> {
  const [wall, processor]: [number[], number[]] = [[], []];
  let first = 0;
  for (let attempt = 0; attempt <= tries; attempt += 1) {
    const worked = process.threadCpuUsage();
    const began = performance.now();
    await call(client).catch((failure: unknown) => {
      throw new Error(`${group}, ${name}`, { cause: failure });
    });
    const took = performance.now() - began;
    const { user, system } = process.threadCpuUsage(worked);
    if (attempt === 0) first = took;
    else {
      wall.push(took);
      processor.push((user + system) / 1000);
    }
    await pause(0);
  }
  return { group, name, first, wall, processor };
}

async function measureScreen() {
  const served = await servePerito(dataDir, { cli: options.cli, more: ['--hold-seconds', '0'] });
  try {
    await rest(served.pid, 120);
    const atStart = memoryOf(served.pid);
    const client: Client = createORPCClient(
      new RPCLink({
        url: `${served.consoleUrl}/rpc`,
        headers: { authorization: `Bearer ${served.consoleToken}` },
      }),
    );
    const groups = await paintedRows(served, client);
    const frames = await framesWhileScrolling(served);
    await rest(served.pid, 120);
    return { groups, frames, memory: { atStart, afterIt: memoryOf(served.pid) } };
  } finally {
    await served.stop();
  }
}

/** The system counts in steps that are longer than a call may take: only means say something. */
function meanOf(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}

function ms(figure: number): string {
  return figure.toFixed(figure < 10 ? 2 : 1);
}

function report(): void {
  const misses: string[] = [];
  const hold = (what: string, figure: number, floor: number): string => {
    if (figure <= floor) return 'met';
    misses.push(`${what}: ${ms(figure)} instead of ${floor}`);
    return 'NOT MET';
  };
  const groups = [...new Set(measured.map(({ group }) => group))].map((group) => {
    const cases = measured.filter((one) => one.group === group);
    const wall = latenciesOf(cases.flatMap((one) => one.wall));
    const processor = meanOf(cases.flatMap((one) => one.processor));
    const slowestCase = Math.max(...cases.map((one) => meanOf(one.processor)));
    return { group, cases: cases.length, wall, processor, slowestCase };
  });
  console.log(
    table(
      [
        'in the engine, ms',
        'cases',
        'p50',
        'p99',
        'most',
        'processor mean',
        'slowest case',
        `p99 <= ${budgets.queues.engine}`,
      ],
      groups.map(({ group, cases, wall, processor, slowestCase }) => [
        group,
        String(cases),
        ...[wall.p50, wall.p99, wall.most, processor, slowestCase].map(ms),
        hold(`${group} in the engine, p99 ms`, wall.p99, budgets.queues.engine),
      ]),
    ),
  );
  const slowest = measured
    .map((one) => ({ ...one, worked: meanOf(one.processor), p99: latenciesOf(one.wall).p99 }))
    .sort((a, b) => b.worked - a.worked)
    .slice(0, Number(options.slow));
  console.log(
    `\n${table(
      ['the slowest, ms', 'first', 'p99', 'processor mean'],
      slowest.map(({ group, name, first, p99, worked }) => [
        `${group}: ${name}`,
        ms(first),
        ms(p99),
        ms(worked),
      ]),
    )}`,
  );
  if (painted !== null) reportScreen(painted, hold);
  if (searchable.records > 0) {
    const rate = searchable.records / searchable.seconds;
    const took = `${searchable.seconds.toFixed(0)} s, ${rate.toFixed(0)}/s`;
    console.log(`\nThe words of ${searchable.records} records were entered in ${took}.`);
  }
  console.log(
    `\nOpened in ${openSeconds.toFixed(1)} s. Files, MB: ${sizes(before)} before, ${sizes(after)} after.`,
  );
  const json = {
    dataDir,
    at: new Date().toISOString(),
    openSeconds,
    searchable,
    before,
    after,
    groups,
    slowest,
    painted,
    misses,
  };
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(json, null, 2)}\n`);
  if (options.check && misses.length > 0) {
    console.error(misses.join('\n'));
    process.exitCode = 1;
  }
}

function reportScreen(
  { groups, frames, memory }: NonNullable<typeof painted>,
  hold: (what: string, figure: number, floor: number) => string,
): void {
  const row = ({ name, milliseconds, worked }: PaintedGroup) => {
    const { p50, p99, most } = latenciesOf(milliseconds);
    const met = hold(`${name} to the painted row, p99 ms`, p99, budgets.queues.painted);
    const each = [worked.page, worked.perito].map((all) => ms(all / milliseconds.length));
    return [name, String(milliseconds.length), ...[p50, p99, most].map(ms), ...each, met];
  };
  console.log(
    `\n${table(['to the painted row, ms', 'tries', 'p50', 'p99', 'most', 'processor: page', 'Perito', `p99 <= ${budgets.queues.painted}`], groups.map(row))}`,
  );
  console.log(
    `\n${table(
      ['frames while a key is held, ms', 'frames', 'p50', 'p99', 'most'],
      frames.map(({ name, milliseconds }) => {
        const { p50, p99, most } = latenciesOf(milliseconds);
        return [name, String(milliseconds.length), ...[p50, p99, most].map(ms)];
      }),
    )}`,
  );
  for (const [when, found] of Object.entries(memory)) {
    if (found === null) continue;
    const [resident, proportional] = [found.resident / 1e6, found.proportional / 1e6];
    const met = hold(`memory ${when}, RSS MB`, resident, budgets.million.restMegabytes);
    console.log(
      `Memory at rest ${when}: RSS ${resident.toFixed(0)} MB, Pss ${proportional.toFixed(0)} MB; ${met}`,
    );
  }
}

function sizes(files: Record<string, number>): string {
  return Object.entries(files)
    .map(([name, bytes]) => `${name} ${(bytes / 1e6).toFixed(0)}`)
    .join(', ');
}
