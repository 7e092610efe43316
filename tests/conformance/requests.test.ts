/** Requests of the marketplace, and of whoever else finds the port, byte for byte over real sockets. */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { rejectedProcedures } from '../../main/engine/console/rejected.ts';
import { countPendingWork, listAuditAfter, listRejected } from '../../main/engine/store/index.ts';
import { ManualClock } from '../engine/manual-clock.ts';
import { goodKey, type House, newestRejected, openHouse, secondKey } from '../engine/receiver/house.ts';
import { bodyOf, exchange, head, openSocket, statusOf, untilClosed } from '../engine/receiver/raw.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse({
    holdSeconds: 60,
    limits: { maxFailures: 10_000 },
    environmentKeys: [`${email}:${secret}`, odd],
  });
});
afterAll(() => house.close());

const email = 'marketplace@example.com';
const secret = 's3cret:with colon';
/** Another key: its Base64 needs padding, and the two alphabets write it differently. */
const odd = 'segunda@prueba.example:~~~???>>>';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const order = JSON.stringify({ purchaseOrderId: 900, items: [{ itemId: 1 }] });
const lookup = '/InsurancePolicies?vin=V1&incidentDate=2026-11-20';

/** A request with exactly these lines of head. */
const request = (line: string, fields: readonly string[], body = '') =>
  [line, ...fields, '', body].join('\r\n');

const post = (fields: readonly string[], body = order) =>
  request(
    'POST /PurchaseOrders HTTP/1.1',
    [
      'Host: p',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      ...fields,
    ],
    body,
  );

describe('19: a key', () => {
  const key = `${email}:${secret}`;
  const forms: [name: string, value: string][] = [
    ['as the interface writes it', base64(key)],
    ['without padding', base64(key).replaceAll('=', '')],
    ['URL-safe', base64(odd).replaceAll('+', '-').replaceAll('/', '_')],
    ['URL-safe without padding', base64(odd).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')],
    ['with both alphabets at once', base64(odd).replace('/', '_')],
    ['with blanks and tabs around it', `\t  ${base64(key)} \t `],
    ['with a line break behind it before it was encoded', base64(`${key}\n`)],
    ['with blanks around it before it was encoded', base64(`  ${key}\r\n`)],
  ];
  test.each(forms)('%s is the same key', async (_, value) => {
    expect(base64(odd)).toMatch(/\+.*\/.*=/);
    expect(statusOf(await exchange(house, post([`X-API-KEY: ${value}`])))).toBe(200);
  });

  const noForm = /does not have the form of a key: Base64 of e-mail, colon, secret\.$/;
  const unknown = /^No key of this receiver is/;
  const none = /^Send one X-API-KEY header/;
  test.each<[string, string[], RegExp]>([
    ['no header', [], none],
    ['a repeated header', [`X-API-KEY: ${goodKey}`, `X-API-KEY: ${goodKey}`], none],
    ['an empty value', ['X-API-KEY:'], noForm],
    ['the key as people have it', [`X-API-KEY: ${key}`], noForm],
    ['another alphabet', ['X-API-KEY: ¡ésta!'], noForm],
    ['Base64 without a colon', [`X-API-KEY: ${base64('sin-dos-puntos')}`], noForm],
    ['white space inside', [`X-API-KEY: ${base64(key).replace(/^(.{8})/, '$1 ')}`], noForm],
    ['another secret', [`X-API-KEY: ${base64(`${email}:otro`)}`], unknown],
    ['another e-mail', [`X-API-KEY: ${base64(`otro@prueba.example:${secret}`)}`], unknown],
  ])('%s: 401 that says no more than its sender sees', async (_, fields, detail) => {
    const answer = await exchange(house, post(fields));
    expect(statusOf(answer)).toBe(401);
    expect(answer).toMatch(/^content-type: application\/problem\+json/im);
    const problem = bodyOf(answer) as { type: string; detail: string };
    expect(problem.type).toBe('urn:perito:problem:not-authenticated');
    expect(problem.detail).toMatch(detail);
    expect(answer).not.toMatch(/colon secret|marketplace@|s3cret/);
  });

  test('failures of every form are throttled alike', async () => {
    const own = await openHouse({ limits: { maxFailures: 2 } });
    onTestFinished(() => own.close());
    const status = async (value: string) => statusOf(await exchange(own, post([`X-API-KEY: ${value}`])));
    expect([await status('no form'), await status(base64('a@b.example:c')), await status('no form')]).toEqual(
      [401, 401, 429],
    );
    expect(await status(goodKey)).toBe(200);
  });
});

interface Refused {
  name: string;
  bytes: string;
  status: number;
  type: string;
  /** Whether it stands among the rejected deliveries, with this body. */
  kept?: string;
  pointers?: string[];
}

const chunked = `${Buffer.byteLength(order).toString(16)}\r\n${order}\r\n0\r\n\r\n`;
const keyed = `X-API-KEY: ${goodKey}`;
const get = (target: string) => request(`GET ${target} HTTP/1.1`, ['Host: p', keyed, 'Connection: close']);

const refused: Refused[] = [
  ...['0001-01-01', '1989-12-31', '9999-12-31', '2026-02-30', '2026-13-01', '0000-00-00'].map((day) => ({
    name: `20: the incident date ${day}`,
    bytes: get(`/InsurancePolicies?vin=V1&incidentDate=${day}`),
    status: 400,
    type: 'parameters-wrong',
    kept: '',
    pointers: ['/incidentDate'],
  })),
  ...(
    [
      [`${lookup}&intermediaryTaxId=%`, '/intermediaryTaxId'],
      ['/InsurancePolicies?vin=%ZZ&incidentDate=2026-11-20', '/vin'],
      ['/InsurancePolicies?vin=V%E9&incidentDate=2026-11-20', '/vin'],
      ['/InsurancePolicies/A%2/balance?vin=V1', '/insurancePolicyNumber'],
      ['/Nada%C3', ''],
      ['/openapi.json?a=%', '/a'],
    ] as const
  ).map(([target, pointer]) => ({
    name: `20: the address ${target}`,
    bytes: get(target),
    status: 400,
    type: 'address-not-decodable',
    kept: '',
    pointers: [pointer],
  })),
  {
    name: '40: Expect: nonsense',
    bytes: post([keyed, 'Expect: nonsense']),
    status: 417,
    type: 'expectation-failed',
    kept: '',
  },
  {
    name: '40: Expect: 100-continue beside another',
    bytes: post([keyed, 'Expect: 100-continue, nonsense']),
    status: 417,
    type: 'expectation-failed',
    kept: '',
  },
  {
    name: '40: Expect: nonsense without a key',
    bytes: post(['Expect: nonsense']),
    status: 417,
    type: 'expectation-failed',
  },
  {
    name: '40: no Host',
    bytes: post([keyed]).replace('Host: p\r\n', ''),
    status: 400,
    type: 'host-missing',
    kept: order,
  },
  {
    name: '40: no Host and no key',
    bytes: post([]).replace('Host: p\r\n', ''),
    status: 400,
    type: 'host-missing',
  },
  { name: '40: two Hosts', bytes: post([keyed, 'Host: q']), status: 400, type: 'host-missing', kept: order },
  ...['gzip, chunked', 'GZIP,chunked', 'identity, chunked', 'deflate , chunked'].map((coding) => ({
    name: `40: Transfer-Encoding: ${coding}`,
    bytes: request(
      'POST /PurchaseOrders HTTP/1.1',
      [
        'Host: p',
        keyed,
        'Content-Type: application/json',
        `Transfer-Encoding: ${coding}`,
        'Connection: close',
      ],
      chunked,
    ),
    status: 501,
    type: 'transfer-coding-not-supported',
    kept: order,
  })),
  ...(
    [
      ['a method that is none', 'G@T / HTTP/1.1\r\nHost: p\r\n\r\n'],
      ['a version that is none', 'GET / HTTP/7.7\r\nHost: p\r\n\r\n'],
      ['a header without a colon', 'GET / HTTP/1.1\r\nHost p\r\n\r\n'],
      ['a header with a NUL', 'GET / HTTP/1.1\r\nHost: p\r\nX: a\0b\r\n\r\n'],
      ['a length that is none', 'POST / HTTP/1.1\r\nHost: p\r\nContent-Length: many\r\n\r\n'],
      ['two lengths', 'POST / HTTP/1.1\r\nHost: p\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
      [
        'a length beside chunks',
        'POST / HTTP/1.1\r\nHost: p\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      ],
      ['chunks that are not last', 'POST / HTTP/1.1\r\nHost: p\r\nTransfer-Encoding: chunked, gzip\r\n\r\n'],
      ['a coding without chunks', 'POST / HTTP/1.1\r\nHost: p\r\nTransfer-Encoding: gzip\r\n\r\n'],
      ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ] as const
  ).map(([name, bytes]) => ({ name: `40: ${name}`, bytes, status: 400, type: 'bad-request' })),
  {
    name: '40: CONNECT',
    bytes: `CONNECT p:443 HTTP/1.1\r\nHost: p\r\n${keyed}\r\n\r\n`,
    status: 405,
    type: 'method-not-allowed',
  },
];

describe('a request that is refused is answered with a problem document', () => {
  test.each(refused)('$name: $status', async ({ bytes, status, type, kept, pointers }) => {
    const before = await newestRejected(house);
    const answer = await exchange(house, bytes);
    expect(statusOf(answer)).toBe(status);
    expect(answer).toMatch(/^content-type: application\/problem\+json/im);
    const problem = bodyOf(answer) as { type: string; errors?: { pointer: string }[] };
    expect(problem).toMatchObject({ type: `urn:perito:problem:${type}`, status });
    if (pointers) expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(pointers);
    const newest = await newestRejected(house);
    if (kept === undefined) expect(newest?.arrivalSequence).toBe(before?.arrivalSequence);
    else {
      expect(newest?.arrivalSequence).not.toBe(before?.arrivalSequence);
      expect(newest).toMatchObject({ status });
      expect(Buffer.from(newest?.body ?? '').toString()).toBe(kept);
    }
  });
});

describe('23: a known key that asks again and again', () => {
  /** A house of its own with its rejected deliveries as the console has them. */
  const openDesk = async () => {
    const own = await openHouse();
    onTestFinished(() => own.close());
    const { store, rejected } = own;
    const client = createRouterClient(rejectedProcedures({ store, rejected }), {
      context: { via: 'token' },
    });
    return { own, client, needs: () => store.read(countPendingWork) };
  };
  const times = <Result>(count: number, make: (time: number) => Promise<Result>) =>
    Array.from({ length: count }, (_, time) => time).reduce<Promise<unknown>>(
      (before, time) => before.then(() => make(time)),
      Promise.resolve(),
    );

  test('for a path that is not there is one rejected delivery with a count, and counts once', async () => {
    const { own, client, needs } = await openDesk();
    await times(109, () => exchange(own, get('/PurchaseOrders/7')));
    const { rows, total } = await client.list({});
    expect(total).toBe(1);
    expect(rows).toMatchObject([
      { method: 'GET', path: '/PurchaseOrders/7', code: 'unknown-path', count: 109 },
    ]);
    const [row] = rows;
    expect(Date.parse(row?.lastReceivedAt ?? '')).toBeGreaterThan(Date.parse(row?.receivedAt ?? ''));
    expect((await needs()).rejectedUnseen).toBe(1);
    expect(await client.get({ id: row?.id ?? 0 })).toMatchObject({ repeats: [] });
  });

  test.each(['another method', 'another path', 'another key', 'another body of a delivery'])(
    '%s is another delivery',
    async (what) => {
      const { own, client } = await openDesk();
      const bytes = (is: boolean) =>
        ({
          'another method': get('/Nada').replace('GET', is ? 'DELETE' : 'GET'),
          'another path': get(is ? '/Nada' : '/Nadie'),
          'another key': get('/Nada').replace(goodKey, is ? secondKey : goodKey),
          'another body of a delivery': post([keyed], is ? '{' : '{{'),
        })[what] ?? '';
      await exchange(own, bytes(true));
      await exchange(own, bytes(false));
      await exchange(own, bytes(true));
      expect((await client.list({})).rows.map(({ count }) => count)).toEqual([2, 1]);
    },
  );

  test('with other bodies and queries: each is kept whole, and they are one delivery to attend to', async () => {
    const { own, client, needs } = await openDesk();
    const call = (time: number) =>
      exchange(
        own,
        post([keyed], JSON.stringify({ time: time % 5 })).replace(
          '/PurchaseOrders',
          `/Orders?try=${time % 5}`,
        ),
      );
    await times(15, call);
    const { rows } = await client.list({});
    expect(rows).toMatchObject([{ count: 15, path: '/Orders?try=0' }]);
    const whole = await client.get({ id: rows[0]?.id ?? 0 });
    expect(Buffer.from(whole.body, 'base64').toString()).toBe('{"time":0}');
    expect(whole.repeats).toMatchObject(
      [1, 2, 3, 4].map((time) => ({ path: `/Orders?try=${time}`, count: 3, keptBytes: 10 })),
    );
    for (const [index, { id }] of whole.repeats.entries()) {
      const { bytes } = await client.repeatBody({ id });
      expect(Buffer.from(bytes, 'base64').toString()).toBe(`{"time":${index + 1}}`);
    }
    // What was seen stays seen while nothing new comes; a body that nobody saw asks for a look.
    await client.setSeen({ id: whole.id, seen: true });
    await times(5, call);
    expect((await needs()).rejectedUnseen).toBe(0);
    await exchange(own, post([keyed], '{"time":"new"}').replace('/PurchaseOrders', '/Orders'));
    expect((await needs()).rejectedUnseen).toBe(1);
  });

  test('with more bodies than one delivery holds: the next holds the rest, and none is lost', async () => {
    const { own, client } = await openDesk();
    await times(150, (time) =>
      exchange(own, post([keyed], `{"time":${time}}`).replace('/PurchaseOrders', '/Orders')),
    );
    const { rows } = await client.list({});
    expect(rows.map(({ count }) => count)).toEqual([49, 101]);
    const wholes = await Promise.all(rows.map(({ id }) => client.get({ id })));
    expect(wholes.map(({ repeats }) => repeats.length)).toEqual([48, 100]);
  });

  test('after a week of silence it is told of anew', async () => {
    const clock = new ManualClock();
    const own = await openHouse({ clock });
    onTestFinished(() => own.close());
    const ids: (number | undefined)[] = [];
    for (const days of [0, 6, 8]) {
      clock.advance(days * 24 * 3_600_000);
      await exchange(own, get('/Nada'));
      ids.push((await newestRejected(own))?.id);
    }
    // The third is an entry of its own, a repeat no longer.
    expect(ids).toEqual([1, 1, 3]);
  });
});

describe('41: a key that a caller puts where it does not belong', () => {
  const key = `${email}:${secret}`;
  const urlSafe = (text: string) =>
    base64(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const encoded = (text: string) => encodeURIComponent(text);
  const everyByte = (text: string) =>
    Buffer.from(text).reduce((sum, byte) => `${sum}%${byte.toString(16).padStart(2, '0')}`, '');
  const retired = 'antes@prueba.example:una-clave-retirada';
  const forms: [name: string, form: string][] = [
    ['in the form of the header', base64(key)],
    ['without padding', base64(key).replaceAll('=', '')],
    ['of another, in the form of the header', base64(odd)],
    ['of another, URL-safe', urlSafe(odd)],
    ['percent-encoded', encoded(base64(odd))],
    ['percent-encoded twice', encoded(encoded(base64(key)))],
    ['as people have it', encoded(key)],
    ['as people have it, byte by byte', everyByte(key)],
    ['the secret alone', encoded(secret)],
    ['the secret alone, in Base64', base64(secret)],
    ['the secret of another alone', encoded('~~~???>>>')],
    ['retired long ago', base64(retired)],
  ];
  const places: [name: string, bytes: (form: string) => string][] = [
    ['the path', (form) => get(`/Nada/${form}/mas`)],
    ['a query', (form) => get(`/Nada?vin=V1&quien=${form}&x=1`)],
    ['a name of the query', (form) => get(`/Nada?${form}=1`)],
    ['the media type', (form) => post([keyed]).replace('application/json', `text/plain; k=${form}`)],
    ['a parameter that is wrong', (form) => get(`/InsurancePolicies?vin=V1&incidentDate=${form}`)],
    ['a lookup', (form) => get(`/InsurancePolicies?insurancePolicyNumber=${form}&incidentDate=2026-11-20`)],
    ['a path that cannot be decoded', (form) => get(`/Nada/${form}?${form}%`)],
  ];
  const inClear = [key, odd, retired, secret, '~~~???>>>', 'una-clave-retirada']
    .flatMap((text) => [text, encoded(text), base64(text).replace(/=+$/, ''), urlSafe(text), everyByte(text)])
    .map((text) => text.toLowerCase());

  test.each(places)('is kept nowhere where it stands in %s', async (_, bytes) => {
    const own = await openHouse({ environmentKeys: [key, odd] });
    onTestFinished(() => own.close());
    for (const [, form] of forms) expect(statusOf(await exchange(own, bytes(form)))).toBeGreaterThan(199);
    const asked = JSON.stringify(own.policies.asked).toLowerCase();
    const rows = await own.store.read((tx) =>
      listRejected(tx, { unseen: false, belowTurn: Number.MAX_SAFE_INTEGER, limit: 100 }),
    );
    const audit = await own.store.read((tx) => listAuditAfter(tx, 0, 1000));
    const kept = JSON.stringify([rows, audit, own.logged]).toLowerCase();
    expect(rows.length + own.policies.asked.length).toBeGreaterThan(0);
    for (const text of inClear)
      expect([text, kept.includes(text), asked.includes(text)]).toEqual([text, false, false]);
    await own.derived();
    await own.store.close();
    await own.journal.close();
    for (const file of readdirSync(own.dataDir)) {
      const disk = readFileSync(join(own.dataDir, file), 'latin1').toLowerCase();
      for (const text of inClear) expect([file, text, disk.includes(text)]).toEqual([file, text, false]);
    }
  });

  test('leaves the rest of its address as it came', async () => {
    await exchange(house, get(`/Nada/${base64(key)}?vin=1HGCM82633A004352&nota=A%C3%B1o+2026`));
    expect((await newestRejected(house))?.path).toMatch(
      /^\/Nada\/•••=*\?vin=1HGCM82633A004352&nota=A%C3%B1o\+2026$/,
    );
  });

  test('in a body that is refused is overwritten, byte for byte, and the delivery says so', async () => {
    const body = (form: string) => `{"purchaseOrderId":"${form}","clave":"${form}"`;
    for (const form of [base64(key), key, secret, urlSafe(key)]) {
      await exchange(house, post([keyed], body(form)));
      const kept = await newestRejected(house);
      expect(Buffer.from(kept?.body ?? '').toString()).toMatch(
        /^\{"purchaseOrderId":"\*+=*","clave":"\*+=*"$/,
      );
      expect(kept?.body.length).toBe(body(form).length);
      expect(kept?.reason).toContain('The key stood in the body');
    }
    await exchange(house, post([keyed], '{"nada":1'));
    expect((await newestRejected(house))?.reason).not.toContain('The key stood');
  });

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['UTF-16LE', (bytes) => bytes],
    ['UTF-16BE', (bytes) => bytes.swap16()],
  ])('in a body in %s is overwritten too, sign for sign', async (_, inOrder) => {
    const body = (form: string) => `{"purchaseOrderId":"${form}","clave":"${form}"}`;
    for (const form of [base64(key), key, secret, urlSafe(key)]) {
      const bytes = inOrder(Buffer.from(`\uFEFF${body(form)}`, 'utf16le'));
      const call = post([keyed], 'x'.repeat(bytes.length)).slice(0, -bytes.length);
      await exchange(house, Buffer.concat([Buffer.from(call), bytes]));
      const kept = await newestRejected(house);
      const text = inOrder(Buffer.from(kept?.body ?? '')).toString('utf16le');
      expect(text).toMatch(/^\uFEFF\{"purchaseOrderId":"\*+=*","clave":"\*+=*"\}$/);
      expect(text).toHaveLength(body(form).length + 1);
      expect(kept?.reason).toContain('The key stood in the body');
    }
  });
});

describe('40: a sender that waits to be told to go on', () => {
  const waiting = (key: string) =>
    request('POST /PurchaseOrders HTTP/1.1', [
      'Host: p',
      `X-API-KEY: ${key}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(order)}`,
      'Expect: 100-continue',
      'Connection: close',
    ]);

  test('with a valid key is told so, and answered when its body is there', async () => {
    const socket = await openSocket(house);
    const answer = untilClosed(socket);
    const told = once(socket, 'data');
    socket.write(waiting(goodKey));
    expect(String((await told)[0])).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write(order);
    expect(statusOf((await answer).replace('HTTP/1.1 100 Continue\r\n\r\n', ''))).toBe(200);
  });

  test.each([base64(`${email}:otro`), 'no form', ''])('with the key "%s" is refused at once', async (key) => {
    const answer = await exchange(house, waiting(key));
    expect(statusOf(answer)).toBe(401);
    expect(answer).not.toContain('100 Continue');
  });
});

describe('40: a sender that closes its side once its request is out', () => {
  const halfClosed = async (bytes: string) => {
    const socket = await openSocket(house);
    const answer = untilClosed(socket);
    socket.end(bytes);
    return answer;
  };

  test('is answered to a delivery, a lookup and a refusal', async () => {
    expect(statusOf(await halfClosed(post([keyed])))).toBe(200);
    expect(statusOf(await halfClosed(get(lookup)))).toBe(200);
    expect(statusOf(await halfClosed(get('/Nada')))).toBe(404);
    expect(statusOf(await halfClosed(post([])))).toBe(401);
    const [first, second] = (
      await halfClosed(get(lookup).replace('close', 'keep-alive') + get(lookup))
    ).split(/(?=HTTP\/1\.1)/);
    expect([statusOf(first ?? ''), statusOf(second ?? '')]).toEqual([200, 200]);
  });

  test('is told 400 where its body is not whole', async () => {
    expect(statusOf(await halfClosed(post([keyed]).slice(0, -5)))).toBe(400);
  });

  const ask = (id: number) => {
    const body = JSON.stringify({ purchaseOrderId: id });
    return head(`POST /PurchaseOrders/${id}/cancel HTTP/1.1`, { 'Content-Length': body.length }) + body;
  };
  const heldCalls = async (calls: number) => {
    await expect.poll(() => house.calls.count, { interval: 5 }).toBe(calls);
    await house.derived();
  };
  const actor = { person: 'Ana', via: 'token' } as const;

  test('waits for the verdict of its cancel call, which counts as delivered', async () => {
    await exchange(house, post([keyed], order.replace('900', '901')));
    const held = heldCalls(1);
    const answered = halfClosed(ask(901));
    await held;
    const { rows } = await house.cancellations.list({ states: ['waiting'], limit: 5 });
    const id = rows.find((row) => row.marketplaceId === 901)?.id ?? 0;
    await house.cancellations.decide({ id, verdict: 'approve', actor });
    const answer = await answered;
    const final = answer.slice(answer.lastIndexOf('HTTP/1.1'));
    expect(answer).toMatch(/^(HTTP\/1\.1 102 Processing\r\n\r\n)+HTTP\/1\.1 200/);
    expect(bodyOf(final)).toMatchObject({ isCancelled: true });
    await expect.poll(async () => (await house.cancellations.get(id))?.cancellation.state).toBe('cancelled');
  });

  test('and is gone by then: the verdict does not count as delivered', async () => {
    await exchange(house, post([keyed], order.replace('900', '902')));
    const held = heldCalls(1);
    const socket = await openSocket(house);
    // What it is sent is read: what is left unread would tell of its end by itself.
    socket.resume().end(ask(902));
    await held;
    const { rows } = await house.cancellations.list({ states: ['waiting'], limit: 5 });
    const id = rows.find((row) => row.marketplaceId === 902)?.id ?? 0;
    // Straight behind the closing, before a probe could tell of it.
    socket.destroy();
    await house.cancellations.decide({ id, verdict: 'approve', actor });
    await expect.poll(async () => (await house.cancellations.get(id))?.asks[0]?.delivery).toBe('lost');
    expect((await house.cancellations.get(id))?.cancellation.state).toBe('approved');
  });
});
