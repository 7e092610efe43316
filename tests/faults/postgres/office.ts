/** Engines of an office on one database, people who decide, and what is found in the database afterwards. */

import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { perito, type Ready, temporaryFolder } from '../../command-line/perito.ts';
import { freePort } from '../../free-port.ts';
import { Marketplace } from '../marketplace.ts';
import { expectVerified, expectWhole, listedOf, type Reckoning, type Row, reckonRows } from '../reckoning.ts';
import type { Cluster } from './cluster.ts';

/** A lease holds so long at most once nothing is heard of a leader, and so long later the other answers (milliseconds). */
export const leaseMilliseconds = 5000;
export const takeOverMilliseconds = leaseMilliseconds + 1000;

const key = 'mercado@example.com:a-secret-of-this-test';

/** It leaves the processors room: what is looked at is the order of things, and how long a take-over is, not how much can arrive. */
export const newMarketplace = (): Marketplace =>
  new Marketplace(Math.floor(Math.random() * 1e9), key, { mayBeAway: true, senders: 6, pause: 60 });

/** A computer of the office with its own data directory and addresses; the program on it may end and be started again. */
export class Engine {
  readonly dataDir = join(temporaryFolder(), 'data');
  readonly url: string;
  readonly #given: string[];
  readonly #environment: Readonly<Record<string, string>>;
  #running: ReturnType<typeof perito> | null = null;

  private constructor(
    port: number,
    database: string,
    environment: Readonly<Record<string, string>>,
    holdSeconds: number,
  ) {
    this.#environment = environment;
    this.url = `http://127.0.0.1:${port}`;
    const at = [
      '--receiver-port',
      String(port),
      '--console-port',
      '0',
      '--hold-seconds',
      String(holdSeconds),
    ];
    this.#given = ['serve', '--data', this.dataDir, '--database', database, ...at];
  }

  /** With more in its environment, where some is given. */
  static async make(
    database: string,
    environment: Readonly<Record<string, string>> = {},
    holdSeconds = 3,
  ): Promise<Engine> {
    return new Engine(await freePort(), database, environment, holdSeconds);
  }

  start(): void {
    const usual = { PERITO_RECEIVER_KEYS: key, PERITO_LOG_LEVEL: 'silent' };
    this.#running = perito(this.#given, { ...usual, ...this.#environment });
  }

  get #started() {
    if (this.#running === null) throw new Error('It was not started.');
    return this.#running;
  }

  get pid(): number | undefined {
    return this.#started.child.pid;
  }

  /** Resolves once it leads; rejects where it ends before. */
  async leads(): Promise<void> {
    expect(JSON.parse(await this.#started.firstLine)).toMatchObject({ ready: true });
  }

  /** Resolves once it waits to take over. */
  async standsBy(cluster: Cluster): Promise<void> {
    const waits = async () =>
      (
        await cluster.ask(
          `SELECT 1 FROM standby WHERE name LIKE '%(${this.pid})' AND seen_at > now() - interval '2 seconds'`,
        )
      ).length;
    await expect.poll(waits, { timeout: patience }).toBe(1);
  }

  isRunning(): boolean {
    const { exitCode, signalCode } = this.#started.child;
    return exitCode === null && signalCode === null;
  }

  ended() {
    return this.#started.ended;
  }

  said(): string {
    return this.#started.errors();
  }

  async kill(): Promise<void> {
    this.#started.child.kill('SIGKILL');
    await this.#started.ended;
  }

  /** As the system ends it, or whoever looks after it. */
  async end(): Promise<void> {
    this.#started.child.kill('SIGTERM');
    expect(await this.#started.ended).toMatchObject({ code: 0, signal: null });
  }

  get #ready(): Ready {
    return JSON.parse(this.#started.lines[0] ?? '');
  }

  /** What a program that watches over it is told, and by which status. */
  async health() {
    const response = await fetch(`${this.#ready.consoleUrl}/health`);
    return { status: response.status, ...(await response.json()) };
  }

  /** Sends an order; how it is answered, and after how many milliseconds. */
  async deliver(order: object) {
    const { body: _, ...answer } = await this.#send('PurchaseOrders', order);
    return answer;
  }

  /** Asks to cancel a purchase order. */
  cancel(id: number) {
    return this.#send(`PurchaseOrders/${id}/cancel`, { PurchaseOrderId: id, cancellationReason: 'Prueba.' });
  }

  async #send(path: string, content: object) {
    const sentAt = performance.now();
    const response = await fetch(`${this.url}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': Buffer.from(key).toString('base64') },
      body: JSON.stringify(content),
    });
    const body = await response.text();
    const retryAfter = response.headers.get('retry-after');
    return { status: response.status, body, retryAfter, took: performance.now() - sentAt };
  }

  async call(procedure: string, input: unknown = {}) {
    const { consoleUrl, consoleToken } = this.#ready;
    const response = await fetch(`${consoleUrl}/rpc/${procedure}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${consoleToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ json: input }),
      signal: AbortSignal.timeout(10_000),
    });
    return (await response.json()).json;
  }
}

/** Decides what waits, on each of these that answers, until the test ends: most is approved. */
export function decideOn(...engines: readonly Engine[]): void {
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const decide = async (engine: Engine) => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      try {
        await engine.call('people/rename', { name: 'Ana Prueba' });
        const { rows } = await engine.call('cancellations/list', { state: 'waiting', limit: 5 });
        const verdict = turn % 3 === 0 ? 'refuse' : 'approve';
        const given = { verdict, responseText: 'No procede.', acknowledgeMismatch: true };
        for (const { id } of rows) await engine.call('cancellations/decide', { id, ...given });
      } catch {
        // It stands by, ended, or has no database now.
      }
      await pause(20);
    }
  };
  for (const engine of engines) void decide(engine);
}

/** For so long a busy machine may say nothing, in milliseconds; nothing waits for it. */
export const patience = 240_000;

/** Waits for more answers, some of them with a number drawn anew, for as long as any come. */
export async function moreAnswers(marketplace: Marketplace, most = 40): Promise<void> {
  const wanted = marketplace.acknowledged + 20 + Math.floor(Math.random() * most);
  let seen = { acknowledged: marketplace.acknowledged, at: performance.now() };
  while (marketplace.acknowledged <= wanted) {
    await pause(5);
    const { acknowledged, comeAgain } = marketplace;
    if (acknowledged > seen.acknowledged) seen = { acknowledged, at: performance.now() };
    else if (performance.now() > seen.at + patience)
      throw new Error(`Nothing more was answered: ${JSON.stringify({ acknowledged, wanted, comeAgain })}`);
  }
}

/** When an engine acknowledged first what it was sent after an instant; both in milliseconds since 1970. */
export async function firstAnswer(marketplace: Marketplace, { url }: Engine, after: number): Promise<number> {
  const find = () =>
    marketplace.acknowledgements.find((one) => one.url === url && one.answeredAt >= after)?.answeredAt;
  await expect.poll(find, { interval: 5, timeout: patience }).toBeDefined();
  return find() ?? Number.NaN;
}

async function rowsOf(cluster: Cluster): Promise<Row[]> {
  const rows = await cluster.ask<Row>(
    `SELECT seq::int, kind, marketplace_id::int AS "marketplaceId", subject_id::int AS "subjectId", revision::int, number, detail, bytes
      FROM entry ORDER BY seq`,
  );
  return rows;
}

/** What was answered against what the database has. */
export async function reckonIn(cluster: Cluster, marketplace: Marketplace): Promise<Reckoning> {
  return reckonRows(await rowsOf(cluster), marketplace, { mayLoseAnswers: true });
}

/** What became of cancel calls. */
export interface CalledOff {
  asked: number;
  /** "Cancelled" was written out, as the caller and the database say. */
  cancelled: number;
  otherwise: number;
  /** Lost, or nobody knows. */
  lost: number;
  /** The database says that "cancelled" was written out, and the caller was not told. */
  untold: number;
}

export async function calledOff(cluster: Cluster, marketplace: Marketplace): Promise<CalledOff> {
  const rows = await rowsOf(cluster);
  const told = new Map(marketplace.once.map((sent) => [sent.mark, sent]));
  const marks = new Map(
    rows
      .filter(({ kind }) => kind === 'ask')
      .map(({ seq, bytes }) => [seq, /ask-\d+\./.exec(bytes?.toString() ?? '')?.[0] ?? '']),
  );
  const found = { asked: marks.size, cancelled: 0, otherwise: 0, lost: 0, untold: 0 };
  for (const { kind, subjectId, detail } of rows) {
    if (kind !== 'outcome') continue;
    const { delivery, answer } = JSON.parse(detail ?? '{}');
    if (delivery !== 'delivered') found.lost += 1;
    else if (answer !== 'cancelled') found.otherwise += 1;
    else if (told.get(marks.get(subjectId) ?? '')?.isCancelled === true) found.cancelled += 1;
    else found.untold += 1;
  }
  return found;
}

/**
 * All that was answered is there once, under its number and in its place; no order is cancelled that was not told so; once all is
 * sent that was not answered, what is listed is what was sent, and `perito verify` finds nothing.
 */
export async function expectAllThere(
  cluster: Cluster,
  leader: Engine,
  marketplace: Marketplace,
): Promise<{ found: Reckoning; calls: CalledOff }> {
  await marketplace.finish(leader.url);
  const waiting = async () => {
    const { arrivals, examination } = await leader.call('status/get');
    return [arrivals.waiting, examination.revisions];
  };
  await expect.poll(waiting, { timeout: 600_000, interval: 500 }).toEqual([0, 0]);
  const found = await reckonIn(cluster, marketplace);
  expectWhole(found);
  const calls = await calledOff(cluster, marketplace);
  expect(calls.untold).toBe(0);
  const unwritten = await cluster.ask(
    `SELECT 1 FROM cancellation c WHERE c.state = 'cancelled' AND NOT EXISTS (
      SELECT 1 FROM ask a WHERE a.cancellation_id = c.id AND a.delivery = 'delivered' AND a.answer = 'cancelled')`,
  );
  expect(unwritten).toEqual([]);
  const listed = await cluster.ask(
    `SELECT kind, marketplace_id::int AS id, number, revision::int FROM record ORDER BY kind COLLATE "C", marketplace_id`,
  );
  expect(listed).toEqual(listedOf(marketplace));
  await expectVerified(leader.dataDir);
  expect(marketplace.unexpected).toEqual([]);
  return { found, calls };
}

/** The processes of each take-over that the log has, the newest last, and whether it was planned. */
export async function loggedTakeOvers(leader: Engine) {
  const { rows } = await leader.call('audit/list', { subject: 'engine', limit: 200 });
  const entries: { action: string; actor: object; detail: Record<string, unknown> }[] = rows;
  return entries.toReversed().map(({ action, actor, detail }) => {
    expect({ action, actor }).toEqual({ action: 'engine.tookOver', actor: { person: '', via: 'engine' } });
    const [pid, before] = [detail['leader'], detail['before']].map((name) =>
      Number(/ \((\d+)\)$/.exec(String(name))?.[1]),
    );
    return { pid, before, isPlanned: detail['isPlanned'] };
  });
}

/** Of figures in milliseconds. */
export function spread(figures: readonly number[]): string {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  return `${sorted[0]} to ${sorted.at(-1)} ms, half within ${middle} ms, of ${sorted.length}`;
}
