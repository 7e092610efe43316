/** The receiver over TLS, as clients meet it: curl, OpenSSL, and Node's HTTP/1.1 and HTTP/2. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { Agent, request } from 'node:https';
import { type AddressInfo, connect as connectTcp, createServer, Socket } from 'node:net';
import { join } from 'node:path';
import tls, { type SecureContextOptions } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { defaultLimits } from '../../../main/engine/receiver/context.ts';
import { connectReceiver, startReceiverThread } from '../../../main/engine/receiver/index.ts';
import type { ReceiverThreadOptions } from '../../../main/engine/receiver/owner.ts';
import { defaultSettings } from '../../../main/engine/settings/defaults.ts';
import { listAsks } from '../../../main/engine/store/index.ts';
import type { CertificateFiles, TlsSettings } from '../../../shared/contract/settings.ts';
import { openTestJournal } from '../journal/house.ts';
import { newDataDirectory } from '../migrated-folder.ts';
import { purchaseOrder } from '../orders.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { certificateFolder, type Issued } from './certificates.ts';
import { goodKey, type HouseOptions, newestRejected, openHouse } from './house.ts';
import { head, untilClosed } from './raw.ts';

const made = certificateFolder();
const root = made.authority('root');
const own = made.issue('own', { by: root });
const ca = readFileSync(root.cert, 'utf8');
const actor = { person: 'Ana', via: 'token' } as const;

const optionsOf = ({ cert, key }: Issued): SecureContextOptions => ({
  ...{ cert: readFileSync(cert), key: readFileSync(key), minVersion: 'TLSv1.2' },
});

async function secureHouse(options: HouseOptions = {}) {
  const house = await openHouse({ holdSeconds: 60, certificate: optionsOf(own), ...options });
  onTestFinished(() => house.close());
  const { port } = new URL(house.url);
  return { ...house, port: Number(port), url: `https://localhost:${port}` };
}

const headers = (more: Record<string, string> = {}): Record<string, string> => ({
  ...{ 'x-api-key': goodKey, 'content-type': 'application/json' },
  ...more,
});

interface Http2Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

function openSession({ url }: { url: string }, options: object = {}): ClientHttp2Session {
  const session = connect(url, { ca, ...options });
  session.on('error', () => undefined);
  onTestFinished(() => session.destroy());
  return session;
}

/** A call on a session, begun; its body is sent, and its stream is left open where there is none. */
function begin(
  session: ClientHttp2Session,
  path: string,
  given: OutgoingHttpHeaders,
  body?: string,
): ClientHttp2Stream {
  const stream = session.request({ ':method': body === undefined ? 'GET' : 'POST', ':path': path, ...given });
  stream.on('error', () => undefined);
  if (body !== undefined) stream.end(body);
  return stream;
}

async function answerOf(stream: ClientHttp2Stream): Promise<Http2Answer> {
  const answered = Promise.withResolvers<Http2Answer>();
  let head: IncomingHttpHeaders = {};
  const chunks: Buffer[] = [];
  stream.on('response', (received) => {
    head = received;
  });
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => {
    const status = Number(head[':status']);
    if (status > 0) answered.resolve({ status, headers: head, text: Buffer.concat(chunks).toString() });
  });
  stream.on('close', () => answered.reject(new Error(`closed with ${stream.rstCode}`)));
  return answered.promise;
}

const call = (session: ClientHttp2Session, path: string, body?: object, more: OutgoingHttpHeaders = {}) =>
  answerOf(
    begin(session, path, { ...headers(), ...more }, body === undefined ? undefined : JSON.stringify(body)),
  );

/** What a program says on its standard output and error, and how it ends. */
function run(program: string, args: readonly string[]): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, { timeout: 30_000 }, (failure, out, err) => {
      if (failure !== null && typeof failure.code === 'string') reject(failure);
      else resolve({ code: child.exitCode, said: `${out}${err}` });
    });
    child.stdin?.end();
  });
}

describe('curl', () => {
  const order = (id: number) => [
    ...['--silent', '--show-error', '--cacert', root.cert, '--header', `X-API-KEY: ${goodKey}`],
    ...['--header', 'Content-Type: application/json', '--data', JSON.stringify(purchaseOrder(id))],
    ...['--write-out', ' %{http_code} %{http_version}'],
  ];
  test.each([
    ['HTTP/2 over TLS 1.3', ['--http2', '--tlsv1.3'], '200 2'],
    ['HTTP/2 over TLS 1.2', ['--http2', '--tls-max', '1.2'], '200 2'],
    ['HTTP/1.1 over TLS 1.3', ['--http1.1', '--tlsv1.3'], '200 1.1'],
    ['HTTP/1.1 over TLS 1.2', ['--http1.1', '--tls-max', '1.2'], '200 1.1'],
  ])('delivers an order in %s', async (_, how, ending) => {
    const { url } = await secureHouse();
    const { code, said } = await run('curl', [...how, ...order(1), `${url}/PurchaseOrders`]);
    expect({ code, said }).toEqual({
      code: 0,
      said: expect.stringMatching(
        new RegExp(`^\\{"purchaseOrderId":1,"purchaseOrderNumber":"OC-.*\\} ${ending}$`),
      ),
    });
  });

  test.each([
    [
      'a name that is not in the certificate',
      own,
      'perito.example',
      60,
      /subject name|no alternative certificate/i,
    ],
    [
      'an authority that it does not know',
      made.issue('foreign', { by: made.authority('elsewhere') }),
      'localhost',
      60,
      /unable to get local issuer certificate/,
    ],
    [
      'a certificate that is over',
      made.issue('over', { by: root, days: -1 }),
      'localhost',
      60,
      /certificate has expired/,
    ],
  ])('refuses %s', async (_, issued, name, code, words) => {
    const { port } = await secureHouse({ certificate: optionsOf(issued) });
    const to = ['--resolve', `${name}:${port}:127.0.0.1`, `https://${name}:${port}/PurchaseOrders`];
    expect(await run('curl', [...order(1), ...to])).toEqual({ code, said: expect.stringMatching(words) });
  });
});

test('OpenSSL agrees on TLS 1.2 and 1.3 and on HTTP/2, and on nothing older', async () => {
  const { port } = await secureHouse();
  const client = (...args: string[]) =>
    run('openssl', [
      's_client',
      '-connect',
      `localhost:${port}`,
      '-CAfile',
      root.cert,
      '-verify_return_error',
      ...args,
    ]);
  for (const [option, version] of [
    ['-tls1_2', 'TLSv1.2'],
    ['-tls1_3', 'TLSv1.3'],
  ] as const) {
    const { code, said } = await client(option, '-alpn', 'h2,http/1.1');
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('ALPN protocol: h2') });
    expect(said).toContain(`New, ${version}`);
    expect(said).toContain('Verify return code: 0 (ok)');
  }
  for (const option of ['-tls1_1', '-tls1'])
    expect(await client(option, '-cipher', 'ALL:@SECLEVEL=0')).toMatchObject({
      code: 1,
      said: expect.stringMatching(/alert protocol version/),
    });
  // Somebody who agrees on neither HTTP is turned away within TLS.
  expect((await client('-alpn', 'spdy/3')).said).toMatch(/no application protocol/);
});

describe('HTTP/2', () => {
  test('orders are answered beside each other, and a key is asked for before the body', async () => {
    const house = await secureHouse();
    const session = openSession(house);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, id) => call(session, '/PurchaseOrders', purchaseOrder(id + 1))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(house.receiver.state().calls).toBe(50);
    // Its body never comes.
    const refused = await answerOf(
      begin(session, '/PurchaseOrders', { ':method': 'POST', 'x-api-key': 'no' }),
    );
    expect(refused).toMatchObject({
      status: 401,
      headers: { 'content-type': 'application/problem+json; charset=utf-8' },
    });
    expect(JSON.parse(refused.text)).toMatchObject({
      type: 'urn:perito:problem:not-authenticated',
      instance: '/PurchaseOrders',
    });
    // The session goes on for those who have a key.
    expect((await call(session, '/purchaseorders/', purchaseOrder(1))).status).toBe(200);
    await house.derived();
    expect((await newestRejected(house)) ?? null).toBeNull();
  });

  test('too many failures are answered 429, whatever session they come by', async () => {
    const house = await secureHouse({ limits: { maxFailures: 1 } });
    const fail = () => answerOf(begin(openSession(house), '/PurchaseOrders', { 'x-api-key': 'no' }).end());
    expect((await fail()).status).toBe(401);
    expect(await fail()).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } });
  });

  test('a body that does not arrive in time is answered 408, headers too large 431; far too large ones end their stream alone', async () => {
    const house = await secureHouse({ limits: { requestTimeout: 1000 } });
    const session = openSession(house);
    const slow = begin(session, '/PurchaseOrders', { ...headers(), ':method': 'POST' });
    slow.write('{"purchaseOrderId":');
    expect((await answerOf(slow)).status).toBe(408);
    const large = await call(session, '/PurchaseOrders', purchaseOrder(1), { 'x-long': 'x'.repeat(17_000) });
    expect(JSON.parse(large.text)).toMatchObject({
      ...{ type: 'urn:perito:problem:headers-too-large', status: 431, detail: 'Send fewer headers.' },
    });
    await expect(
      answerOf(begin(session, '/PurchaseOrders', headers({ 'x-long': 'x'.repeat(40_000) }))),
    ).rejects.toThrow(`closed with ${constants.NGHTTP2_ENHANCE_YOUR_CALM}`);
    expect((await call(session, '/PurchaseOrders', purchaseOrder(1))).status).toBe(200);
    expect((await call(openSession(house), '/PurchaseOrders', purchaseOrder(1))).status).toBe(200);
  });

  test('a nonce is answered without a key, and an own call is none of the marketplace; another nonce is nothing here', async () => {
    const house = await secureHouse();
    const session = openSession(house);
    const ask = (nonce: string) => answerOf(begin(session, `/.well-known/perito/${nonce}`, {}));
    house.receiver.ownCalls.expect('a1b2');
    expect(await ask('a1b2')).toMatchObject({ status: 200, text: 'perito\n' });
    expect((await ask('other')).status).toBe(404);
    expect(house.receiver.ownCalls.expect('a1b2')).toMatchObject({ proxy: null, isClaimed: false });
    const own = { 'x-perito-own-call': 'a1b2' };
    expect((await call(session, '/PurchaseOrders', [], own)).status).toBe(400);
    expect(house.receiver.state()).toMatchObject({ calls: 0, unauthenticated: 0, lastOutsideCall: null });
    expect((await call(session, '/PurchaseOrders', [])).status).toBe(400);
    expect(house.receiver.state()).toMatchObject({ calls: 1 });
  });

  test('CONNECT is no way through; a session without calls ends by itself', async () => {
    const house = await secureHouse({ limits: { keepAliveTimeout: 200 } });
    const session = openSession(house);
    const tunnel = session.request({ ':method': 'CONNECT', ':authority': 'example:443' });
    const [answer] = await once(tunnel, 'response');
    expect(answer[':status']).toBe(405);
    tunnel.close();
    if (!session.closed) await once(session, 'close');
    expect(session.destroyed).toBe(true);
  });

  test('an answer that is not taken ends its stream, and headers that do not come to their end their session', async () => {
    const house = await secureHouse({ limits: { requestTimeout: 200, keepAliveTimeout: 200 } });
    const windowless = openSession(house, { settings: { initialWindowSize: 0 } });
    const untaken = begin(windowless, '/PurchaseOrders', {}).end();
    await once(untaken, 'response');
    const [socket] = await opened(house, 1, ['h2']);
    // The preface, no settings, and HEADERS of the first stream without END_HEADERS (RFC 9113, 3.4 and 6.2).
    socket?.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
    socket?.write(Buffer.from('000000040000000000' + '000001010100000001' + '82', 'hex'));
    await Promise.all([once(untaken, 'close'), socket && once(socket, 'close')]);
    expect(untaken.rstCode).toBe(constants.NGHTTP2_CANCEL);
  });

  test('streams that are opened and reset without end close their session, and nobody else’s', async () => {
    const house = await secureHouse();
    const [rude, polite] = [openSession(house), openSession(house)];
    await once(rude, 'connect');
    const closed = new Promise((resolve) => rude.once('close', resolve));
    for (let round = 0; round < 50 && !rude.destroyed; round += 1) {
      for (let index = 0; index < 100 && !rude.destroyed; index += 1)
        begin(rude, '/PurchaseOrders', { ...headers(), ':method': 'POST' }).close(constants.NGHTTP2_CANCEL);
      // Until they have come.
      if (!rude.destroyed) await new Promise<void>((resolve) => rude.ping(() => resolve()));
    }
    await closed;
    expect((await call(polite, '/PurchaseOrders', purchaseOrder(1))).status).toBe(200);
  });
});

describe('a cancel call that is held over HTTP/2', () => {
  async function holding(options: HouseOptions = {}) {
    const house = await secureHouse(options);
    const session = openSession(house);
    await call(session, '/PurchaseOrders', purchaseOrder(5));
    const stream = begin(session, '/PurchaseOrders/5/cancel', headers(), '{"purchaseOrderId":5}');
    const answered = answerOf(stream);
    answered.catch(() => {});
    await expect.poll(() => house.calls.count, { interval: 5 }).toBe(1);
    return { house, session, stream, answered, ...(await heldOf(house)) };
  }

  /** The cancellation that is held, and its asks as they are by then. */
  async function heldOf(house: Awaited<ReturnType<typeof secureHouse>>) {
    await house.derived();
    const { rows } = await house.cancellations.list({ limit: 1 });
    const id = rows[0]?.id ?? 0;
    const asks = async () => {
      await house.derived();
      return house.store.read((tx) => listAsks(tx, id, 10, 1000));
    };
    return { id, asks };
  }

  test('is answered with the verdict, and an order beside it meanwhile', async () => {
    const { house, session, answered, id, asks } = await holding();
    expect((await call(session, '/PurchaseOrders', purchaseOrder(6))).status).toBe(200);
    await house.cancellations.decide({ id, verdict: 'approve', actor });
    const { status, text } = await answered;
    expect({ status, body: JSON.parse(text) }).toEqual({
      status: 200,
      body: { isCancelled: true, showResponseText: false, responseText: null },
    });
    await expect.poll(asks).toMatchObject([{ delivery: 'delivered' }]);
  });

  test.each([
    [
      'its stream is reset',
      ({ stream }: Awaited<ReturnType<typeof holding>>) => stream.close(constants.NGHTTP2_CANCEL),
    ],
    [
      'its session is closed at once',
      ({ session }: Awaited<ReturnType<typeof holding>>) => session.destroy(),
    ],
    ['its connection is cut', ({ session }: Awaited<ReturnType<typeof holding>>) => session.socket.destroy()],
  ])('is not delivered where %s', async (_, leave) => {
    const held = await holding();
    leave(held);
    await expect.poll(() => held.house.calls.count).toBe(0);
    await expect.poll(held.asks).toMatchObject([{ delivery: 'lost' }]);
    await expect(held.answered).rejects.toThrow();
  });

  test('counts as delivered only once its caller has room for the answer', async () => {
    const house = await secureHouse();
    await call(openSession(house), '/PurchaseOrders', purchaseOrder(5));
    // Its window is closed: what is answered waits here, and nobody has it.
    const session = openSession(house, { settings: { initialWindowSize: 0 } });
    const stream = begin(session, '/PurchaseOrders/5/cancel', headers(), '{"purchaseOrderId":5}');
    answerOf(stream).catch(() => {});
    await expect.poll(() => house.calls.count, { interval: 5 }).toBe(1);
    const { id, asks } = await heldOf(house);
    const answering = once(stream, 'response');
    await house.cancellations.decide({ id, verdict: 'approve', actor });
    await answering;
    stream.close(constants.NGHTTP2_CANCEL);
    await expect.poll(asks).toMatchObject([{ delivery: 'lost' }]);
  });

  test('is not delivered where its connection takes nothing more, and is cut then', async () => {
    const house = await secureHouse();
    await call(openSession(house), '/PurchaseOrders', purchaseOrder(5));
    // Between both stands somebody who passes on everything that is sent, and of what is answered the beginning.
    let cut = () => {};
    const between = createServer((client) => {
      const server = connectTcp(house.port, '127.0.0.1');
      for (const socket of [client, server]) socket.on('error', () => undefined);
      cut = () => server.resetAndDestroy();
      client.pipe(server);
      let passed = 0;
      server.on('data', (chunk: Buffer) => {
        passed += chunk.length;
        client.write(chunk);
        if (passed > 200_000) server.pause();
      });
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void between.close());
    await once(between, 'listening');
    const port = (between.address() as AddressInfo).port;
    const session = openSession(
      { url: `https://localhost:${port}` },
      { settings: { initialWindowSize: 2 ** 30 } },
    );
    await once(session, 'connect');
    session.setLocalWindowSize(2 ** 30);
    const stream = begin(session, '/PurchaseOrders/5/cancel', headers(), '{"purchaseOrderId":5}');
    answerOf(stream).catch(() => {});
    await expect.poll(() => house.calls.count, { interval: 5 }).toBe(1);
    // More than the system takes.
    for (let index = 0; index < 200; index += 1) begin(session, '/openapi.json', headers()).resume();
    await expect.poll(() => waitingToBeSent(house.port), { interval: 5 }).toBeGreaterThan(0);
    const { id, asks } = await heldOf(house);
    await house.cancellations.decide({ id, verdict: 'approve', actor });
    cut();
    await expect.poll(asks).toMatchObject([{ delivery: 'lost' }]);
  });

  test('is answered "in review" where the receiver stops, which then closes its session', async () => {
    const { house, session, answered } = await holding();
    const closed = once(session, 'close');
    const begun = performance.now();
    await house.close();
    expect(JSON.parse((await answered).text)).toMatchObject({
      isCancelled: false,
      responseText: house.settings.current().texts.inReview,
    });
    await closed;
    expect(performance.now() - begun).toBeLessThan(3000);
  });
});

/** Bytes that the system did not take yet of the connections that were made to a port; Node counts them nowhere else. */
function waitingToBeSent(port: number): number {
  const handles: unknown = Reflect.apply(Reflect.get(process, '_getActiveHandles'), process, []);
  const sockets = Array.isArray(handles) ? handles.filter((one) => one instanceof Socket) : [];
  return sockets
    .filter(({ localPort }) => localPort === port)
    .reduce((sum, socket) => sum + (Reflect.get(socket, '_handle')?.writeQueueSize ?? 0), 0);
}

/** Connections that have agreed on TLS, where protocols of theirs are given. */
async function opened({ port }: { port: number }, count: number, ALPNProtocols?: string[]) {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const to = { host: '127.0.0.1', port, servername: 'localhost' };
      const socket = ALPNProtocols ? tls.connect({ ...to, ca, ALPNProtocols }) : connectTcp(to);
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => undefined);
      await once(socket, ALPNProtocols ? 'secureConnect' : 'connect');
      return socket.resume();
    }),
  );
}

test.each([
  ['that do not agree on TLS', undefined],
  ['of HTTP/1.1', ['http/1.1']],
  ['of HTTP/2', ['h2']],
])('connections %s shut nobody out, and whoever showed a key stays', async (_, protocols) => {
  const house = await secureHouse({ limits: { maxConnections: 10 } });
  const known = openSession(house);
  expect((await call(known, '/PurchaseOrders', purchaseOrder(1))).status).toBe(200);
  const held = begin(known, '/PurchaseOrders/1/cancel', headers(), '{"purchaseOrderId":1}');
  const [first] = await opened(house, 20, protocols);
  expect(first?.destroyed || (await once(first ?? held, 'close'))).toBeTruthy();
  expect((await call(openSession(house), '/PurchaseOrders', purchaseOrder(2))).status).toBe(200);
  expect((await call(known, '/PurchaseOrders', purchaseOrder(3))).status).toBe(200);
  expect(held.destroyed).toBe(false);
});

describe('HTTP/1.1 over TLS', () => {
  async function secureSocket(house: { port: number }, options: tls.ConnectionOptions = {}) {
    const socket = tls.connect({ port: house.port, host: 'localhost', ca, ...options });
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await once(socket, 'secureConnect');
    return socket;
  }

  test('keeps its rules: one Host, the limits of time, an answer to what is no HTTP', async () => {
    const house = await secureHouse({ limits: { headersTimeout: 300, connectionsCheckingInterval: 50 } });
    const answer = async (bytes: string) => {
      const socket = await secureSocket(house);
      const all = untilClosed(socket);
      socket.write(bytes);
      return all;
    };
    expect(await answer(`GET / HTTP/1.1\r\nX-API-KEY: ${goodKey}\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 400 .*urn:perito:problem:host-missing/s,
    );
    expect(await answer('GET / HT')).toMatch(/^HTTP\/1\.1 408 /);
    expect(await answer('no es HTTP\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 .*urn:perito:problem:bad-request/s);
    expect(await answer(head('GET /openapi.json HTTP/1.1'))).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('a sender that closes its side once its call is out is still answered', async () => {
    const house = await secureHouse();
    const socket = await secureSocket(house, { allowHalfOpen: true } as tls.ConnectionOptions);
    const answer = untilClosed(socket);
    const body = JSON.stringify(purchaseOrder(3));
    socket.end(head('POST /PurchaseOrders HTTP/1.1', { 'Content-Length': Buffer.byteLength(body) }) + body);
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('stops at once beside connections that say nothing, before TLS and after', async () => {
    const house = await secureHouse();
    const bare = connectTcp(house.port, '127.0.0.1');
    bare.on('error', () => undefined);
    await once(bare, 'connect');
    const secure = await secureSocket(house);
    const session = openSession(house);
    await once(session, 'connect');
    const gone = Promise.all([untilClosed(bare), untilClosed(secure), once(session, 'close')]);
    const begun = performance.now();
    await house.receiver.stop();
    expect(performance.now() - begun).toBeLessThan(1500);
    await gone;
  });

  test('who speaks no TLS is turned away without an answer', async () => {
    const house = await secureHouse();
    const socket = connectTcp(house.port, '127.0.0.1');
    socket.on('error', () => undefined);
    const said = untilClosed(socket);
    socket.write(head('GET / HTTP/1.1'));
    expect(await said).not.toContain('HTTP/1.1');
  });
});

test('another certificate is answered by while a thousand calls run, none of which is lost', async () => {
  const house = await secureHouse();
  const next = made.issue('next', { by: root });
  const agent = new Agent({ ca, keepAlive: false });
  const overHttp1 = (id: number) =>
    new Promise<number>((resolve, reject) => {
      const body = JSON.stringify(purchaseOrder(id));
      const sent = request(
        `${house.url}/PurchaseOrders`,
        { method: 'POST', agent, headers: headers() },
        (answer) => {
          answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  const session = openSession(house);
  const statuses: number[] = [];
  let id = 0;
  const worker = async (send: (order: number) => Promise<number>) => {
    while (id < 1000) {
      id += 1;
      statuses.push(await send(id));
      if (id === 300) house.receiver.replaceCertificate(optionsOf(next));
    }
  };
  const overHttp2 = async (order: number) =>
    (await call(session, '/PurchaseOrders', purchaseOrder(order))).status;
  await Promise.all([
    ...Array.from({ length: 6 }, () => worker(overHttp1)),
    ...Array.from({ length: 6 }, () => worker(overHttp2)),
  ]);
  expect(statuses.filter((status) => status === 200)).toHaveLength(statuses.length);
  expect(statuses.length).toBeGreaterThanOrEqual(1000);
  const socket = tls.connect({ port: house.port, host: 'localhost', ca });
  await once(socket, 'secureConnect');
  expect(socket.getPeerCertificate().subject.CN).toBe('next');
  socket.destroy();
  // An order over the session that was there before, too.
  expect((await call(session, '/PurchaseOrders', purchaseOrder(1))).status).toBe(200);
});

test('another certificate that comes while it moves to another port is answered by there', async () => {
  const house = await secureHouse();
  const next = made.issue('next', { by: root });
  const moved = house.receiver.listen('127.0.0.1', 0, optionsOf(own));
  house.receiver.replaceCertificate(optionsOf(next));
  await moved;
  const socket = tls.connect({ port: house.receiver.state().port, host: 'localhost', ca });
  await once(socket, 'secureConnect');
  expect(socket.getPeerCertificate().subject.CN).toBe('next');
  socket.destroy();
});

describe('in its thread', () => {
  /** A thread that is told to answer by the certificate of these files. */
  async function openThread(files: CertificateFiles, options: Partial<ReceiverThreadOptions> = {}) {
    const dataDir = options.dataDir ?? (await newDataDirectory(temporaryFolder()));
    const thread = startReceiverThread({
      ...{ dataDir, given: { address: '127.0.0.1', port: 0 } },
      limits: { ...defaultLimits, certificateInterval: 20 },
      environmentKeys: [Buffer.from(goodKey, 'base64').toString()],
      ...options,
    });
    onTestFinished(async () => void (await thread.close()));
    await thread.opened;
    const connection = await connectReceiver(thread.connect());
    onTestFinished(() => connection.close());
    const { receiver, numbering, texts, policyRules, coverageOfIncident, trust } = defaultSettings;
    const others = { numbering, texts, policyRules, coverageOfIncident, trust, keys: [] };
    const configure = (tls: TlsSettings) =>
      connection.configure({ ...others, receiver: { ...receiver, tls } });
    if (options.dataDir === undefined) await configure(files);
    /** Who answers, as somebody sees who connects now. */
    const answering = async (): Promise<string | undefined> => {
      const port = Number(new URL(connection.state().url ?? '').port);
      const socket = tls.connect({ port, host: 'localhost', ca });
      socket.on('error', () => undefined);
      await once(socket, 'secureConnect');
      const { CN } = socket.getPeerCertificate().subject;
      socket.destroy();
      return typeof CN === 'string' ? CN : undefined;
    };
    return {
      dataDir,
      thread,
      connection,
      configure,
      answering,
      report: () => connection.state().certificate,
    };
  }
  const filesOf = (cert: string, key: string): CertificateFiles => ({
    mode: 'pem',
    certificateFile: cert,
    keyFile: key,
  });

  test('a certificate that is replaced is answered by, and a bad one leaves the old in force and is said', async () => {
    const used = made.issue('used', { by: root });
    const first = readFileSync(used.cert);
    const { answering, report } = await openThread(filesOf(used.cert, used.key));
    expect(await answering()).toBe('used');
    expect(report()).toMatchObject({
      certificate: { subject: 'CN=used' },
      problem: null,
      loadedAt: expect.any(String),
    });
    writeFileSync(used.cert, 'nada');
    await expect.poll(() => report()?.problem).toMatchObject({ code: 'notCertificate', file: used.cert });
    expect(report()).toMatchObject({ certificate: { subject: 'CN=used' } });
    expect(await answering()).toBe('used');
    writeFileSync(used.cert, first);
    await expect.poll(() => report()?.problem).toBeNull();
    made.replace(made.issue('newer', { by: root }), used);
    await expect.poll(() => report()?.certificate?.subject).toBe('CN=newer');
    expect(report()?.problem).toBeNull();
    expect(await answering()).toBe('newer');
  });

  test('without a certificate that can be taken nothing is listened on, never without TLS, until there is one', async () => {
    const late = made.issue('late', { by: root });
    const cert = made.at('not-yet.pem');
    const { connection, thread, report, answering } = await openThread(filesOf(cert, late.key));
    expect(connection.state()).toMatchObject({
      state: 'failed',
      url: null,
      error: { code: 'certificate', detail: 'noFile' },
    });
    expect(thread.state().error).toEqual({ code: 'certificate', detail: 'noFile' });
    expect(report()).toMatchObject({
      certificate: null,
      problem: { code: 'noFile', file: cert },
      loadedAt: null,
    });
    copyFileSync(late.cert, cert);
    await expect.poll(() => connection.state().state).toBe('listening');
    expect(await answering()).toBe('late');
  });

  test('the passphrase is asked of the owner, again once another was given, and is in no report and no file', async () => {
    const file = made.pfx('thread.pfx', own, 'una frase muy secreta');
    let passphrase: string | null = null;
    const { dataDir, connection, thread, answering, report } = await openThread(
      { mode: 'pfx', file },
      { certificatePassphrase: async () => passphrase },
    );
    expect(report()?.problem).toMatchObject({ code: 'passphraseMissing' });
    passphrase = 'otra';
    await connection.readCertificate();
    expect(report()?.problem).toMatchObject({ code: 'passphraseWrong' });
    passphrase = 'una frase muy secreta';
    await connection.readCertificate();
    await expect.poll(() => connection.state().state).toBe('listening');
    expect(await answering()).toBe('own');
    expect(JSON.stringify(connection.state())).not.toContain('secreta');
    await thread.close();
    for (const name of readdirSync(dataDir)) {
      const path = join(dataDir, name);
      if (statSync(path).isFile()) expect(readFileSync(path).includes('secreta'), name).toBe(false);
    }
    // It was told what to answer by, and does so before any engine says it again.
    const again = await openThread(
      { mode: 'pfx', file },
      { dataDir, certificatePassphrase: async () => passphrase },
    );
    expect(again.connection.state()).toMatchObject({
      state: 'listening',
      url: expect.stringMatching(/^https:/),
    });
    expect(await again.answering()).toBe('own');
  });

  test('TLS is begun and ended by the settings; what was kept by an older version has none', async () => {
    const { dataDir, connection, configure, thread } = await openThread(filesOf(own.cert, own.key));
    expect(connection.state().url).toMatch(/^https:/);
    await configure({ mode: 'off' });
    expect(connection.state()).toMatchObject({
      state: 'listening',
      certificate: null,
      url: expect.stringMatching(/^http:/),
    });
    await thread.close();
    const { journal } = await openTestJournal({ dataDir });
    const { tls: _, publicUrl: __, trustedProxies: ___, ...older } = defaultSettings.receiver;
    const kept = JSON.parse((await journal.setting('configuration')) ?? '');
    await journal.saveSetting('configuration', JSON.stringify({ ...kept, receiver: older }));
    await journal.close();
    const again = await openThread({ mode: 'pfx', file: '/unused' }, { dataDir });
    expect(again.connection.state()).toMatchObject({ state: 'listening', certificate: null });
  });

  test('who resumes an older session is shown the new certificate all the same', async () => {
    const used = made.issue('resumed', { by: root });
    const { connection, report } = await openThread(filesOf(used.cert, used.key));
    const port = Number(new URL(connection.state().url ?? '').port);
    const open = async (session?: Buffer) => {
      const socket = tls.connect({
        port,
        host: 'localhost',
        ca,
        maxVersion: 'TLSv1.2',
        ...(session && { session }),
      });
      socket.on('error', () => undefined);
      await once(socket, 'secureConnect');
      const seen = {
        CN: socket.getPeerCertificate().subject?.CN,
        isReused: socket.isSessionReused(),
        session: socket.getSession(),
      };
      socket.destroy();
      return seen;
    };
    const { session } = await open();
    expect(await open(session)).toMatchObject({ isReused: true });
    made.replace(made.issue('after', { by: root }), used);
    await expect.poll(() => report()?.certificate?.subject).toBe('CN=after');
    expect(await open(session)).toMatchObject({ isReused: false, CN: 'after' });
  });
});
