/**
 * `npm run bench:hostile`: for every list and object of every body, and what can be too much of it, the longest wait of
 * another caller while such a body is received, sent again, examined, listed, opened and exported. A table in Markdown.
 *
 * --only WORDS  only rows whose name has one of these words, comma-separated
 * --check MS    exit code 1 where anybody waited longer
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { RecordDetail } from '../../shared/contract/records.ts';
import { type HostileBody, hostileBodies } from './hostile.ts';
import { type LongestWaits, type OtherCallers, startOtherCallers } from './other-callers.ts';
import { type Served, servePerito } from './serve-perito.ts';

const { values: options } = parseArgs({
  options: { only: { type: 'string', default: '' }, check: { type: 'string' } },
});
const wanted = options.only.split(',').filter((word) => word !== '');
const phases = ['received', 'sent again', 'examined', 'listed', 'opened', 'exported'] as const;

const dataDir = mkdtempSync(join(tmpdir(), 'perito-hostile-'));
const served = await servePerito(dataDir);
const others = startOtherCallers({ ...served, firstId: 1_000_000 });
let longest = 0;
try {
  console.log(`| body | MB | answered in | ${phases.join(' | ')} |`);
  console.log(`|---|---|---|${phases.map(() => '---').join('|')}|`);
  await others.reset();
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const quiet = await others.longest();
  console.log(`| (nothing) | | | ${phases.map(() => waitOf(quiet)).join(' | ')} |`);
  for (const body of hostileBodies()) {
    if (wanted.length > 0 && !wanted.some((word) => body.name.includes(word))) continue;
    console.log(await rowOf(body, served, others));
  }
} finally {
  await others.stop();
  await served.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
if (options.check !== undefined && longest > Number(options.check)) process.exitCode = 1;

async function rowOf(body: HostileBody, { call, post }: Served, callers: OtherCallers): Promise<string> {
  const bytes = Buffer.from(body.text);
  const waits: string[] = [];
  const during = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await callers.reset();
    const result = await work();
    waits.push(waitOf(await callers.longest()));
    return result;
  };
  const answer = await during(() => post(body.path, bytes));
  await during(() => post(body.path, Buffer.concat([bytes, Buffer.from(' ')])));
  const milliseconds = Math.round(answer.milliseconds);
  const head = `| ${body.name} | ${(bytes.length / 1e6).toFixed(1)} | ${answer.status}, ${milliseconds} ms |`;
  const { kind } = body;
  if (kind === null || answer.status !== 200) return `${head} ${waits.join(' | ')} | | | | |`;
  const list = () => call<{ rows: { id: number }[] }>('records/list', { kind, limit: 50 });
  const id = (await list()).rows[0]?.id ?? 0;
  const get = () => call<RecordDetail>('records/get', { id });
  await during(async () => {
    const from = performance.now();
    while ((await get()).findings.length === 0 && performance.now() - from < 20_000) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
  await during(list);
  await during(get);
  await during(async () => {
    for (let next: number | null = 0; next !== null; ) {
      const part: { next: number | null } = await call('records/body', { id, from: next });
      next = part.next;
    }
  });
  return `${head} ${waits.join(' | ')} |`;
}

/** Of an order at the receiver, and of a call at the console, in milliseconds. */
function waitOf({ order, console: atConsole, refused }: LongestWaits): string {
  longest = Math.max(longest, order, atConsole);
  const words = `${Math.round(order)} / ${Math.round(atConsole)}`;
  return refused === 0 ? words : `${words}, ${refused} refused`;
}
