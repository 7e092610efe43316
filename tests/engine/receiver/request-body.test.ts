import { describe, expect, onTestFinished, test } from 'vitest';
import type { ProblemError } from '../../../main/engine/receiver/problems.ts';
import {
  checkMediaType,
  createMemoryBudget,
  jsonObject,
  notDecodable,
} from '../../../main/engine/receiver/request-body.ts';
import { findRecordByIdentity, findRevisionBytes } from '../../../main/engine/store/index.ts';
import { purchaseOrder } from '../orders.ts';
import { newestRejected, openHouse, post } from './house.ts';
import { exchange, head, statusOf } from './raw.ts';

test('a body nested without end is refused, and the receiver lives', async () => {
  const house = await openHouse();
  const depth = 2_000_000;
  const bomb = `{"purchaseOrderId":1,"items":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const answer = await post(house, '/PurchaseOrders', bomb);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ type: 'urn:perito:problem:nested-too-deeply' });
  await house.close();
});

test('a short body nested as deeply as it can is taken, and told apart from another', async () => {
  const house = await openHouse();
  const nested = (depth: number) =>
    JSON.stringify(purchaseOrder(1)).replace('{', `{"x":${'['.repeat(depth)}${']'.repeat(depth)},`);
  const numbers = new Set<string>();
  for (const [depth, revision] of [
    [20_000, 1],
    [20_000, 1],
    [20_001, 2],
  ] as const) {
    const answer = await post(house, '/PurchaseOrders', nested(depth));
    expect(answer.status).toBe(200);
    numbers.add(((await answer.json()) as { purchaseOrderNumber: string }).purchaseOrderNumber);
    const stored = await house.store.read(async (tx) => {
      const record = await findRecordByIdentity(tx, 'purchaseOrder', 1);
      const part = { from: 0, limit: 1_000_000 };
      const body = await findRevisionBytes(tx, record?.id ?? 0, record?.revision ?? 0, part);
      return { revision: record?.revision, body: Buffer.from(body?.bytes ?? []).toString() };
    });
    expect(stored).toEqual({ revision, body: nested(depth) });
  }
  expect(numbers.size).toBe(1);
  await house.examined();
  expect(house.logged).toEqual([]);
  await house.close();
});

test.each([70_000, 300_000])(
  'brackets in a text of %i bytes, behind an escaped quote, are no nesting',
  async (length) => {
    const house = await openHouse();
    const comments = `"${'['.repeat(600)} \\" ${'x'.repeat(length)}`;
    const answer = await post(house, '/PurchaseOrders', purchaseOrder(1, { comments }));
    expect(answer.status).toBe(200);
    await house.close();
  },
);

const problemOf = (act: () => void): ProblemError | null => {
  try {
    act();
  } catch (failure) {
    return failure as ProblemError;
  }
  return null;
};

describe('the media type', () => {
  test.each([
    undefined,
    'application/json',
    'APPLICATION/JSON',
    'text/json',
    ' application/json ',
    'application/json;charset=utf-8',
    'application/json; charset=UTF8',
    'application/json; charset = "utf-8" ',
    'application/json; profile="x"; charset=utf-8',
    'application/json; xcharset=latin1',
    'application/vnd.a-b.c+json',
    'application/a!#$&^_.+-z+json',
  ])('%s is taken', (type) => {
    expect(problemOf(() => checkMediaType(type, undefined))).toBeNull();
    // Also straight after another that was taken.
    checkMediaType('application/json', undefined);
    expect(problemOf(() => checkMediaType(type, undefined))).toBeNull();
  });

  test.each([
    '',
    'json',
    'application/jsonp',
    'xapplication/json',
    'application/xml',
    'text/plain',
    'text/vnd.a+json',
    'application/+json',
    'application/a b+json',
    'x/application/a+json',
    'application/a+jsonp',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'application/json; charset=xutf-8',
    'application/json; charset=utf-8; charset=latin1',
    'application/json; charset=',
  ])('"%s" is refused, with what is taken', (type) => {
    for (const _ of ['first', 'again']) {
      const problem = problemOf(() => checkMediaType(type, undefined));
      expect(problem?.code).toBe('media-type-not-supported');
      expect(problem?.headers).toEqual({ Accept: 'application/json' });
    }
  });

  test.each([undefined, '', ' ', 'identity', ' Identity '])('the encoding "%s" is taken', (encoding) => {
    expect(problemOf(() => checkMediaType('application/json', encoding))).toBeNull();
  });

  test.each(['gzip', 'identity, gzip', 'xidentity', 'identityx'])(
    'the encoding "%s" is refused, with what is taken',
    (encoding) => {
      const problem = problemOf(() => checkMediaType(undefined, encoding));
      expect(problem?.code).toBe('encoding-not-supported');
      expect(problem?.headers).toEqual({ 'Accept-Encoding': 'identity' });
    },
  );
});

describe('the JSON of a body', () => {
  const bytesOf = (text: string) => Buffer.from(text);
  const codeOf = (text: string) => problemOf(() => jsonObject(bytesOf(text)))?.code ?? null;
  /** A body longer than what is read without looking at its depth first. */
  const nested = (open: string, close: string, depth: number) =>
    `{"a":${open.repeat(depth - 1)}${close.repeat(depth - 1)},"b":"${'x'.repeat(70_000)}"}`;

  test.each(['not JSON', '[1]', '1', 'null', '"a"', '{"a":1}{}', ''])('"%s" is no object', (text) => {
    expect(codeOf(text)).toMatch(/^(not-json|not-an-object|empty-body)$/);
  });

  test('is told to end where it ends', () => {
    expect(problemOf(() => jsonObject(bytesOf('{"a":1]')))?.detail).toBe(
      'The body is not well-formed JSON. It stops being JSON at character 6.',
    );
    expect(problemOf(() => jsonObject(bytesOf('{"a":')))?.detail).toMatch(
      /^The body is not well-formed JSON\.( It stops being JSON at character 5\.)?$/,
    );
  });

  test.each([
    ['[', ']'],
    ['{"x":', '}'],
  ])('may be nested 500 levels deep by %s, and no deeper', (open, close) => {
    const inside = open === '[' ? nested(open, close, 500) : nested(open, close, 500).replace('}', 'null}');
    const deeper = open === '[' ? nested(open, close, 501) : nested(open, close, 501).replace('}', 'null}');
    expect(codeOf(inside)).toBeNull();
    expect(codeOf(deeper)).toBe('nested-too-deeply');
  });

  test.each(['[],', '{},'])('may hold as many %s beside each other as it likes', (part) => {
    expect(codeOf(`{"a":[${part.repeat(40_000)}1]}`)).toBeNull();
  });

  test.each(['[', '{'])('may hold as many %s in a text as it likes', (bracket) => {
    expect(codeOf(`{"a":"${bracket.repeat(70_000)}"}`)).toBeNull();
    expect(codeOf(`{"a\\"${bracket.repeat(70_000)}":"\\\\","b":"\\"${bracket.repeat(600)}"}`)).toBeNull();
    // What closes in a text closes nothing.
    const closed = `"${']}'.repeat(40_000)}"`;
    expect(codeOf(`{"a":${closed},"b":${'['.repeat(600)}${closed}${']'.repeat(600)}}`)).toBe(
      'nested-too-deeply',
    );
  });
});

test('memory is had up to its limit, and again when it is given back', () => {
  const memory = createMemoryBudget(10);
  expect([memory.acquire(6), memory.acquire(5), memory.acquire(4), memory.acquire(1)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  memory.release(4);
  expect([memory.acquire(5), memory.acquire(4), memory.acquire(1)]).toEqual([false, true, false]);
});

test('an address that can be decoded is no problem, and of another its places are told', () => {
  expect(notDecodable('/PurchaseOrders?a=%C3%B1')).toBeUndefined();
  expect(notDecodable('/PurchaseOrders?a=%')?.errors).toMatchObject([{ pointer: '/a' }]);
});

test('a body of 64 KiB needs no memory of the large ones, and one of a byte more is put off without it', async () => {
  const house = await openHouse({ limits: { memoryBytes: 0 } });
  onTestFinished(() => house.close());
  const statusAt = async (bytes: number) => {
    const empty = Buffer.byteLength(JSON.stringify(purchaseOrder(1, { comments: '' })));
    const comments = 'x'.repeat(bytes - empty);
    const answer = await post(house, '/PurchaseOrders', purchaseOrder(1, { comments }));
    return [answer.status, answer.headers.get('retry-after')];
  };
  expect(await statusAt(64 * 1024)).toEqual([200, null]);
  expect(await statusAt(64 * 1024 + 1)).toEqual([503, '5']);
});

test('a body that is too large is kept whole up to its limit, and cut a byte above it', async () => {
  const house = await openHouse({ limits: { bodyBytes: 1000, storedBytes: 3000 } });
  onTestFinished(() => house.close());
  const keptOf = async (bytes: number) => {
    const body = 'x'.repeat(bytes);
    const call = head('POST /PurchaseOrders HTTP/1.1', { 'Content-Length': bytes }) + body;
    expect(statusOf(await exchange(house, call))).toBe(413);
    const kept = await newestRejected(house);
    return [kept?.body.length, kept?.receivedBytes, kept?.reason];
  };
  const reason = 'A body may have at most 1000 bytes.';
  expect(await keptOf(1001)).toEqual([1001, 1001, reason]);
  expect(await keptOf(3000)).toEqual([3000, 3000, reason]);
  expect(await keptOf(3001)).toEqual([3000, 3001, `${reason} Only 3000 bytes were kept.`]);
});
