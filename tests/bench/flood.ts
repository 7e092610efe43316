/**
 * `npm run bench:flood`: an office while somebody in its network opens connections without end on the console's port. Of each kind
 * what orders wait, what a desk waits whose browser calls on, and what memory the program takes.
 *
 * --connections N   of each kind, default 10000
 * --orders N        a second, default 300
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectSecurely } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { withAccounts } from '../../main/engine/accounts-alone.ts';
import { signInHeader } from '../../shared/contract/people.ts';
import { makeBenchCertificate } from './bench-certificate.ts';
import { openBenchFolder } from './bench-folder.ts';
import { latenciesOf } from './measure.ts';
import { memoryOf } from './process-figures.ts';
import { startLoad } from './run-load.ts';
import { servePerito } from './serve-perito.ts';
import { table } from './table.ts';

const kinds = ['TCP, nothing more', 'TLS, then silence', 'TLS, headers byte by byte'] as const;
type Kind = (typeof kinds)[number];
const order = z.object({ port: z.number(), kind: z.enum(kinds), count: z.int() });

if (process.send === undefined) await measure();
else process.once('message', (raw) => void flood(order.parse(raw)));

/** Opens so many within ten seconds, each from one address, and holds them; says every second how many are open. */
async function flood({ port, kind, count }: z.infer<typeof order>): Promise<void> {
  let [open, opened] = [0, 0];
  setInterval(() => process.send?.({ open, opened }), 500);
  const dribble = (socket: Socket) => {
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-');
    const timer = setInterval(() => socket.write('a'), 1000);
    socket.once('close', () => clearInterval(timer));
  };
  for (let index = 0; index < count; index += 1) {
    const plain = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.9' });
    const socket =
      kind === kinds[0]
        ? plain
        : connectSecurely({ socket: plain, rejectUnauthorized: false, servername: 'localhost' });
    const isThere = () => {
      open += 1;
      opened += 1;
      socket.once('close', () => {
        open -= 1;
      });
      if (kind === kinds[2]) dribble(socket);
    };
    socket.on('error', () => {});
    plain.on('error', () => {});
    if (kind === kinds[0]) plain.once('connect', isThere);
    else socket.once('secureConnect', isThere);
    if (index % 50 === 49) await pause((10_000 * 50) / count);
  }
}

async function measure(): Promise<void> {
  const { values: options } = parseArgs({
    options: {
      connections: { type: 'string', default: '10000' },
      orders: { type: 'string', default: '300' },
    },
  });
  const certificate = makeBenchCertificate();
  const { cert, key } = certificate;
  const folder = openBenchFolder(undefined);
  const invitation = await withAccounts(folder.path, async (accounts, actor) => {
    const fields = { name: 'Ana Prueba', email: '', role: 'administrator', verdictLimit: null } as const;
    await accounts.save(1, fields, actor);
    const invited = await accounts.invite(1, actor);
    return invited.kind === 'done' ? invited.token : '';
  });
  const served = await servePerito(folder.path, {
    more: ['--console-host', '0.0.0.0', '--console-tls-cert', cert, '--console-tls-key', key],
  });
  const port = Number(new URL(served.consoleUrl).port);
  const ca = readFileSync(cert);
  const browser = new Agent({ keepAlive: true, maxSockets: 6, ca, servername: 'localhost' });
  let signIn = '';
  let agent = browser;
  const call = async (procedure: string, input: unknown): Promise<unknown> => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const headers = {
      ...{ host: `localhost:${port}`, 'content-type': 'application/json', [signInHeader]: signIn },
    };
    const path = `/rpc/${procedure}`;
    request(
      { agent, host: '127.0.0.1', port, method: 'POST', path, headers },
      (answer) => void text(answer).then(resolve, reject),
    )
      .on('error', reject)
      .end(JSON.stringify({ json: input }));
    return z.looseObject({ json: z.unknown() }).parse(JSON.parse(await promise)).json;
  };
  const accepted = await call('people/acceptInvitation', { token: invitation, secret: 'clave-de-la-prueba' });
  signIn = z.object({ token: z.string() }).parse(accepted).token;

  /** Orders and a desk for twenty seconds; beside them what connects meanwhile. */
  const part = async (kind: Kind | null) => {
    const child = kind === null ? null : fork(fileURLToPath(import.meta.url));
    const seen = { open: 0, opened: 0 };
    child?.on('message', (raw) => {
      const said = z.object({ open: z.number(), opened: z.number() }).parse(raw);
      seen.open = Math.max(seen.open, said.open);
      seen.opened = said.opened;
    });
    child?.send({ port, kind, count: Number(options.connections) });
    const load = startLoad({
      ...{ url: served.receiverUrl, connections: 32, calls: { orders: folder.orders } },
      ...{ warmUpMilliseconds: 0, until: { milliseconds: 20_000 }, ratePerSecond: Number(options.orders) },
    });
    const [kept, anew]: [number[], number[]] = [[], []];
    let failed = 0;
    let memory = 0;
    const until = performance.now() + 20_000;
    while (performance.now() < until) {
      for (const [times, by] of [
        [kept, browser],
        [anew, new Agent({ ca, servername: 'localhost' })],
      ] as const) {
        agent = by;
        const began = performance.now();
        await call('people/me', {}).then(
          () => times.push(performance.now() - began),
          () => {
            failed += 1;
          },
        );
        if (by !== browser) by.destroy();
      }
      memory = Math.max(memory, memoryOf(served.pid)?.resident ?? 0);
      await pause(200);
    }
    const result = await load.result;
    folder.orders = result.records;
    child?.kill();
    if (child !== null) await once(child, 'exit');
    const [ofKept, ofNew] = [latenciesOf(kept), latenciesOf(anew)];
    return [
      ...[kind ?? 'none', String(seen.opened), String(seen.open), result.perSecond.toFixed(0)],
      ...[result.p50.toFixed(1), result.p99.toFixed(1), String(result.refused)],
      ...[ofKept.p50, ofKept.p99, ofNew.p50, ofNew.p99].map((time) => time.toFixed(0)),
      ...[String(failed), (memory / 2 ** 20).toFixed(0)],
    ];
  };
  try {
    const rows = [await part(null)];
    for (const kind of kinds) rows.push(await part(kind));
    rows.push(await part(null));
    const head = [
      ...[
        'connections',
        'opened',
        'at once',
        'orders/s',
        'p50 ms',
        'p99 ms',
        'refused',
        'desk p50',
        'desk p99',
      ],
      ...['new desk p50', 'new desk p99', 'desk failed', 'MiB'],
    ];
    console.log(table(head, rows));
  } finally {
    browser.destroy();
    await served.stop();
    folder.close();
    certificate.remove();
  }
}
