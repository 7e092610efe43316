/** HAProxy by its configuration of the documentation: one address of desks and marketplace, which leads to the engine that leads. */
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { perito, temporaryFolder } from '../../command-line/perito.ts';
import { purchaseOrder } from '../../engine/orders.ts';
import { certificateFolder } from '../../engine/receiver/certificates.ts';
import { freePort } from '../../free-port.ts';
import { isThere, startHaproxy } from '../../real-proxy.ts';
import { addressOf, Cluster, hasCluster } from './cluster.ts';
import { patience } from './office.ts';

const name = 'perito.office.example';
const key = 'mercado@prueba.example:clave';
const { authority, issue, joined } = certificateFolder();
const root = authority('autoridad');
const own = issue('oficina', { by: root, names: [`DNS:${name}`] });
const both = joined('perito.pem', [own.cert, own.key]);
const hasHaproxy = isThere('haproxy', '-v');

/** The computers of the engines, which are addresses of this one, and their ports, the same on both. */
interface Office {
  receiver: number;
  console: number;
  marketplace: number;
  desks: number;
}
const computers = { one: '127.0.0.11', two: '127.0.0.12' };

async function openProxy(): Promise<Office> {
  const office = {
    ...{ receiver: await freePort(), console: await freePort() },
    ...{ marketplace: await freePort(), desks: await freePort() },
  };
  const configuration = readFileSync(
    new URL('../../../docs/service/haproxy-office.cfg', import.meta.url),
    'utf8',
  )
    .replaceAll('/etc/haproxy/perito.pem', both)
    .replaceAll('/etc/haproxy/office-ca.pem', root.cert)
    .replaceAll('192.168.1.11', computers.one)
    .replaceAll('192.168.1.12', computers.two)
    .replace('bind :8650', `bind 127.0.0.1:${office.marketplace}`)
    .replace('bind :8651', `bind 127.0.0.1:${office.desks}`)
    .replaceAll(/\b8650\b/g, String(office.receiver))
    .replaceAll(/\b8651\b/g, String(office.console));
  await startHaproxy(configuration, { port: office.desks, servername: name });
  return office;
}

/** An engine on one of the computers, whose receiver answers over TLS too. */
function start(
  office: Office,
  address: string,
  given: readonly string[],
  environment: Record<string, string>,
) {
  return perito(
    [
      ...['serve', '--data', join(temporaryFolder(), 'data'), ...given],
      ...['--receiver-address', address, '--receiver-port', String(office.receiver)],
      ...['--tls-cert', own.cert, '--tls-key', own.key, '--trusted-proxy', '127.0.0.1'],
      ...['--console-host', address, '--console-port', String(office.console)],
      ...[
        '--console-tls-cert',
        own.cert,
        '--console-tls-key',
        own.key,
        '--console-trusted-proxy',
        '127.0.0.1',
      ],
    ],
    { PERITO_LOG_LEVEL: 'silent', ...environment },
  );
}

/** As a desk or the marketplace calls, by the name of the office and its authority. */
async function call(port: number, path: string, body?: object) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; said: string }>();
  const sent = request(
    {
      ...{ host: '127.0.0.1', port, path, method: body === undefined ? 'GET' : 'POST' },
      ...{ servername: name, ca: readFileSync(root.cert), agent: false },
      headers: {
        ...{ host: `${name}:${port}`, 'x-api-key': Buffer.from(key).toString('base64') },
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
    },
    (answer) => void text(answer).then((said) => resolve({ status: answer.statusCode ?? 0, said }), reject),
  );
  sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}

/** The number that an order is answered with; the status where it is not. */
async function numberOf({ marketplace }: Office, id: number): Promise<string | number> {
  const { status, said } = await call(marketplace, '/PurchaseOrders', purchaseOrder(id));
  return status === 200 ? JSON.parse(said).purchaseOrderNumber : status;
}

const statusOf = async (port: number, path: string): Promise<number> => (await call(port, path)).status;
const poll = { timeout: patience, interval: 50 };

test.runIf(hasHaproxy)(
  'a desk gets through HAProxy to an engine that does not receive, and the marketplace is told to come again',
  async () => {
    const office = await openProxy();
    expect(await statusOf(office.marketplace, '/PurchaseOrders')).toBe(503);
    expect(await statusOf(office.desks, '/')).toBe(503);
    // Without a key nothing can be taken.
    await start(office, computers.two, [], {}).firstLine;
    await expect.poll(() => statusOf(office.desks, '/'), poll).toBe(200);
    expect(JSON.parse((await call(office.desks, '/health')).said)).toMatchObject({ state: 'noKey' });
    expect(await numberOf(office, 1)).toBe(503);
  },
);

test.runIf(hasHaproxy && hasCluster)(
  'HAProxy leads to the engine that leads, and to the other once that is killed, which knows all that was answered',
  async () => {
    const cluster = await Cluster.open();
    const office = await openProxy();
    const given = ['--database', addressOf(cluster.port)];
    const environment = { PERITO_RECEIVER_KEYS: key };
    const leader = start(office, computers.one, given, environment);
    await leader.firstLine;
    const standby = start(office, computers.two, given, environment);
    const waiting = () => cluster.ask(`SELECT 1 FROM standby WHERE name LIKE '%(${standby.child.pid})'`);
    await expect.poll(async () => (await waiting()).length, poll).toBe(1);
    await expect.poll(() => numberOf(office, 1), poll).toMatch(/^OC-/);
    const number = await numberOf(office, 1);
    expect(await statusOf(office.desks, '/health')).toBe(200);
    expect(await statusOf(office.desks, '/')).toBe(200);

    leader.child.kill('SIGKILL');
    await leader.ended;
    await standby.firstLine;
    await expect.poll(() => numberOf(office, 1), poll).toBe(number);
    expect(await numberOf(office, 2)).not.toBe(number);
    await expect.poll(() => statusOf(office.desks, '/health'), poll).toBe(200);
  },
);
