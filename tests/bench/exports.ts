/**
 * `npm run bench:exports -- --data DIR`: what leaves as a file: how long it takes, how much memory the program has meanwhile, and how
 * long others wait who deliver an order or ask the console. Of a data directory that `bench:make` made; it is worked on.
 *
 * --data DIR     the data directory
 * --list JSON    what is exported, as the contract has it; default the log, of which there are about two entries a record
 */
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { exportSource } from '../../shared/contract/exports.ts';
import { startOtherCallers } from './other-callers.ts';
import { memoryOf, processorSeconds } from './process-figures.ts';
import { servePerito } from './serve-perito.ts';
import { table } from './table.ts';

const { values: options } = parseArgs({
  options: { data: { type: 'string' }, list: { type: 'string', default: '{"of":"audit","filter":{}}' } },
});
if (options.data === undefined) throw new Error('--data DIR: what is to be exported?');
const source = exportSource.parse(JSON.parse(options.list));

const server = await servePerito(options.data);
/** Apart from those that are there, and from those of the run before. */
const others = startOtherCallers({ ...server, firstId: Date.now() % 1_000_000_000 });
const rows: string[][] = [];
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);
try {
  await pause(5000);
  await others.reset();
  await pause(10_000);
  rows.push(await lineOf('nothing', null));
  for (const format of ['csv', 'xlsx'] as const) rows.push(await measured(format));
} finally {
  await others.stop();
  await server.stop();
}
const head = ['', 'rows', 'MB', 'seconds', 'processor', 'peak RSS', 'order', 'console', 'load'];
console.log(
  `Waits are the longest, in milliseconds; processor is seconds of the whole program.\n${table(head, rows)}`,
);

interface Entry {
  id: string;
  state: string;
  rows: number;
  bytes: number;
}

async function measured(format: 'csv' | 'xlsx'): Promise<string[]> {
  await others.reset();
  const [begun, worked] = [performance.now(), processorSeconds(server.pid)];
  let entry = await server.call<Entry>('exports/begin', { source, format, locale: 'es' });
  let peak = 0;
  while (entry.state === 'writing') {
    await pause(100);
    peak = Math.max(peak, memoryOf(server.pid)?.resident ?? 0);
    const exports = await server.call<Entry[]>('exports/list', {});
    entry = exports.find(({ id }) => id === entry.id) ?? { ...entry, state: 'gone' };
  }
  if (entry.state !== 'done') throw new Error(`The export is ${entry.state}.`);
  const seconds = (performance.now() - begun) / 1000;
  const line = await lineOf(format, {
    entry,
    seconds,
    peak,
    processor: processorSeconds(server.pid) - worked,
  });
  await server.call('exports/remove', { id: entry.id });
  return line;
}

type Made = { entry: Entry; seconds: number; peak: number; processor: number };

async function lineOf(name: string, made: Made | null): Promise<string[]> {
  const waits = await others.longest();
  if (waits.refused > 0) throw new Error(`${waits.refused} orders were not taken.`);
  const of =
    made === null
      ? ['', '', '', '']
      : [made.entry.rows, megabytes(made.entry.bytes), made.seconds.toFixed(1), made.processor.toFixed(1)];
  return [
    ...[name, ...of.map(String), megabytes(made?.peak ?? memoryOf(server.pid)?.resident ?? 0)],
    ...[waits.order.toFixed(0), waits.console.toFixed(0), (loadavg()[0] ?? 0).toFixed(1)],
  ];
}
