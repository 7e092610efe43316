import { createServer as createTls } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer as createPlain } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { addressProblem, isLoopback, listUrl } from '../../../main/engine/reference/platform-client.ts';
import { listAuditAfter } from '../../../main/engine/store/index.ts';
import type { ReferenceListState } from '../../../shared/contract/reference.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { actor, key, openHouse } from './house.ts';
import { type Answering, entriesOf, json, openPlatform, text } from './platform.ts';
import { selfSigned } from './self-signed.ts';

const states = entriesOf('states');
const items = states.map(({ id, name }) => ({ id: String(id), name, raw: JSON.stringify({ id, name }) }));
const statesOf = (lists: ReferenceListState[]) => {
  const found = lists.find(({ list }) => list === 'states');
  if (found === undefined) throw new Error('the provinces are missing');
  return found;
};

/** What became of the provinces when the platform, which had answered well an hour ago, answers so. */
async function askedAgain(answering: Answering, bytes = 4096) {
  const platform = await openPlatform();
  const limits = { milliseconds: 15_000, bytes };
  const house = await openHouse({ baseUrl: platform.baseUrl, environmentKey: key, limits });
  const before = statesOf(await house.reference.refresh());
  expect(before).toMatchObject({ items, problem: null });
  house.clock.advance(3_600_000);
  platform.answer(answering, 'states');
  const answered = house.reference.refresh('states').then(statesOf);
  return { platform, house, before, answered };
}

describe('Platform configuration API: what is taken', () => {
  const bom = Buffer.from([0xef, 0xbb, 0xbf]);
  const body = JSON.stringify(states);
  test.each<[string, Answering]>([
    ['application/json', json(states)],
    ['text/json', json(states, 'text/json')],
    ['text/plain, with a charset', json(states, 'TEXT/Plain; charset="UTF-8"')],
    ['a wrapper (OperationResultOfList)', json({ success: true, data: states })],
    ['a byte order mark', text(Buffer.concat([bom, Buffer.from(body)]))],
    ['UTF-16 with its mark', text(Buffer.from(`\ufeff${body}`, 'utf16le'), 'text/plain; charset=utf-16')],
    [
      'gzip',
      (response) =>
        response
          .writeHead(200, { 'content-type': 'text/json', 'content-encoding': 'gzip' })
          .end(gzipSync(body)),
    ],
    [
      'brotli',
      (response) =>
        response
          .writeHead(200, { 'content-type': 'text/json', 'content-encoding': 'br' })
          .end(brotliCompressSync(body)),
    ],
    [
      'in pieces',
      (response) => {
        response.writeHead(200, { 'content-type': 'text/plain' });
        for (const sign of body) response.write(sign);
        response.end();
      },
    ],
  ])('%s', async (_, answering) => {
    const { house, before, answered } = await askedAgain(answering);
    const after = await answered;
    expect(after).toMatchObject({ items, problem: null });
    expect(Date.parse(after.fetchedAt ?? '') - Date.parse(before.fetchedAt ?? '')).toBe(3_600_000);
    expect(await house.failed()).toBe(0);
  });

  test.each<[string, string, Buffer]>([
    [
      'UTF-16 with its mark and no charset',
      'text/plain',
      Buffer.from('\ufeff[{"id":9,"name":"Samaná"}]', 'utf16le'),
    ],
    [
      'UTF-16 in the other order with its mark',
      'text/plain',
      Buffer.from('\ufeff[{"id":9,"name":"Samaná"}]', 'utf16le').swap16(),
    ],
    ['a charset that nobody knows', 'text/plain; charset=klingon', Buffer.from('[{"id":9,"name":"Samaná"}]')],
    [
      'Latin-1 that is named UTF-8',
      'text/plain; charset=utf-8',
      Buffer.from('[{"id":9,"name":"Samaná"}]', 'latin1'),
    ],
  ])('%s', async (_, type, body) => {
    const { answered } = await askedAgain(text(body, type));
    expect((await answered).items).toMatchObject([{ id: '9', name: 'Samaná' }]);
  });

  test.each([
    ['Latin-1, named', 'text/plain; charset=iso-8859-1'],
    ['Latin-1, not named', 'text/plain'],
  ])('%s', async (_, type) => {
    const { answered } = await askedAgain(text(Buffer.from('[{"id":9,"name":"Samaná"}]', 'latin1'), type));
    expect((await answered).items).toMatchObject([{ id: '9', name: 'Samaná' }]);
  });

  test('ids that repeat', async () => {
    const twice = await askedAgain(json([...states, states[0]]));
    expect((await twice.answered).items.map(({ id }) => id)).toEqual(['1', '2', '1']);
  });

  test('elements that are null are left out, and counted', async () => {
    const { answered } = await askedAgain(json({ data: [null, states[0], null, states[1]] }));
    expect(await answered).toMatchObject({ items, dropped: 2, problem: null });
  });

  test('an empty list where there was none before', async () => {
    const platform = await openPlatform();
    platform.answer(json([]), 'states');
    const house = await openHouse({ baseUrl: platform.baseUrl, environmentKey: key });
    const expected = { items: [], shape: null, problem: null, dropped: 0, suspiciousAt: null };
    expect(statesOf(await house.reference.refresh())).toMatchObject(expected);
    expect(statesOf(await house.reference.refresh()).fetchedAt).not.toBeNull();
  });
});

describe('an empty list in place of a good one', () => {
  test.each<[string, Answering]>([
    ['bare', json([])],
    ['in its wrapper', json({ success: true, data: [] })],
  ])(
    '%s stands beside the good copy as suspicious, and is asked for again within the hour',
    async (_, answering) => {
      const { house, before, answered } = await askedAgain(answering);
      const now = new Date(house.clock.now()).toISOString();
      const { fetchedAt } = before;
      expect(await answered).toMatchObject({
        items,
        fetchedAt,
        triedAt: now,
        problem: null,
        suspiciousAt: now,
      });
      expect(await house.failed()).toBe(1);
    },
  );

  test('is gone once the list has entries again', async () => {
    const { house, platform, answered } = await askedAgain(json([]));
    await answered;
    platform.answer(json(states), 'states');
    house.reference.start();
    house.clock.advance(3_600_000);
    await expect.poll(async () => statesOf(await house.reference.list()).suspiciousAt).toBeNull();
    expect(statesOf(await house.reference.list())).toMatchObject({ items });
    expect(await house.failed()).toBe(0);
  });

  test('stays beside a failure, which is told too', async () => {
    const { house, platform, answered } = await askedAgain(json([]));
    const { suspiciousAt } = await answered;
    platform.answer(text('', 'text/plain', 500), 'states');
    expect(statesOf(await house.reference.refresh('states'))).toMatchObject({
      items,
      suspiciousAt,
      problem: { code: 'status', status: 500 },
    });
    expect(await house.failed()).toBe(1);
  });

  test('is the copy once a person accepts it, who is named in the log', async () => {
    const { house, answered } = await askedAgain(json([]));
    const { suspiciousAt } = await answered;
    const accepted = statesOf(await house.client.accept({ list: 'states' }));
    expect(accepted).toMatchObject({ items: [], fetchedAt: suspiciousAt, suspiciousAt: null, problem: null });
    expect(await house.failed()).toBe(0);
    await expect(house.client.accept({ list: 'states' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const audit = await house.store.read((tx) => listAuditAfter(tx, 0, 100));
    expect(audit.at(-1)).toMatchObject({ action: 'referenceList.accepted', subject: 'referenceList:states' });
    // An empty copy is nothing good that an empty answer could stand beside.
    expect(statesOf(await house.reference.refresh('states'))).toMatchObject({
      items: [],
      suspiciousAt: null,
    });
  });

  test('of a platform that is left before it is looked what good copy there is, is not set beside that of the next', async () => {
    const [left, next] = [await openPlatform(), await openPlatform()];
    const house = await openHouse({ baseUrl: left.baseUrl, environmentKey: key });
    await house.reference.refresh();
    const looking = Promise.withResolvers<void>();
    const look = Promise.withResolvers<void>();
    left.answer((response, request) => {
      const { read } = house.store;
      const held = vi.spyOn(house.store, 'read').mockImplementationOnce(async (query) => {
        looking.resolve();
        await look.promise;
        return read(query);
      });
      onTestFinished(() => held.mockRestore());
      json([])(response, request);
    }, 'states');
    const asked = house.reference.refresh('states');
    await looking.promise;
    await house.settings.update({ platform: { baseUrl: next.baseUrl, allowHttp: true } }, actor);
    await house.reference.refresh('states');
    next.answer(text('', 'text/plain', 500), 'states');
    look.resolve();
    // Whoever asked while it was changed is answered by the next one, which fails by now and leaves what there is.
    expect(statesOf(await asked)).toMatchObject({ items, suspiciousAt: null, problem: { status: 500 } });
  });
});

const countriesOf = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: `c${id}` }));
const page = '<!doctype html><title>Oops</title><h1>Server error</h1>';
const problem = {
  type: 'about:blank',
  title: 'No autorizado',
  detail: 'La clave venció el 1 de mayo.',
  instance: '/x',
};
const redirect =
  (location: string, status = 302): Answering =>
  (response) =>
    response.writeHead(status, { location }).end();

describe('Platform configuration API: what is refused leaves the last good copy, and says why', () => {
  test.each<[string, Answering, object]>([
    ...[400, 401, 403, 404, 500].map((status): [string, Answering, object] => [
      `Errors: ${status} with a problem document`,
      json({ ...problem, status }, 'application/problem+json', status),
      { code: 'status', ...problem, status },
    ]),
    [
      'Errors: a problem document of nulls',
      json({ title: null, detail: null, status: null }, 'application/problem+json', 401),
      { code: 'status', status: 401, title: null, detail: null, type: null, instance: null },
    ],
    [
      'Errors: a problem document of absurd types',
      json({ title: { a: 1 }, detail: ['x'], status: 'many', type: 7 }, 'application/problem+json', 403),
      { code: 'status', status: 403, title: null, detail: null },
    ],
    [
      'Errors: a number for a title, errors by name, in PascalCase',
      json({ Title: 17, Errors: { key: ['Falta', 'Sobra'] } }, 'application/problem+json', 400),
      { code: 'status', status: 400, title: '17', detail: 'Falta · Sobra' },
    ],
    [
      'Errors: control characters and a turned direction',
      json({ title: 'No\u0000 au\u202etorizado\n\nhoy' }, 'application/problem+json', 401),
      { code: 'status', title: 'No au torizado hoy' },
    ],
    [
      'Errors: a very long text',
      json({ title: 'a'.repeat(900), detail: 'b'.repeat(3000) }, 'application/problem+json', 500),
      { code: 'status', title: `${'a'.repeat(199)}…`, detail: `${'b'.repeat(999)}…` },
    ],
    [
      'Errors: 500 with a page',
      text(page, 'text/html', 500),
      { code: 'status', status: 500, title: null, detail: null },
    ],
    [
      'Errors: 503 with a plain text',
      text('Back soon', 'text/plain', 503),
      { code: 'status', status: 503, title: null, detail: 'Back soon' },
    ],
    [
      'Errors: 429, which the interface does not name',
      json({ title: 'Despacio' }, 'application/json', 429),
      { code: 'status', status: 429, title: 'Despacio' },
    ],
    [
      'an address beside a status that is no redirect',
      (response) => response.writeHead(201, { location: '/x' }).end(),
      { code: 'status', status: 201 },
    ],
    [
      'an address beside an error',
      (response) => response.writeHead(400, { location: '/x' }).end(),
      { code: 'status', status: 400 },
    ],
    ['a redirect to nowhere', (response) => response.writeHead(300).end(), { code: 'status', status: 300 }],
    ['204', (response) => response.writeHead(204).end(), { code: 'status', status: 204 }],
    [
      'an endless body under an error',
      (response) => void endless(response, 500, 'text/plain'),
      { code: 'status', status: 500 },
    ],
    ['a page under 200', text(page, 'text/html'), { code: 'mediaType', status: 200, detail: 'text/html' }],
    [
      'JSON under another media type',
      json(states, 'application/xml'),
      { code: 'mediaType', detail: 'application/xml' },
    ],
    ['JSON under no media type', text(JSON.stringify(states), null), { code: 'mediaType', detail: null }],
    ['garbage', text('{"id":1,'), { code: 'notJson', status: 200 }],
    ['a page under text/plain', text(page, 'text/plain'), { code: 'notJson' }],
    [
      'a shape that is no list',
      json({ message: 'Bienvenido' }),
      { code: 'noList', status: 200, title: 'Bienvenido' },
    ],
    [
      'a wrapper that says that it failed',
      json({ isSuccess: false, message: 'Clave vencida', errors: ['E1'], data: null }),
      { code: 'noList', title: 'Clave vencida', detail: 'E1' },
    ],
    ['nothing', text(''), { code: 'emptyAnswer', status: 200 }],
    ['spaces', text(' \r\n'), { code: 'emptyAnswer' }],
    ['a closed connection', (response) => response.destroy(), { code: 'emptyAnswer', status: null }],
    [
      'a connection that is closed in the middle',
      (response) => {
        response.writeHead(200, { 'content-type': 'text/json', 'content-length': '100' });
        response.write('[{"id"', () => response.destroy());
      },
      { code: 'unreachable', status: 200 },
    ],
    [
      'no HTTP at all',
      (response) => response.socket?.end('hola, mundo\r\n\r\n'),
      { code: 'notJson', status: null },
    ],
    [
      'another protocol, which nobody asked for',
      (response) =>
        response.socket?.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
        ),
      { code: 'emptyAnswer', status: null },
    ],
    [
      'headers without an end',
      (response) => response.writeHead(200, { 'x-long': 'a'.repeat(40_000) }).end(),
      { code: 'tooLarge' },
    ],
    ['too large', json([{ id: 1, name: 'x'.repeat(5000) }]), { code: 'tooLarge', status: 200 }],
    [
      'an endless body',
      (response) => void endless(response, 200, 'text/json'),
      { code: 'tooLarge', status: 200 },
    ],
    [
      'a gzip bomb',
      (response) =>
        response
          .writeHead(200, { 'content-type': 'text/json', 'content-encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(50_000_000, ' '))),
      { code: 'tooLarge', status: 200 },
    ],
    [
      'gzip that is none',
      (response) =>
        response.writeHead(200, { 'content-type': 'text/json', 'content-encoding': 'gzip' }).end('hola'),
      { code: 'notJson', status: 200 },
    ],
    [
      'gzip that is cut',
      (response) =>
        response
          .writeHead(200, { 'content-type': 'text/json', 'content-encoding': 'gzip' })
          .end(gzipSync(JSON.stringify(states)).subarray(0, 30)),
      { code: 'notJson', status: 200 },
    ],
    [
      'an unknown encoding',
      (response) =>
        response.writeHead(200, { 'content-type': 'text/json', 'content-encoding': 'compress' }).end('x'),
      { code: 'mediaType', detail: 'compress' },
    ],
  ])('%s', async (_, answering, expected) => {
    const { house, before, answered } = await askedAgain(answering);
    const after = await answered;
    expect(after.problem).toMatchObject(expected);
    expect(after).toMatchObject({ items, shape: before.shape, fetchedAt: before.fetchedAt });
    expect(after.triedAt).toBe(new Date(house.clock.now()).toISOString());
    expect(await house.failed()).toBe(1);
  });

  test.each<[string, object]>([
    ['bare', countriesOf(10_001)],
    ['in its wrapper', { success: true, data: countriesOf(10_001) }],
    ['100,000', countriesOf(100_000)],
  ])('a list of more than 10,000 elements: %s', async (_, list) => {
    const { house, before, answered } = await askedAgain(json(list), 4 * 1024 * 1024);
    expect(await answered).toMatchObject({
      items,
      shape: before.shape,
      fetchedAt: before.fetchedAt,
      triedAt: new Date(house.clock.now()).toISOString(),
      suspiciousAt: null,
      problem: { code: 'tooManyElements', status: 200 },
    });
    expect(await house.failed()).toBe(1);
    await expect(house.client.accept({ list: 'states' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test.each([
    ['as long as the limit', 40_000, null],
    ['a byte longer', 40_001, 'tooLarge'],
  ])('an answer that is unpacked piece by piece, and is %s', async (_, bytes, code) => {
    const whole = JSON.stringify(states).padEnd(bytes, ' ');
    const { answered } = await askedAgain((response) => {
      response.writeHead(200, { 'content-type': 'text/json', 'content-encoding': 'gzip' });
      response.end(gzipSync(whole));
    }, 40_000);
    expect((await answered).problem?.code ?? null).toBe(code);
  });

  test('no answer within the time limit', async () => {
    const { platform, house, answered } = await askedAgain(() => {});
    await platform.askedTimes(8);
    house.clock.advance(15_000);
    expect(await answered).toMatchObject({ items, problem: { code: 'timeout', status: null } });
  });

  test('an answer that does not end within the time limit', async () => {
    const begun = Promise.withResolvers<void>();
    const { house, answered } = await askedAgain((response) => {
      response.writeHead(200, { 'content-type': 'text/json' });
      response.write('[', () => begun.resolve());
    });
    await begun.promise;
    house.clock.advance(15_000);
    expect(await answered).toMatchObject({ items, problem: { code: 'timeout' } });
  });

  test('nobody listens', async () => {
    const { house, platform, answered } = await askedAgain(json(states));
    await answered;
    await platform.stop();
    const after = statesOf(await house.reference.refresh('states'));
    expect(after).toMatchObject({
      items,
      problem: { code: 'unreachable', status: null, detail: 'ECONNREFUSED' },
    });
  });
});

test('Platform configuration API: 10,000 entries are taken and kept', async () => {
  const platform = await openPlatform();
  const many = Array.from({ length: 10_000 }, (_, id) => ({ id, name: `Provincia ${id}`, countryId: 214 }));
  platform.answer(json(many), 'states');
  const dataDir = temporaryFolder();
  const first = await openHouse({ dataDir, baseUrl: platform.baseUrl, environmentKey: key });
  const taken = statesOf(await first.reference.refresh('states'));
  expect([taken.problem, taken.items.length, taken.items[9999]?.name]).toEqual([
    null,
    10_000,
    'Provincia 9999',
  ]);
  await first.close();
  const later = await openHouse({ dataDir });
  expect(statesOf(await later.reference.list()).items).toEqual(taken.items);
});

test('Versioning: every path begins with /v1/', async () => {
  const platform = await openPlatform();
  const house = await openHouse({ baseUrl: platform.baseUrl, environmentKey: key });
  await house.reference.refresh();
  expect(platform.asked.filter(({ url }) => url.startsWith('/base/v2/v1/configuration/'))).toHaveLength(7);
});

describe('an address of the platform', () => {
  test.each([
    ['', false, 'noAddress'],
    ['plataforma', false, 'noAddress'],
    ['ftp://plataforma.prueba.example', true, 'noAddress'],
    ['xhttps://plataforma.prueba.example', true, 'noAddress'],
    ['httpsx://plataforma.prueba.example', true, 'noAddress'],
    ['http://plataforma.prueba.example', false, 'httpNotAllowed'],
    ['http://plataforma.prueba.example', true, null],
    ['https://plataforma.prueba.example', false, null],
  ])('%s, with plain http allowed: %s, has the problem %s', (baseUrl, allowHttp, problem) => {
    expect(addressProblem({ baseUrl, allowHttp })).toBe(problem);
  });

  test.each([
    ['http://localhost:8080/base', true],
    ['http://[::1]/', true],
    ['http://127.0.0.1', true],
    ['http://127.10.20.30:80', true],
    ['http://128.0.0.1', false],
    ['http://127.0.0.1.prueba.example', false],
    ['http://localhost.prueba.example', false],
    ['127.0.0.1', false],
  ])('%s stays on this machine: %s', (baseUrl, isHere) => {
    expect(isLoopback(baseUrl)).toBe(isHere);
  });

  test.each(['', '/', '///', '/?a=b', '#c'])('may end in %j', (end) => {
    expect(listUrl(`https://plataforma.prueba.example/base${end}`, 'states').href).toBe(
      'https://plataforma.prueba.example/base/v1/configuration/states',
    );
  });
});

describe('Authentication: the key goes to the platform alone', () => {
  test('every list is asked for with GET, the header and no body, under the path of the base address', async () => {
    const platform = await openPlatform();
    const house = await openHouse({ baseUrl: platform.baseUrl, environmentKey: key });
    await house.reference.refresh();
    expect(platform.asked.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual(
      [
        'countries',
        'item-types',
        'requests-types',
        'states',
        'status/purchase-orders',
        'status/requests',
        'status/service-orders',
      ].map((path) => `GET /base/v2/v1/configuration/${path}`),
    );
    expect(new Set(platform.asked.map(({ headers }) => headers.accept))).toEqual(
      new Set(['application/json, text/json, text/plain, application/problem+json']),
    );
    for (const { headers } of platform.asked) {
      expect(headers['x-api-key']).toBe(Buffer.from(key, 'utf8').toString('base64'));
      expect([headers['content-length'], headers['transfer-encoding'], headers.authorization]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
  });

  test('a key given in Base64 goes out the same', async () => {
    const platform = await openPlatform();
    const environmentKey = Buffer.from(key, 'utf8').toString('base64');
    const house = await openHouse({ baseUrl: platform.baseUrl, environmentKey });
    await house.reference.refresh('states');
    expect(platform.asked[0]?.headers['x-api-key']).toBe(environmentKey);
  });

  test('a name and password in the base address are dropped, where the settings let them pass', () => {
    const url = listUrl('https://ana:clave@plataforma.prueba.example/base/', 'states');
    expect(url.href).toBe('https://plataforma.prueba.example/base/v1/configuration/states');
  });

  test.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed', async (status) => {
    const other = await openPlatform();
    const { answered } = await askedAgain(redirect(`${other.baseUrl}v1/configuration/states`, status));
    expect((await answered).problem).toMatchObject({
      code: 'redirected',
      status,
      detail: `${other.baseUrl}v1/configuration/states`,
    });
    expect(other.asked).toEqual([]);
  });

  test.each([
    ['as usual', undefined],
    ['though the environment asks not to look', '0'],
  ])('a certificate that nobody vouches for (%s): the key is not sent', async (_, lookAway) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', lookAway);
    onTestFinished(() => void vi.unstubAllEnvs());
    const platform = await openPlatform((on) => createTls(selfSigned, on));
    const baseUrl = platform.baseUrl.replace('http:', 'https:');
    const house = await openHouse({ baseUrl, environmentKey: key });
    const after = statesOf(await house.reference.refresh('states'));
    expect(after.problem).toMatchObject({ code: 'tls', status: null, detail: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(platform.asked).toEqual([]);
  });

  test('https to one that speaks none is a problem of TLS', async () => {
    const server = createPlain((socket) => socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\n\r\n[]'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const house = await openHouse({ baseUrl: `https://127.0.0.1:${port}`, environmentKey: key });
    expect(statesOf(await house.reference.refresh('states')).problem).toMatchObject({ code: 'tls' });
  });

  test('plain http only where the settings allow it', async () => {
    const platform = await openPlatform();
    const house = await openHouse({ baseUrl: platform.baseUrl, environmentKey: key });
    await house.settings.update({ platform: { allowHttp: false } }, { person: 'Ana', via: 'browser' });
    expect(statesOf(await house.reference.refresh('states')).problem).toMatchObject({
      code: 'httpNotAllowed',
    });
    expect(platform.asked).toEqual([]);
  });
});

function endless(response: Parameters<Answering>[0], status: number, type: string): void {
  response.writeHead(status, { 'content-type': type });
  response.on('error', () => {});
  const write = () => {
    while (!response.destroyed && response.write(' '.repeat(1000)));
    if (!response.destroyed) response.once('drain', write);
  };
  write();
}
