/**
 * `npm run bench:beside`: how long orders wait that come at 1,000 a second while the program has something else to do, each
 * alone in a program that was just started: a policy book imported, photographs fetched, searches, a monstrous report, a
 * rebuild, and a minute of nothing but its own checkpoints.
 *
 * --only WORDS    only works whose name has one of these words, comma-separated
 * --data DIR      kept, and gone on from (bench:growth fills one); several programs have DIR/1, DIR/2 …. Default: a new
 *                 folder for each
 * --cli PATH      another checkout's out/main/cli.js; given more than once, they are measured in turns. Default this one's
 * --rounds N      default 1
 * --vehicles N    default 100000
 * --photos N      default 200
 * --rebuild-seconds N  so long orders arrive at full rate before the rebuild of them; default 6
 * --check         exit code 1 where a budget of the design is not met
 * --folder DIR    where folders that are not kept go; default the system's temporary folder
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cli as ownCli } from '../built-program.ts';
import { keptPlace, openBenchFolder } from './bench-folder.ts';
import { rest } from './process-figures.ts';
import { budgets } from './report.ts';
import { startLoad } from './run-load.ts';
import { servePerito } from './serve-perito.ts';
import { table } from './table.ts';
import {
  monstrousReport,
  nothing,
  photographs,
  policyImport,
  rebuild,
  type Site,
  searches,
  type Work,
} from './works.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    data: { type: 'string' },
    cli: { type: 'string', multiple: true, default: [ownCli] },
    rounds: { type: 'string', default: '1' },
    vehicles: { type: 'string', default: '100000' },
    photos: { type: 'string', default: '200' },
    'rebuild-seconds': { type: 'string', default: '6' },
    check: { type: 'boolean', default: false },
    folder: { type: 'string' },
  },
});
const words = options.only.split(',');
const ratePerSecond = budgets.ratePerSecond;
/** Orders come for so long before and after the work as well. */
const marginMilliseconds = 1000;
const warmUpMilliseconds = 3000;

const works = [
  nothing(20),
  policyImport('csv', Number(options.vehicles)),
  policyImport('xlsx', Number(options.vehicles)),
  photographs(Number(options.photos)),
  searches(20),
  monstrousReport,
  rebuild(Number(options['rebuild-seconds'])),
  nothing(60),
].filter(({ name }) => words.some((word) => name.includes(word)));
const rows: string[][] = [];
for (let round = 0; round < Number(options.rounds); round += 1)
  for (const work of works) for (const index of options.cli.keys()) await measure(work, index);
const head = ['beside', 'what was done', 'orders/s', 'p50 ms', 'p99 ms', 'longest ms', 'refused'];
console.log(`\n${table(head, rows)}`);

async function measure(work: Work, index: number): Promise<void> {
  const cli = options.cli[index] ?? ownCli;
  const folder = openBenchFolder(keptPlace(options.data, index, options.cli.length), options.folder);
  const served = await servePerito(folder.path, { cli, more: await work.begin?.() });
  try {
    const site: Site = { ...served, cli, path: folder.path, freshId: 500_000_000 + folder.orders };
    await work.prepare?.(site);
    await rest(served.pid, 120);
    const load = startLoad({
      url: served.receiverUrl,
      connections: 64,
      calls: { orders: folder.orders },
      warmUpMilliseconds,
      until: { milliseconds: 3_600_000 },
      ratePerSecond,
    });
    // Its failure counts once the work is done.
    load.result.catch(() => undefined);
    await pause(warmUpMilliseconds + marginMilliseconds);
    const done = await work.run(site).catch((failure: unknown) => String(failure));
    await pause(marginMilliseconds);
    load.stop();
    const { perSecond, p50, p99, most, refused, records } = await load.result;
    folder.orders = records;
    const cells = [perSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1), most.toFixed(1), String(refused)];
    const which = options.cli.length > 1 ? ` (${index + 1})` : '';
    rows.push([`${work.name}${which}`, done, ...cells]);
    console.error(rows.at(-1)?.join(' | '));
    const isQuiet = work.name.startsWith('nothing');
    const isMet = most <= budgets.longestAnswer && (!isQuiet || p99 <= budgets.p99AtRate);
    if (options.check && !isMet) process.exitCode = 1;
  } finally {
    work.end?.();
    await served.stop();
    folder.close();
  }
}
