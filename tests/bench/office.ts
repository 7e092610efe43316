/**
 * `npm run bench:office`: how long orders wait that come at 1,000 a second while many desks have their console open over TLS: each
 * with its stream of changes, and after each change with the calls that its screen makes (renderer/app/live/changes.ts).
 *
 * --desks N      default 40
 * --seconds N    of each part, default 20
 * --rounds N     without consoles and with them by turns, default 1
 * --rest N       seconds at the most until the next part, while what came before is listed, default 120
 * --postgres     the data are on a PostgreSQL of its own, in a new folder
 * --records N    that are there before, at the least; default 20000
 * --streams N,N  in place of that, what the streams alone of so many desks cost: processor time of the engine's thread and of the
 *                one that serves, for each change that is told
 * --cli FILE     of another checkout's built program
 * --data DIR     kept, and gone on from; default a new folder
 * --check        exit code 1 where a budget of the design is not met
 */
import { readFileSync } from 'node:fs';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { withAccounts } from '../../main/engine/accounts-alone.ts';
import { openStore } from '../../main/engine/store/index.ts';
import { addressHeader, signInHeader } from '../../shared/contract/people.ts';
import { makeBenchCertificate } from './bench-certificate.ts';
import { openBenchFolder } from './bench-folder.ts';
import { latenciesOf } from './measure.ts';
import { openPostgres } from './postgres-server.ts';
import { memoryOf, rest, threadSeconds } from './process-figures.ts';
import { budgets, spreadOf } from './report.ts';
import { startLoad } from './run-load.ts';
import { servePerito } from './serve-perito.ts';
import { table } from './table.ts';

const { values: options } = parseArgs({
  options: {
    desks: { type: 'string', default: '40' },
    seconds: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '1' },
    rest: { type: 'string', default: '120' },
    postgres: { type: 'boolean', default: false },
    records: { type: 'string', default: '20000' },
    streams: { type: 'string' },
    cli: { type: 'string' },
    data: { type: 'string' },
    check: { type: 'boolean', default: false },
  },
});
const streamCounts = options.streams?.split(',').map(Number) ?? [];
const deskCount = options.streams === undefined ? Number(options.desks) : Math.max(...streamCounts);
const milliseconds = Number(options.seconds) * 1000;
const restSeconds = Number(options.rest);
const secret = 'clave-de-la-prueba-de-carga';
const screen = crypto.randomUUID();
const warmUpMilliseconds = 3000;
const changesTold = 100;
/** Changes of so long are told as one. */
const gatheredMilliseconds = 110;

const certificate = makeBenchCertificate();
const { cert, key } = certificate;

const folder = openBenchFolder(options.data);
const server = options.postgres ? await openPostgres(tmpdir()) : null;
// The directory knows its database from then on.
if (server !== null)
  await openStore({ dataDir: folder.path, database: server.url }).then((store) => store.close());
const invitations = await withAccounts(folder.path, async (accounts, actor) => {
  const known = new Set((await accounts.list()).map(({ name }) => name));
  const tokens: string[] = [];
  for (let index = 0; index < deskCount; index += 1) {
    const name = `Escritorio ${index + 1} de prueba`;
    const role = index === 0 ? 'administrator' : 'adjuster';
    if (!known.has(name))
      await accounts.save(
        index === 0 && known.size === 1 ? 1 : null,
        { name, email: '', role, verdictLimit: null },
        actor,
      );
    const account = (await accounts.list()).find((person) => person.name === name);
    const invited = await accounts.invite(account?.id ?? 0, actor);
    if (invited.kind === 'done') tokens.push(invited.token);
  }
  return tokens;
});
const served = await servePerito(folder.path, {
  cli: options.cli,
  more: ['--console-host', '0.0.0.0', '--console-tls-cert', cert, '--console-tls-key', key],
});
const consolePort = new URL(served.consoleUrl).port;
const ca = readFileSync(cert);
const isTold = z.looseObject({ json: z.unknown() });

/** One desk: a browser keeps six connections at the most. */
class Desk {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 6, ca, servername: 'localhost' });
  readonly #begun: { signIn: string } = { signIn: '' };
  #stream: ClientRequest | null = null;
  /** How long each wave of calls took, and how many calls there were. */
  readonly waves: number[] = [];
  calls = 0;
  /** Changes that it was told of. */
  told = 0;
  isOpen = true;

  #send(procedure: string, input: unknown, answered: (answer: IncomingMessage) => void): ClientRequest {
    const sent = request(
      {
        ...{ agent: this.#agent, host: '127.0.0.1', port: consolePort, method: 'POST' },
        path: `/rpc/${procedure}`,
        headers: {
          ...{ host: `localhost:${consolePort}`, 'content-type': 'application/json' },
          [signInHeader]: this.#begun.signIn,
          // What a caller says of itself is not taken.
          [addressHeader]: '192.0.2.1',
        },
      },
      answered,
    );
    sent.end(JSON.stringify({ json: input }));
    return sent;
  }

  async call(procedure: string, input: unknown): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    this.#send(procedure, input, (answer) => void text(answer).then(resolve, reject)).on('error', reject);
    this.calls += 1;
    const { json } = isTold.parse(JSON.parse(await promise));
    return json;
  }

  async enter(invitation: string): Promise<void> {
    const begun = z
      .object({ token: z.string() })
      .parse(await this.call('people/acceptInvitation', { token: invitation, secret }));
    this.#begun.signIn = begun.token;
  }

  /** Follows the changes as a screen does: a wave of calls at once, and the next when as long again has passed three times. */
  async work(): Promise<void> {
    this.isOpen = true;
    let isStale = false;
    let isBusy = false;
    const wave = async () => {
      if (isBusy || !isStale || !this.isOpen) return;
      [isBusy, isStale] = [true, false];
      const began = performance.now();
      await Promise.all([
        this.call('status/get', undefined),
        this.call('records/list', { kind: 'purchaseOrder', limit: 50 }),
        this.call('cancellations/list', { state: 'waiting' }),
        this.call('inbox/list', {}),
      ]);
      const took = performance.now() - began;
      this.waves.push(took);
      await pause(Math.min(Math.max(400 - took, took * 3), 5000));
      isBusy = false;
      await wave();
    };
    await this.listen(() => {
      isStale = true;
      return wave();
    });
  }

  /** Resolves once it is told of changes. */
  listen(onChange: () => Promise<void> = async () => undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#stream = this.#send('changes', undefined, (answer) => {
      const lines = createInterface(answer);
      // It ends with the desk, in the middle of a line too.
      lines.on('error', () => undefined);
      lines.on('line', (line) => {
        if (!line.startsWith('data:')) return;
        this.told += 1;
        resolve();
        onChange().catch(reject);
      });
    });
    this.#stream.on('error', reject);
    return promise;
  }

  /** Looks away: it has no stream any more, and asks nothing. */
  leave(): void {
    this.isOpen = false;
    this.#stream?.destroy();
    this.#stream = null;
  }

  close(): void {
    this.leave();
    this.#agent.destroy();
  }
}

type Measured = Awaited<ReturnType<typeof orders>>;

async function orders(desks: readonly Desk[]) {
  for (const desk of desks) [desk.waves.length, desk.calls] = [0, 0];
  const load = startLoad({
    url: served.receiverUrl,
    connections: 64,
    calls: { orders: folder.orders },
    warmUpMilliseconds,
    until: { milliseconds },
    ratePerSecond: budgets.ratePerSecond,
  });
  const result = await load.result;
  folder.orders = result.records;
  const waves = latenciesOf(desks.flatMap((desk) => desk.waves));
  const calls =
    desks.reduce((sum, desk) => sum + desk.calls, 0) / ((milliseconds + warmUpMilliseconds) / 1000);
  return { ...result, waves, calls };
}

/** Seconds of processor time while somebody comes to a claim or leaves it a hundred times, and so many desks are told each time. */
async function streams(count: number): Promise<{ engine: number; serving: number }> {
  const listening = desks.slice(0, count);
  await Promise.all(listening.map((desk) => desk.listen()));
  await rest(served.pid, 15);
  const worked = () => ({
    engine: threadSeconds(served.pid, 'perito engine'),
    serving: threadSeconds(served.pid, 'MainThread'),
  });
  const before = worked();
  for (let change = 0; change < changesTold; change += 1) {
    const told = listening.map((desk) => desk.told);
    const place = change % 2 === 0 ? { claimNumber: 'PRUEBA-1', recordId: null } : null;
    await desks[0]?.call('presence/here', {
      screen,
      place,
      isWriting: false,
    });
    await pause(gatheredMilliseconds);
    while (listening.some((desk, index) => desk.told === told[index])) await pause(5);
  }
  const after = worked();
  for (const desk of listening) desk.leave();
  return { engine: after.engine - before.engine, serving: after.serving - before.serving };
}

const desks = Array.from({ length: deskCount }, () => new Desk());
try {
  if (folder.orders < Number(options.records)) {
    const until = { records: Number(options.records) } as const;
    const load = startLoad({
      ...{ url: served.receiverUrl, connections: 64, calls: { orders: folder.orders } },
      ...{ warmUpMilliseconds: 0, until, ratePerSecond: null },
    });
    folder.orders = (await load.result).records;
  }
  for (const [index, desk] of desks.entries()) await desk.enter(invitations[index] ?? '');
  await rest(served.pid, restSeconds);
  if (streamCounts.length > 0) {
    // What is compiled at first is not counted.
    await streams(1);
    const none = await streams(0);
    const rows: string[][] = [];
    for (const count of streamCounts) {
      const { engine, serving } = await streams(count);
      const each = (seconds: number) => ((seconds * 1000) / changesTold).toFixed(2);
      rows.push([String(count), each(engine - none.engine), each(serving - none.serving)]);
    }
    console.log(`\n${table(['consoles', 'engine ms a change', 'serving ms a change'], rows)}`);
  } else await rush();
} finally {
  for (const desk of desks) desk.close();
  await served.stop();
  await server?.stop();
  folder.close();
  certificate.remove();
}

async function rush(): Promise<void> {
  const [alone, beside]: [Measured[], Measured[]] = [[], []];
  const before = memoryOf(served.pid);
  for (let round = 0; round < Number(options.rounds); round += 1) {
    alone.push(await orders([]));
    await Promise.all(desks.map((desk) => desk.work()));
    await rest(served.pid, restSeconds);
    beside.push(await orders(desks));
    for (const desk of desks) desk.leave();
    await rest(served.pid, restSeconds);
    const [one, other] = [alone.at(-1), beside.at(-1)].map((last) => last?.p99.toFixed(1));
    console.log(`Round ${round + 1}: p99 ${one} ms without consoles, ${other} with them.`);
  }
  const row = (name: string, rounds: readonly Measured[]) => {
    const of = (figure: (one: Measured) => number, digits: number) => spreadOf(rounds.map(figure), digits);
    return [
      ...[name, of((one) => one.perSecond, 0), of((one) => one.p50, 1), of((one) => one.p99, 1)],
      Math.max(...rounds.map(({ most }) => most)).toFixed(1),
      String(rounds.reduce((sum, { refused }) => sum + refused, 0)),
      ...(rounds.some(({ calls }) => calls > 0)
        ? [of((one) => one.calls, 0), of((one) => one.waves.p50, 0), of((one) => one.waves.p99, 0)]
        : ['', '', '']),
    ];
  };
  const head = [
    'consoles',
    'orders/s',
    'p50 ms',
    'p99 ms',
    'longest ms',
    'refused',
    'calls/s',
    'wave p50',
    'wave p99',
  ];
  console.log(`\n${table(head, [row('none', alone), row(String(deskCount), beside)])}`);
  console.log(`Memory: ${JSON.stringify(before)} before, ${JSON.stringify(memoryOf(served.pid))} after.`);
  const isMissed = [...alone, ...beside].some(
    ({ most, refused }) => most > budgets.longestAnswer || refused > 0,
  );
  if (options.check && isMissed) process.exitCode = 1;
}
