/** Promise 1: a 2xx answer means the record is synced to disk and has its number. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { cli } from '../../built-program.ts';
import { purchaseOrder } from '../orders.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { goodKey, post } from './house.ts';

/** `serve` as a process of its own, under another command where one is given. */
async function serve(dataDir: string, under: string[] = []) {
  const command = [
    ...under,
    process.execPath,
    cli,
    'serve',
    '--data',
    dataDir,
    '--receiver-port',
    '0',
    '--console-port',
    '0',
  ];
  const child = spawn(command[0] ?? '', command.slice(1), {
    // A group of its own, so that strace and what it traces end together.
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      PERITO_LOG_LEVEL: 'warn',
      PERITO_RECEIVER_KEYS: Buffer.from(goodKey, 'base64').toString(),
    },
  });
  const ended = once(child, 'close');
  onTestFinished(async () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // All of the group have ended.
    }
    await ended;
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  const { receiverUrl } = JSON.parse(String(line)) as { receiverUrl: string };
  return { url: receiverUrl, child, ended };
}

async function numberOf(house: { url: string }, id: number): Promise<string> {
  const answer = await post(house, '/PurchaseOrders', purchaseOrder(id));
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { purchaseOrderNumber: string }).purchaseOrderNumber;
}

test('a kill straight after an answer loses nothing that was answered', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const first = await serve(dataDir);
  const answered = new Map<number, string>();
  const calls = Array.from({ length: 60 }, async (_, index) => {
    const number = await numberOf(first, index + 1);
    answered.set(index + 1, number);
    if (answered.size === 20) first.child.kill('SIGKILL');
  });
  await Promise.allSettled(calls);
  await first.ended;
  expect(answered.size).toBeGreaterThanOrEqual(20);

  const second = await serve(dataDir);
  for (const [id, number] of answered) expect(await numberOf(second, id)).toBe(number);
  const numbers = [...answered.values()];
  for (let id = 61; id <= 65; id++) numbers.push(await numberOf(second, id));
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(answered.size).toBeLessThanOrEqual(60);
});

const hasStrace = spawnSync('strace', ['-V']).status === 0;
const needsStrace = process.env['PERITO_REQUIRE_STRACE'] === '1';

test.skipIf(!hasStrace && !needsStrace)(
  'strace: the journal is synced before the answer is written',
  async () => {
    const folder = temporaryFolder();
    const trace = join(folder, 'trace');
    const traced = 'trace=fsync,fdatasync,write,writev,sendto,sendmsg';
    const house = await serve(join(folder, 'data'), [
      'strace',
      '-f',
      '--seccomp-bpf',
      '-y',
      '-s',
      '64',
      '-e',
      traced,
      '-o',
      trace,
    ]);
    const calls = 10;
    for (let id = 1; id <= calls; id++) await numberOf(house, id);
    const malformed = await post(house, '/PurchaseOrders', '{');
    expect(malformed.status).toBe(400);
    // The process itself, not strace: that one ends with it.
    process.kill(Number(/^\d+/.exec(readFileSync(trace, 'utf8'))?.[0]), 'SIGTERM');
    await house.ended;

    const answers = answersIn(readFileSync(trace, 'utf8'));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(calls).fill(200), 400]);
    expect(answers.filter(({ syncedFirst }) => !syncedFirst)).toEqual([]);
  },
);

/** The HTTP answers of a trace, each with whether the log of the journal was synced since the one before. */
function answersIn(trace: string): { status: number; syncedFirst: boolean }[] {
  const answers: { status: number; syncedFirst: boolean }[] = [];
  const syncing = new Map<string, string>();
  let syncedFirst = false;
  for (const line of trace.split('\n')) {
    const [, thread = '', call = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const begun = /^f(?:data)?sync\(\d+<([^>]*)>(.*)$/.exec(call);
    if (begun?.[2]?.includes('unfinished')) syncing.set(thread, begun[1] ?? '');
    const isDone = /= 0$/.test(call);
    const file =
      begun?.[1] ?? (/^<\.\.\. f(?:data)?sync resumed/.test(call) ? syncing.get(thread) : undefined);
    if (isDone && file?.endsWith('journal.db-wal')) syncedFirst = true;
    const status = /^(?:write|writev|sendto|sendmsg)\(.*"HTTP\/1\.1 (\d{3})/.exec(call)?.[1];
    if (status === undefined) continue;
    answers.push({ status: Number(status), syncedFirst });
    syncedFirst = false;
  }
  return answers;
}
