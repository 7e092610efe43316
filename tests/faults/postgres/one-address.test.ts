/** HAProxy by its configuration of the documentation: one address of desks and marketplace, which leads to the engine that leads. */
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { signInHeader } from '../../../shared/contract/people.ts';
import { command, perito, temporaryFolder } from '../../command-line/perito.ts';
import { purchaseOrder } from '../../engine/orders.ts';
import { certificateFolder } from '../../engine/receiver/certificates.ts';
import { freePort } from '../../free-port.ts';
import { documentText, inlineCommands } from '../../guides.ts';
import { isThere, startHaproxy } from '../../real-proxy.ts';
import { addressOf, Cluster, hasCluster } from './cluster.ts';
import { patience } from './office.ts';

const name = 'perito.office.example';
const publicName = 'perito.insurer.example';
const key = 'mercado@prueba.example:clave';
const { folder, authority, issue, joined } = certificateFolder();
const root = authority('autoridad');
const own = issue('console', { by: root, names: [`DNS:${name}`] });
const both = joined('perito.pem', [own.cert, own.key]);
/** The marketplace knows this one alone, and the desks that of the office. */
const publicRoot = authority('autoridad-publica');
const shown = issue('public', { by: publicRoot, names: [`DNS:${publicName}`] });
const shownBoth = joined('shown.pem', [shown.cert, shown.key]);
const hasHaproxy = isThere('haproxy', '-v');

/** The computers of the engines, which are addresses of this one, and their ports, the same on both. */
interface Office {
  receiver: number;
  console: number;
  marketplace: number;
  desks: number;
}
const computers = { one: '127.0.0.11', two: '127.0.0.12' };
const proxy = '127.0.0.1';

async function openProxy(): Promise<Office> {
  const office = {
    ...{ receiver: await freePort(), console: await freePort() },
    ...{ marketplace: await freePort(), desks: await freePort() },
  };
  const configuration = documentText('service/haproxy-office.cfg')
    .replaceAll('/etc/haproxy/perito.pem', both)
    .replaceAll('/etc/haproxy/public.pem', shownBoth)
    .replaceAll('/etc/haproxy/office-ca.pem', root.cert)
    .replaceAll('192.168.1.11', computers.one)
    .replaceAll('192.168.1.12', computers.two)
    .replace('bind :8650', `bind ${proxy}:${office.marketplace}`)
    .replace('bind :8651', `bind ${proxy}:${office.desks}`)
    .replaceAll(/\b8650\b/g, String(office.receiver))
    .replaceAll(/\b8651\b/g, String(office.console));
  await startHaproxy(configuration, { port: office.desks, servername: name });
  return office;
}

/** What a drop-in of the documentation gives `perito serve`, with the files, address and database of this test. */
function servedBy(unit: string, address: string, database: string): string[] {
  const lines = documentText(`service/${unit}`)
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', '');
  return (/^ExecStart=\S+ \S+cli\.js (.+)$/m.exec(lines)?.[1] ?? '')
    .replaceAll('/etc/perito-console', folder)
    .replace('--console-host 0.0.0.0', `--console-host ${address}`)
    .replace(/--database \S+/, `--database ${database}`)
    .trim()
    .split(/\s+/);
}

/** An engine on one of the computers, by the drop-in for PostgreSQL and what the guide has added to it before a proxy. */
function start(
  { receiver, console }: Office,
  { address, dataDir, database }: { address: string; dataDir: string; database: string },
  environment: Record<string, string>,
) {
  const added = inlineCommands(documentText('office.md'))
    .find((line) => line.startsWith('--console-trusted-proxy 192'))
    ?.replace('192.168.1.10', proxy);
  const given = servedBy('perito-database.conf', address, database).map((word) =>
    word === '%S/perito' ? dataDir : word,
  );
  return perito(
    [
      ...given,
      ...(added?.split(' ') ?? []),
      ...['--receiver-address', address, '--receiver-port', String(receiver)],
      ...['--console-port', String(console)],
    ],
    { PERITO_LOG_LEVEL: 'silent', ...environment },
  );
}

interface Asked {
  body?: object;
  headers?: Record<string, string>;
}

/** As a desk calls, by the name of the office and its authority; or the marketplace, by the public ones. */
async function call(port: number, path: string, { body, headers = {} }: Asked = {}, from = { name, root }) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; said: string }>();
  const sent = request(
    {
      ...{ host: proxy, port, path, method: body === undefined ? 'GET' : 'POST' },
      ...{ servername: from.name, ca: readFileSync(from.root.cert), agent: false },
      headers: {
        ...{ host: `${from.name}:${port}`, ...headers },
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
    },
    (answer) => void text(answer).then((said) => resolve({ status: answer.statusCode ?? 0, said }), reject),
  );
  sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}

/** What a person does at a desk; what is answered. */
async function act({ desks }: Office, procedure: string, input: object, signIn?: string) {
  const headers = signIn === undefined ? {} : { [signInHeader]: signIn };
  const { status, said } = await call(desks, `/rpc/${procedure}`, { body: { json: input }, headers });
  expect([procedure, status]).toEqual([procedure, 200]);
  return JSON.parse(said).json;
}

/** The number that an order is answered with; the status where it is not. */
async function numberOf({ marketplace }: Office, id: number): Promise<string | number> {
  const headers = { 'x-api-key': Buffer.from(key).toString('base64') };
  const asked = { body: purchaseOrder(id), headers };
  const { status, said } = await call(marketplace, '/PurchaseOrders', asked, {
    ...{ name: publicName, root: publicRoot },
  });
  return status === 200 ? JSON.parse(said).purchaseOrderNumber : status;
}

const statusOf = async (port: number, path: string): Promise<number> => (await call(port, path)).status;
const poll = { timeout: patience, interval: 50 };

/** What the guide has chosen in the settings for the receivers of two engines. */
const receiversOverTls = {
  tls: { mode: 'pem', certificateFile: own.cert, keyFile: own.key },
  trustedProxies: [proxy],
};

test.runIf(hasHaproxy && hasCluster)(
  'a desk gets through HAProxy to an engine that does not receive, and the marketplace is told to come again',
  async () => {
    const cluster = await Cluster.open();
    const office = await openProxy();
    expect(await numberOf(office, 1)).toBe(503);
    expect(await statusOf(office.desks, '/')).toBe(503);
    // Without a key nothing can be taken.
    const dataDir = join(temporaryFolder(), 'data');
    await start(office, { address: computers.two, dataDir, database: addressOf(cluster.port) }, {}).firstLine;
    await expect.poll(() => statusOf(office.desks, '/'), poll).toBe(200);
    expect(JSON.parse((await call(office.desks, '/health')).said)).toMatchObject({ state: 'noKey' });
    expect(await numberOf(office, 1)).toBe(503);
  },
);

test.runIf(hasHaproxy && hasCluster)(
  'by the drop-in, the settings and the HAProxy of the guide the marketplace reaches the engine that leads, and the other once that is killed, which knows all that was answered',
  async () => {
    const cluster = await Cluster.open();
    const office = await openProxy();
    const database = addressOf(cluster.port);
    const environment = { PERITO_RECEIVER_KEYS: key };
    const dataDir = join(temporaryFolder(), 'data');
    // The office was one before it moved its data.
    const invited = await command(['accounts', 'invite', '--name', 'Ana Prueba', '--data', dataDir]);
    const { token } = JSON.parse(invited.lines[0] ?? '{}');
    expect((await command(['move', '--data', dataDir, '--to', database])).code).toBe(0);

    const leader = start(office, { address: computers.one, dataDir, database }, environment);
    await leader.firstLine;
    const other = { address: computers.two, dataDir: join(temporaryFolder(), 'data'), database };
    const standby = start(office, other, environment);
    const waiting = () => cluster.ask(`SELECT 1 FROM standby WHERE name LIKE '%(${standby.child.pid})'`);
    await expect.poll(async () => (await waiting()).length, poll).toBe(1);
    await expect.poll(() => statusOf(office.desks, '/'), poll).toBe(200);
    // The receivers answer in the clear yet, as they did before there was a proxy.
    expect(await numberOf(office, 1)).toBe(503);
    const entered = await act(office, 'people/acceptInvitation', { token, secret: 'clave-de-prueba-de-ana' });
    await act(office, 'settings/update', { receiver: receiversOverTls }, entered.token);
    await expect.poll(() => numberOf(office, 1), poll).toMatch(/^OC-/);
    const number = await numberOf(office, 1);
    expect(await statusOf(office.desks, '/health')).toBe(200);

    leader.child.kill('SIGKILL');
    await leader.ended;
    await standby.firstLine;
    await expect.poll(() => numberOf(office, 1), poll).toBe(number);
    expect(await numberOf(office, 2)).not.toBe(number);
    await expect.poll(() => statusOf(office.desks, '/health'), poll).toBe(200);
  },
);
