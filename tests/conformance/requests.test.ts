/** Requests of the marketplace, and of whoever else finds the port, byte for byte over real sockets. */
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { rejectedById, rejectedPage } from '../../main/engine/store/index.ts';
import { goodKey, type House, openHouse } from '../engine/receiver/house.ts';
import { bodyOf, exchange, head, openSocket, statusOf, untilClosed } from '../engine/receiver/raw.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse({
    holdSeconds: 60,
    limits: { failures: 10_000 },
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

async function newestRejected(of: House = house) {
  const [row] = await of.store.read((tx) =>
    rejectedPage(tx, { unseen: false, belowId: Number.MAX_SAFE_INTEGER, limit: 1 }),
  );
  return row === undefined ? undefined : of.store.read((tx) => rejectedById(tx, row.id));
}

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
    const own = await openHouse({ limits: { failures: 2 } });
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
    const before = await newestRejected();
    const answer = await exchange(house, bytes);
    expect(statusOf(answer)).toBe(status);
    expect(answer).toMatch(/^content-type: application\/problem\+json/im);
    const problem = bodyOf(answer) as { type: string; errors?: { pointer: string }[] };
    expect(problem).toMatchObject({ type: `urn:perito:problem:${type}`, status });
    if (pointers) expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(pointers);
    const newest = await newestRejected();
    if (kept === undefined) expect(newest?.id).toBe(before?.id);
    else {
      expect(newest?.id).not.toBe(before?.id);
      expect(newest).toMatchObject({ status });
      expect(Buffer.from(newest?.body ?? '').toString()).toBe(kept);
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
    for await (const _ of house.changes.subscribe()) if (house.cancellations.heldCalls() === calls) return;
  };
  const actor = { person: 'Ana', via: 'token' } as const;

  test('waits for the verdict of its cancel call, which counts as delivered', async () => {
    await exchange(house, post([keyed], order.replace('900', '901')));
    const held = heldCalls(1);
    const answered = halfClosed(ask(901));
    await held;
    const { rows } = await house.cancellations.list({ states: ['waiting'], limit: 5 });
    const id = rows.find((row) => row.marketplace_id === 901)?.id ?? 0;
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
    socket.end(ask(902));
    await held;
    const { rows } = await house.cancellations.list({ states: ['waiting'], limit: 5 });
    const id = rows.find((row) => row.marketplace_id === 902)?.id ?? 0;
    // Straight behind the closing, before a probe could tell of it.
    socket.destroy();
    await house.cancellations.decide({ id, verdict: 'approve', actor });
    await expect.poll(async () => (await house.cancellations.get(id))?.asks[0]?.delivery).toBe('lost');
    expect((await house.cancellations.get(id))?.cancellation.state).toBe('approved');
  });
});
