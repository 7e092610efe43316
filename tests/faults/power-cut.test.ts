/**
 * Promise 1 against a power cut: the program runs under `strace`, and what is synced at any moment, with any part of what is
 * not, is opened again: all that had been answered by then is there.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { systemClock } from '../../main/engine/clock.ts';
import { openJournal } from '../../main/engine/journal/index.ts';
import { openStoreInFiles } from '../../main/engine/store/index.ts';
import { randomFor } from '../../main/simulator/random.ts';
import { purchaseOrder, serviceOrder } from '../engine/orders.ts';
import { post } from '../engine/receiver/house.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { thorough } from '../thorough.ts';
import { expectVerified } from './reckoning.ts';
import { serveTraced } from './serve-traced.ts';
import { cutPower, readTrace, type Step, type Unsynced } from './traced-disk.ts';

const hasStrace = spawnSync('strace', ['-V']).status === 0;
const needsStrace = process.env['PERITO_REQUIRE_STRACE'] === '1';

/** Numbers, refusals, lookups, answers of held calls and a verdict, all in one life; the log of what it did. */
async function liveTraced() {
  const served = await serveTraced(join(temporaryFolder(), 'data'));
  const { url, call, end } = served;
  const deliver = async (path: string, body: object | string, status = 200) =>
    expect((await post({ url }, path, body)).status).toBe(status);
  const lookUp = async (policy: string) => {
    const headers = { 'X-API-KEY': served.key };
    const path = `/InsurancePolicies?insurancePolicyNumber=${policy}&incidentDate=2026-06-01`;
    expect((await fetch(`${url}${path}`, { headers })).status).toBe(200);
  };
  const ask = async (id: number) =>
    (await post({ url }, `/PurchaseOrders/${id}/cancel`, { purchaseOrderId: id })).json();
  for (let id = 1; id <= 5; id += 1) await deliver('/PurchaseOrders', purchaseOrder(id));
  await deliverTogether(
    served,
    Array.from({ length: 64 }, (_, index) => purchaseOrder(100 + index)),
  );
  await deliver('/ServiceOrders', serviceOrder(901));
  await deliver('/PurchaseOrders', purchaseOrder(2, { comments: 'otra cosa' }));
  await deliver('/PurchaseOrders', '{', 400);
  await lookUp('P-1');
  expect(await ask(1)).toMatchObject({ isCancelled: false });
  await call('people/rename', { name: 'Ana Prueba' });
  // The first was held for two seconds; now somebody decides, however long that takes.
  await call('settings/update', { receiver: { holdSeconds: 60 } });
  const asked = ask(3);
  const waiting = async () => (await call('cancellations/list', { state: 'waiting' })).rows;
  await expect.poll(waiting).toHaveLength(1);
  const [{ id }] = await waiting();
  await call('cancellations/decide', { id, verdict: 'approve' });
  expect(await asked).toMatchObject({ isCancelled: true });
  // The log is copied back once nobody writes, and begun anew by who comes then.
  await served.checkpointed();
  for (let order = 201; order <= 210; order += 1) await deliver('/PurchaseOrders', purchaseOrder(order));
  await deliver('/PurchaseOrders', '[', 400);
  await lookUp('P-2');
  await end();
  return { folder: served.dataDir, steps: readTrace(served.log, served.dataDir) };
}

/** Over a connection each; all are sent while the program stands still, so that they share a commit. */
async function deliverTogether(
  { url, key, signal, stopped }: Awaited<ReturnType<typeof serveTraced>>,
  bodies: object[],
): Promise<void> {
  const { hostname, host, port } = new URL(url);
  const head = `POST /PurchaseOrders HTTP/1.1\r\nHost: ${host}\r\nX-API-KEY: ${key}\r\nContent-Type: application/json\r\n`;
  const send = async (socket: Socket, body: object) => {
    const json = JSON.stringify(body);
    socket.write(`${head}Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`);
    const [answer] = await once(socket, 'data');
    return String(answer).slice(0, 12);
  };
  const connected = bodies.map(async () => {
    const socket = connect(Number(port), hostname);
    // Repeats what is known, so that the connection is taken for sure and nothing is written.
    await send(socket, purchaseOrder(1));
    return socket;
  });
  const sockets = await Promise.all(connected);
  signal('SIGSTOP');
  await stopped();
  const answers = sockets.map((socket, index) => send(socket, bodies[index] ?? {}));
  signal('SIGCONT');
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200']));
  for (const socket of sockets) socket.destroy();
}

/** What had been told of by a place of the log. */
function answeredBy(steps: readonly Step[], until: number) {
  const numbers = new Map<number, string>();
  const answered = { numbers, rejected: 0, lookups: 0, answers: 0, cancelled: 0, verdicts: 0 };
  for (const step of steps.slice(0, until)) {
    if (step.what !== 'send') continue;
    const text = step.bytes.toString('latin1');
    const number = /"(?:purchaseOrderId|serviceOrderId)":(\d+),"\w+Number":"([^"]+)"/.exec(text);
    if (/"state":"(approved|cancelled)"/.test(text) && text.includes('"decidedAt":"')) answered.verdicts = 1;
    if (!text.startsWith('HTTP/1.1 ')) continue;
    if (number !== null) numbers.set(Number(number[1]), number[2] ?? '');
    else if (text.startsWith('HTTP/1.1 400')) answered.rejected += 1;
    else if (text.endsWith('\r\n\r\n[]')) answered.lookups += 1;
    else if (text.includes('"isCancelled":')) answered.answers += 1;
    if (text.includes('"isCancelled":true')) answered.cancelled += 1;
  }
  return answered;
}

/** Opens what is left, as a start does, and holds it against what had been answered. */
async function expectKept(dataDir: string, answered: ReturnType<typeof answeredBy>): Promise<void> {
  const journal = await openJournal({ dataDir, clock: systemClock, numberTemplate: () => 'N-{seq}' });
  await openStoreInFiles({ dataDir, journalIsOpen: true }).close();
  await journal.close();
  await expectVerified(dataDir);
  const database = new Database(join(dataDir, 'journal.db'), { readonly: true });
  const kept = database
    .prepare<[], { id: number; number: string }>(
      'SELECT marketplace_id AS id, number FROM entry WHERE revision = 1',
    )
    .all();
  const count = (sql: string) => Number(database.prepare(`SELECT count(*) ${sql}`).pluck().get());
  const found = {
    rejected: count(`FROM entry WHERE kind = 'rejected'`),
    lookups: count(`FROM entry WHERE kind = 'lookup'`),
    answers: count(`FROM entry WHERE kind = 'answer'`),
    cancelled: count(`FROM entry WHERE kind = 'answer' AND json_extract(detail, '$.answer') = 'cancelled'`),
  };
  database.close();
  const numbers = new Map(kept.map(({ id, number }) => [`${id} ${number}`, true]));
  for (const [id, number] of answered.numbers) expect(numbers.has(`${id} ${number}`)).toBe(true);
  for (const name of ['rejected', 'lookups', 'answers', 'cancelled'] as const)
    expect(found[name]).toBeGreaterThanOrEqual(answered[name]);
  const derived = new Database(join(dataDir, 'perito.db'), { readonly: true });
  const verdicts = Number(
    derived.prepare(`SELECT count(*) FROM cancellation WHERE verdict = 'approve'`).pluck().get(),
  );
  derived.close();
  expect(verdicts).toBeGreaterThanOrEqual(answered.verdicts);
}

/** Checks what a cut after so many steps leaves. */
async function expectKeptAfter(
  { folder, steps }: { folder: string; steps: Step[] },
  after: number,
  unsynced: Unsynced,
  seed: number,
): Promise<void> {
  const into = join(folder, '..', `cut-${after}-${unsynced}`);
  mkdirSync(into, { mode: 0o700 });
  cutPower(steps, { folder, after, into, unsynced, random: randomFor(seed, `${after} ${unsynced}`) });
  try {
    await expectKept(into, answeredBy(steps, after));
  } catch (failure) {
    throw new Error(
      `after ${after} of ${steps.length} steps, seed ${seed}, what was not synced ${unsynced}`,
      {
        cause: failure,
      },
    );
  }
  rmSync(into, { recursive: true, force: true });
}

test.skipIf(!hasStrace && !needsStrace)(
  'strace: nothing is answered before the sync that covers it, and no power cut loses what was answered',
  { timeout: 900_000 },
  async () => {
    const life = await liveTraced();
    const { folder, steps } = life;
    const told = answeredBy(steps, steps.length);
    expect({ ...told, numbers: told.numbers.size }).toEqual({
      ...{ numbers: 80, rejected: 2, lookups: 2, answers: 2, cancelled: 1, verdicts: 1 },
    });

    expectSyncedFirst(steps, join(folder, 'journal.db-wal'));
    expect(timesBegunAnew(steps, join(folder, 'journal.db'))).toBeGreaterThan(1);
    expect(timesBegunAnew(steps, join(folder, 'perito.db'))).toBeGreaterThan(0);

    const seed = Math.floor(Math.random() * 1e9);
    const random = randomFor(seed, 'cuts');
    const borders = steps.flatMap((step, at) =>
      step.what === 'sync' || step.what === 'send' ? [at, at + 1] : [],
    );
    const chosen = thorough ? [...new Set(borders)] : Array.from({ length: 6 }, () => random.pick(borders));
    console.info(`${chosen.length + 1} power cuts in ${steps.length} steps, twice each`);
    for (const after of [...chosen, steps.length]) {
      await expectKeptAfter(life, after, 'lost', seed);
      await expectKeptAfter(life, after, 'anyPart', seed);
    }
  },
);

/** Whenever an answer goes out all that the log holds is synced; and some go out together after one sync. */
function expectSyncedFirst(steps: readonly Step[], log: string): void {
  const early: string[] = [];
  /** Where the last was written that is not synced; 0 where all is. */
  let unsynced = 0;
  let together = 0;
  let most = 0;
  const writer = steps.find((step) => step.what === 'write' && step.path === log && step.offset > 0)?.thread;
  for (const [at, step] of steps.entries()) {
    const answer = step.thread === writer ? answerOf(step) : null;
    if (answer !== null) {
      if (/"purchaseOrderId":1\d\d,/.test(answer)) together += 1;
      if (unsynced > 0) early.push(answer.slice(0, 300));
    } else if (step.what === 'write' && step.path === log) unsynced = at;
    else if (step.what === 'sync' && step.path === log) {
      if (step.begun > unsynced) unsynced = 0;
      most = Math.max(most, together);
      together = 0;
    }
  }
  expect(early).toEqual([]);
  expect(most).toBeGreaterThan(32);
  const others = steps.filter((step) => step.thread !== writer && answerOf(step)?.includes('OrderNumber":'));
  // The console answers with lists that have numbers; nobody answers a delivery but the one who kept it.
  expect(others.filter((step) => answerOf(step)?.endsWith('"}'))).toEqual([]);
}

/** An answer that says that something was taken; null of anything else. */
function answerOf(step: Step): string | null {
  if (step.what !== 'send') return null;
  const text = step.bytes.toString('latin1');
  return /^HTTP\/1\.1 (200|400)/.test(text) ? text : null;
}

/** A log is only begun anew, or removed, once all that was copied from it is synced; how often it was begun. */
function timesBegunAnew(steps: readonly Step[], file: string): number {
  let unsynced = 0;
  let begunAnew = 0;
  for (const [at, step] of steps.entries()) {
    if (step.what === 'write' && step.path === file) unsynced = at;
    else if (step.what === 'sync' && step.path === file && step.begun > unsynced) unsynced = 0;
    else if (step.what === 'write' && step.path === `${file}-wal` && step.offset === 0) {
      begunAnew += 1;
      expect(unsynced).toBe(0);
    } else if (step.what === 'remove' && step.path === `${file}-wal`) expect(unsynced).toBe(0);
  }
  return begunAnew;
}
