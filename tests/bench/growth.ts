/**
 * `npm run bench:growth`: a million mixed records (claim-files.ts) sent at full rate; how fast the last 10,000 before each
 * mark were, what the files then are, how much memory is held at rest, and how long a start takes, from the spawn to the
 * first order that is answered and to the ready line, after a clean end and after SIGKILL.
 *
 * --records N   default 1000000
 * --data DIR    kept, and gone on from where it has some already; several programs have DIR/1, DIR/2 …
 * --cli PATH    another checkout's out/main/cli.js; given more than once, they are measured in turns. Default this one's
 * --starts N    rounds of starts, default 3
 * --folder DIR  where a folder that is not kept goes; default the system's temporary folder
 * --json FILE   also writes the figures there
 * --check       exit code 1 where a floor of the design is not met
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { policiesAsCsv } from '../../main/simulator/index.ts';
import { cli as ownCli } from '../built-program.ts';
import { freePort } from '../free-port.ts';
import { type BenchFolder, keptPlace, openBenchFolder } from './bench-folder.ts';
import { policyBook } from './claim-files.ts';
import { openConnection } from './connection.ts';
import { median } from './measure.ts';
import { databaseFiles, memoryOf, processorSeconds, rest } from './process-figures.ts';
import { budgets } from './report.ts';
import { makeRequests } from './requests.ts';
import { runLoad, startLoad } from './run-load.ts';
import { type Served, servePerito } from './serve-perito.ts';
import { table } from './table.ts';

const { values: options } = parseArgs({
  options: {
    records: { type: 'string', default: '1000000' },
    data: { type: 'string' },
    cli: { type: 'string', multiple: true, default: [ownCli] },
    starts: { type: 'string', default: '3' },
    folder: { type: 'string' },
    json: { type: 'string' },
    check: { type: 'boolean', default: false },
  },
});
const seed = 1;
const connections = 64;
const wanted = Number(options.records);
/** What comes before the first warms it up. */
const marks = [20_000, 100_000, 400_000, 1_000_000].filter((mark) => mark < wanted).concat(wanted);
/** An ask is answered at once: nobody here decides. */
const more = ['--hold-seconds', '0'];
/** Seconds: what is left to examine after a million may take long. */
const longestRest = 3600;

interface Program {
  cli: string;
  folder: BenchFolder;
  served: Served;
  /** Those of each round, by name; the table has their medians. */
  figures: Map<string, number[]>;
}
const programs: Program[] = [];
try {
  for (const [index, cli] of options.cli.entries()) programs.push(await begin(cli, index));
  for (const mark of marks) for (const program of programs) await grow(program, mark);
  for (const program of programs) await settle(program);
  await measureStarts(Number(options.starts));
  for (const { figures } of programs) {
    const [first, last] = [marks[0], marks.at(-1)].map((mark) => figures.get(lastBefore(mark ?? 0))?.[0]);
    if (first !== undefined && last !== undefined && marks.length > 1)
      note(figures, 'rate before the last mark, of the first', last / first);
  }
  report();
} finally {
  for (const { served, folder } of programs) {
    await served.stop();
    folder.close();
  }
}

async function begin(cli: string, index: number): Promise<Program> {
  const folder = openBenchFolder(keptPlace(options.data, index, options.cli.length), options.folder);
  const served = await servePerito(folder.path, { cli, more });
  if (folder.records === 0) {
    const path = join(folder.path, 'benchmark-policies.csv');
    writeFileSync(path, policiesAsCsv(policyBook(seed), 'spanish'));
    await served.call('policies/import', { path, dryRun: false });
    rmSync(path);
  }
  served.pause();
  return { cli, folder, served, figures: new Map() };
}

/** Sends on until there are so many records. Who is not measured stands still, with what it has left to do. */
async function grow({ folder, served, figures }: Program, mark: number): Promise<void> {
  if (folder.records >= mark) return;
  served.resume();
  const [from, worked] = [folder.records, processorSeconds(served.pid)];
  const { stretches, perSecond, answered, refused, p99, most, records } = await runLoad({
    url: served.receiverUrl,
    connections,
    calls: { claimFiles: from, seed },
    warmUpMilliseconds: 0,
    until: { records: mark },
    ratePerSecond: null,
  });
  const work = processorSeconds(served.pid) - worked;
  served.pause();
  folder.records = records;
  folder.save();
  const all = (perSecond * (mark - from)) / answered;
  note(figures, lastBefore(mark), stretches.at(-1) ?? all);
  note(figures, '- all since the mark before', all, mark);
  note(figures, '- processor, ms a record', (work * 1000) / (mark - from), mark);
  note(figures, '- p99, ms', p99, mark);
  note(figures, '- longest answer, ms', most, mark);
  if (refused > 0) note(figures, '- refused', refused, mark);
}

async function settle({ served, folder, figures }: Program): Promise<void> {
  served.resume();
  const seconds = await rest(served.pid, longestRest);
  note(figures, 'at rest after, s', seconds ?? Number.POSITIVE_INFINITY);
  noteMemory(figures, 'after it', served.pid);
  await served.stop();
  for (const [name, bytes] of Object.entries(databaseFiles(folder.path)))
    note(figures, `${name}, MB`, bytes / 1e6);
}

/** Each round of every program: a start after a clean end, orders, SIGKILL while they come, and a start after that. */
async function measureStarts(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const program of programs) {
      await noteStart(program, 'a clean end');
      if (round === 0) {
        await rest(program.served.pid, longestRest);
        noteMemory(program.figures, 'after a start', program.served.pid);
      }
      await killUnderLoad(program);
      await noteStart(program, 'SIGKILL');
      await program.served.stop();
    }
  }
}

async function noteStart(program: Program, after: string): Promise<void> {
  const { receiving, ready, worked } = await startTimed(program);
  note(program.figures, `start to receiving after ${after}, s`, receiving / 1000);
  note(program.figures, `start to the ready line after ${after}, s`, ready / 1000);
  note(program.figures, `processor till the ready line after ${after}, s`, worked);
}

async function killUnderLoad({ served, folder }: Program): Promise<void> {
  const load = startLoad({
    url: served.receiverUrl,
    connections,
    calls: { orders: folder.orders },
    warmUpMilliseconds: 0,
    until: { milliseconds: 60_000 },
    ratePerSecond: 1000,
  });
  folder.orders += 60_000;
  const killed = new Promise((resolve) => setTimeout(resolve, 3000)).then(() => served.stop('SIGKILL'));
  await Promise.all([killed, load.result.catch(() => undefined)]);
}

/** Milliseconds from the spawn, and seconds of processor until the ready line. */
async function startTimed(program: Program): Promise<{ receiving: number; ready: number; worked: number }> {
  const { folder, cli } = program;
  const receiverPort = await freePort();
  const receiving = firstAnswerAt(receiverPort, folder.orders++);
  program.served = await servePerito(folder.path, { cli, more, receiverPort });
  const { spawnedAt, readyAt, pid } = program.served;
  const worked = processorSeconds(pid);
  return { receiving: (await receiving) - spawnedAt, ready: readyAt - spawnedAt, worked };
}

async function firstAnswerAt(port: number, orderId: number): Promise<number> {
  const request = makeRequests(`127.0.0.1:${port}`, orderId).next();
  for (;;) {
    try {
      const connection = await openConnection(port);
      const status = await connection.exchange(request);
      connection.close();
      if (status === 200 || status === 201) return performance.now();
    } catch {
      // Nobody listens yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

function noteMemory(figures: Map<string, number[]>, when: string, pid: number): void {
  const memory = memoryOf(pid);
  if (memory === null) return;
  note(figures, `memory at rest ${when}, RSS, MB`, memory.resident / 1e6);
  note(figures, `memory at rest ${when}, Pss, MB`, memory.proportional / 1e6);
}

function lastBefore(mark: number): string {
  return `records/s, the last 10,000 of ${mark.toLocaleString('en')}`;
}

function note(figures: Map<string, number[]>, name: string, figure: number, mark?: number): void {
  const whole = mark === undefined ? name : `${name}, to ${mark.toLocaleString('en')}`;
  figures.set(whole, [...(figures.get(whole) ?? []), figure]);
  console.error(`${whole}: ${shown(figure)}`);
}

function shown(figure: number): string {
  return figure.toFixed(figure < 10 ? 2 : figure < 100 ? 1 : 0);
}

/** The floors of the design, which are of a million records. */
function floorOf(name: string): { rule: 'at least' | 'at most'; floor: number } | null {
  const { rate, startSeconds, restMegabytes } = budgets.million;
  if (name.startsWith('rate')) return { rule: 'at least', floor: rate };
  if (name.startsWith('start to receiving')) return { rule: 'at most', floor: startSeconds };
  return name.endsWith('RSS, MB') ? { rule: 'at most', floor: restMegabytes } : null;
}

function report(): void {
  const medians = programs.map(
    ({ figures }) => new Map([...figures].map(([name, all]) => [name, median(all)])),
  );
  const names = [...new Set(medians.flatMap((figures) => [...figures.keys()]))];
  const rows = names.map((name) => {
    const wants = floorOf(name);
    const measured = medians.map((figures) => figures.get(name));
    if (
      options.check &&
      wants !== null &&
      !measured.every((figure) => figure === undefined || meets(figure, wants))
    )
      process.exitCode = 1;
    const cells = measured.map((figure) => (figure === undefined ? '' : shown(figure)));
    return [name, ...cells, wants === null ? '' : `${wants.rule} ${wants.floor}`];
  });
  console.log(`\n${table(['', ...programs.map(({ cli }) => cli), 'wanted'], rows)}`);
  if (options.json === undefined) return;
  const all = programs.map(({ cli }, index) => ({ cli, ...Object.fromEntries(medians[index] ?? []) }));
  writeFileSync(options.json, `${JSON.stringify(all, null, 2)}\n`);
}

function meets(figure: number, { rule, floor }: NonNullable<ReturnType<typeof floorOf>>): boolean {
  return rule === 'at least' ? figure >= floor : figure <= floor;
}
