import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { financialDocument } from '../financial-documents.ts';
import { incidentReport } from '../incident-reports.ts';
import { purchaseOrder, serviceOrder } from '../orders.ts';
import { goodKey, type House, newestRejected, openHouse, secondKey } from './house.ts';
import { bodyOf, exchange, head, statusOf } from './raw.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse({ limits: { bodyBytes: 20_000, storedBytes: 60_000, maxFailures: 1000 } });
});
afterAll(() => house.close());

async function send(call: Partial<Call>): Promise<{ answer: Response; problem: Record<string, unknown> }> {
  const { method = 'POST', path = '/PurchaseOrders', headers = {}, body } = call;
  const answer = await fetch(`${house.url}${path}`, {
    method,
    headers: { 'X-API-KEY': goodKey, 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  return { answer, problem: text === '' ? {} : JSON.parse(text) };
}

interface Call {
  name: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer<ArrayBuffer>;
  status: number;
  type: string;
  pointers: string[];
}

const json = (value: unknown) => JSON.stringify(value);
const cancelPath = '/PurchaseOrders/7/cancel';

const refused: (Partial<Call> & Pick<Call, 'name' | 'status' | 'type'>)[] = [
  { name: 'no body', status: 400, type: 'empty-body', body: '' },
  { name: 'malformed JSON', status: 400, type: 'not-json', body: '{"purchaseOrderId": 1,' },
  { name: 'two JSON texts', status: 400, type: 'not-json', body: '{} {}' },
  { name: 'bytes that are not UTF-8', status: 400, type: 'not-utf8', body: Buffer.from('7b22ff227d', 'hex') },
  {
    name: 'UTF-16',
    status: 400,
    type: 'not-utf8',
    body: Buffer.from(`\ufeff${json(purchaseOrder(1))}`, 'utf16le'),
  },
  { name: 'a list', status: 400, type: 'not-an-object', body: '[1]', pointers: [''] },
  { name: 'null', status: 400, type: 'not-an-object', body: 'null', pointers: [''] },
  { name: 'a number', status: 400, type: 'not-an-object', body: '12', pointers: [''] },
  ...[undefined, null, '12', 1.5, 2 ** 53, true, {}, [12]].map((id) => ({
    name: `the id ${json(id) ?? 'absent'}`,
    status: 400,
    type: 'identity-missing',
    body: json({ ...purchaseOrder(1), purchaseOrderId: id }),
    pointers: ['/purchaseOrderId'],
  })),
  ...[undefined, null, [], {}, 'one', 3].map((items) => ({
    name: `the items ${json(items) ?? 'absent'}`,
    status: 400,
    type: 'items-missing',
    body: json({ ...purchaseOrder(1), items }),
    pointers: ['/items'],
  })),
  ...['8', '7.0', 'seven', '%37%38', '', ' '].slice(0, 4).map((id) => ({
    name: `the path id ${id} unlike the body's`,
    status: 400,
    type: 'identity-differs',
    path: `/PurchaseOrders/${id}/cancel`,
    body: json({ purchaseOrderId: 7 }),
    pointers: ['/purchaseOrderId'],
  })),
  {
    name: 'a cancellation with the id of another order as text',
    status: 400,
    type: 'identity-differs',
    path: cancelPath,
    body: json({ purchaseOrderId: '8' }),
    pointers: ['/purchaseOrderId'],
  },
  {
    name: 'a service order without an id',
    status: 400,
    type: 'identity-missing',
    path: '/ServiceOrders',
    body: json({ ...serviceOrder(1), serviceOrderId: null }),
    pointers: ['/serviceOrderId'],
  },
  { name: 'an unknown path', status: 404, type: 'unknown-path', path: '/Nothing', body: '{"a":1}' },
  ...(
    [
      ['/incidentReports', 'incidentReportFormId', incidentReport],
      ['/financialDocuments', 'documentId', financialDocument],
    ] as const
  ).flatMap(([path, idName, make]) => [
    ...[undefined, null, '12', 1.5, 2 ** 53, true, {}, [12]].map((id) => ({
      name: `${path} with the id ${json(id) ?? 'absent'}`,
      status: 400,
      type: 'identity-missing',
      path,
      body: json({ ...make(1), [idName]: id }),
      pointers: [`/${idName}`],
    })),
    { name: `${path} with a list`, status: 400, type: 'not-an-object', path, body: '[1]', pointers: [''] },
    { name: `${path} with no JSON`, status: 400, type: 'not-json', path, body: '{' },
    { name: `${path} with no body`, status: 400, type: 'empty-body', path, body: '' },
    {
      name: `${path} over the limit`,
      status: 413,
      type: 'body-too-large',
      path,
      body: `{"a":"${'x'.repeat(30_000)}"}`,
    },
  ]),
  ...(
    [
      ['/%E0%A4%A', ''],
      ['/PurchaseOrders/%zz/cancel', '/purchaseOrderId'],
      ['/ServiceOrders/1%/cancel', '/serviceOrderId'],
      ['/InsurancePolicies/P%E1/balance?vin=V', '/insurancePolicyNumber'],
      ['/PurchaseOrders?x=1%', '/x'],
      ['/InsurancePolicies?vin=%G0&incidentDate=2026-11-20', '/vin'],
      ['/InsurancePolicies?vin=V%E1&incidentDate=%', '/vin', '/incidentDate'],
      ['/InsurancePolicies?%=1', ''],
    ] as const
  ).map(([path, ...pointers]) => ({
    name: `the address ${path}`,
    status: 400,
    type: 'address-not-decodable',
    path,
    body: '{}',
    pointers: [...pointers],
  })),
  {
    name: 'an overlong id',
    status: 400,
    type: 'identity-differs',
    path: `/PurchaseOrders/${'1'.repeat(3000)}/cancel`,
    body: json({ purchaseOrderId: 1 }),
  },
  ...['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'].map((method) => ({
    name: method,
    status: 405,
    type: 'method-not-allowed',
    method,
    ...(method !== 'GET' && { body: '{"purchaseOrderId":1}' }),
  })),
  { name: 'GET of a cancellation', status: 405, type: 'method-not-allowed', method: 'GET', path: cancelPath },
  {
    name: 'a body over the limit',
    status: 413,
    type: 'body-too-large',
    body: `{"a":"${'x'.repeat(30_000)}"}`,
  },
  ...[
    'text/plain',
    'application/xml',
    'application/json; charset=iso-8859-1',
    'multipart/form-data; boundary=x',
    'json',
    'application/jsonp',
  ].map((type) => ({
    name: `the media type ${type}`,
    status: 415,
    type: 'media-type-not-supported',
    headers: { 'Content-Type': type },
    body: json(purchaseOrder(1)),
  })),
  ...['gzip', 'br', 'identity, gzip'].map((encoding) => ({
    name: `the content encoding ${encoding}`,
    status: 415,
    type: 'encoding-not-supported',
    headers: { 'Content-Encoding': encoding },
    body: json(purchaseOrder(1)),
  })),
];

describe('an authenticated call that is refused', () => {
  test.each(refused)('$name: $status, and kept', async (call) => {
    const { answer, problem } = await send(call);
    expect(answer.status).toBe(call.status);
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(problem).toMatchObject({
      type: `urn:perito:problem:${call.type}`,
      status: call.status,
      title: expect.any(String),
      detail: expect.any(String),
      instance: expect.stringMatching(/^\//),
    });
    if (call.pointers)
      expect(problem['errors']).toEqual(
        call.pointers.map((pointer) => ({ pointer, detail: expect.any(String) })),
      );
    // No list of places where there is none.
    expect(problem['errors']).not.toEqual([]);
    if (call.status === 405) expect(answer.headers.get('allow')).toBe('POST');
    const kept = await newestRejected(house);
    expect(kept).toMatchObject({
      method: call.method ?? 'POST',
      status: call.status,
      title: problem['title'],
      reason: problem['detail'],
      contentType: call.headers?.['Content-Type'] ?? 'application/json',
      keyLabel: 'PERITO_RECEIVER_KEYS 1',
      seenAt: null,
    });
    const sent = Buffer.from(call.body ?? '');
    expect(Buffer.from(kept?.body ?? '')).toEqual(sent);
    expect(kept?.receivedBytes).toBe(sent.length);
    expect(JSON.parse(kept?.errors ?? '[]')).toEqual(problem['errors'] ?? []);
  });

  test('is kept with its query, but without what a query calls a key', async () => {
    await send({ path: '/Nowhere?vin=1&apiKey=top-secret&x_token=2', body: '{}' });
    expect((await newestRejected(house))?.path).toBe('/Nowhere?vin=1&apiKey=***&x_token=***');
  });

  test('over the ceiling for kept bodies, is kept as far as it goes, and says so', async () => {
    const body = Buffer.from(`{"a":"${'y'.repeat(200_000)}"}`);
    const answer = await exchange(
      house,
      Buffer.concat([
        Buffer.from(head('POST /PurchaseOrders HTTP/1.1', { 'Content-Length': body.length })),
        body,
      ]),
    );
    expect(statusOf(answer)).toBe(413);
    const kept = await newestRejected(house);
    expect(kept?.keptBytes).toBe(60_000);
    expect(Buffer.from(kept?.body ?? '')).toEqual(body.subarray(0, 60_000));
    expect(kept?.receivedBytes).toBeGreaterThan(60_000);
    expect(kept?.reason).toContain('Only 60000 bytes were kept');
  });

  test('with a body that lies about its end, is answered 400 and not kept', async () => {
    const before = await newestRejected(house);
    const answer = await exchange(
      house,
      `${head('POST /PurchaseOrders HTTP/1.1', { 'Transfer-Encoding': 'chunked' })}zz\r\n`,
    );
    expect(statusOf(answer)).toBe(400);
    expect(bodyOf(answer)).toMatchObject({ type: 'urn:perito:problem:bad-request', status: 400 });
    expect((await newestRejected(house))?.id).toBe(before?.id);
  });
});

describe('what is said of an order', () => {
  const id = 'It must be a JSON integer of at most 2^53 - 1, not a text.';
  test.each([
    [{ items: [1] }, '/purchaseOrderId', 'It is missing.'],
    [{ purchaseOrderId: null }, '/purchaseOrderId', id],
    [{ purchaseOrderId: '12' }, '/purchaseOrderId', id],
    [{ purchaseOrderId: 2 ** 53 }, '/purchaseOrderId', id],
    [{ purchaseOrderId: 1 }, '/items', 'It is missing.'],
    [{ purchaseOrderId: 1, items: [] }, '/items', 'It is empty.'],
    [{ purchaseOrderId: 1, items: {} }, '/items', 'It is not a list.'],
    [{ purchaseOrderId: 1, items: null }, '/items', 'It is not a list.'],
  ])('%j', async (body, pointer, detail) => {
    const { problem } = await send({ body: json(body) });
    expect(problem['errors']).toEqual([{ pointer, detail }]);
  });
});

describe('authentication', () => {
  const wrong = Buffer.from('marketplace@example.com:wrong').toString('base64');
  const cases: { name: string; headers: string[] }[] = [
    { name: 'no key', headers: [] },
    { name: 'an empty key', headers: ['X-API-KEY: '] },
    { name: 'a wrong key', headers: [`X-API-KEY: ${wrong}`] },
    { name: 'a key that is not Base64', headers: ['X-API-KEY: ???'] },
    { name: 'the right key twice', headers: [`X-API-KEY: ${goodKey}`, `X-API-KEY: ${goodKey}`] },
    { name: 'the right key under two spellings', headers: [`X-API-KEY: ${goodKey}`, `x-api-key: ${wrong}`] },
    { name: 'two keys in one header', headers: [`X-API-KEY: ${goodKey}, ${secondKey}`] },
    { name: 'the right key as a bearer token', headers: [`Authorization: Bearer ${goodKey}`] },
  ];

  test.each(cases)('$name: 401, connection closed, nothing kept', async ({ headers }) => {
    const before = await newestRejected(house);
    const { unauthenticated, calls } = house.receiver.state();
    const body = json(purchaseOrder(990));
    const answer = await exchange(
      house,
      [
        'POST /PurchaseOrders HTTP/1.1',
        'Host: perito',
        'Content-Type: application/json',
        ...headers,
        `Content-Length: ${Buffer.byteLength(body)}`,
        '',
        body,
      ].join('\r\n'),
    );
    expect(statusOf(answer)).toBe(401);
    expect(answer).toMatch(/^connection: close/im);
    expect(answer).toMatch(/^content-type: application\/problem\+json/im);
    expect(bodyOf(answer)).toMatchObject({ type: 'urn:perito:problem:not-authenticated', status: 401 });
    expect((await newestRejected(house))?.id).toBe(before?.id);
    expect(house.receiver.state()).toMatchObject({ unauthenticated: unauthenticated + 1, calls });
    expect(answer).not.toContain(goodKey);
  });

  test('an unknown path without a key is 401, not 404', async () => {
    expect(statusOf(await exchange(house, 'GET /Nothing HTTP/1.1\r\nHost: p\r\n\r\n'))).toBe(401);
    expect(statusOf(await exchange(house, 'GET /%E0%A4%A HTTP/1.1\r\nHost: p\r\n\r\n'))).toBe(401);
    expect(statusOf(await exchange(house, 'PROPFIND / HTTP/1.1\r\nHost: p\r\n\r\n'))).toBe(401);
  });

  test('is answered before the body is sent', async () => {
    const answer = await exchange(
      house,
      'POST /PurchaseOrders HTTP/1.1\r\nHost: p\r\nContent-Length: 1000000\r\n\r\n',
    );
    expect(statusOf(answer)).toBe(401);
  });

  test.each([goodKey, secondKey])('both live keys are taken, header in any case', async (key) => {
    const answer = await fetch(`${house.url}/purchaseorders/`, {
      method: 'POST',
      headers: { 'x-Api-Key': key, 'Content-Type': 'application/json' },
      body: json(purchaseOrder(50)),
    });
    expect(answer.status).toBe(200);
  });
});

describe('what may not stop a call', () => {
  test.each([
    'application/json',
    'application/json;charset=UTF-8',
    'text/json',
    'application/vnd.x+json; charset="utf-8"',
    'APPLICATION/JSON',
  ])('the media type %s', async (type) => {
    const { answer } = await send({ headers: { 'Content-Type': type }, body: json(purchaseOrder(51)) });
    expect(answer.status).toBe(200);
  });

  test('no media type', async () => {
    const body = json(purchaseOrder(52));
    const answer = await exchange(
      house,
      head('POST /PurchaseOrders HTTP/1.1', { 'Content-Length': Buffer.byteLength(body) }) + body,
    );
    expect(statusOf(answer)).toBe(200);
  });

  test('a byte order mark, and of two members with one name the last', async () => {
    const body = `\ufeff${json(purchaseOrder(53)).replace('{', '{"purchaseOrderId":1,')}`;
    const { answer, problem } = await send({ body });
    expect(answer.status).toBe(200);
    expect(problem['purchaseOrderId']).toBe(53);
  });

  test.each([
    '/purchaseOrders',
    '/PURCHASEORDERS',
    '/PurchaseOrders/',
    '//PurchaseOrders',
    '/purchaseorders?x=1',
  ])('the path %s', async (path) => {
    expect((await send({ path, body: json(purchaseOrder(54)) })).answer.status).toBe(200);
  });

  test('prototype names in the JSON', async () => {
    const body = json(purchaseOrder(55)).replace(
      '{',
      '{"__proto__":{"items":[]},"constructor":{"prototype":{}},',
    );
    expect((await send({ body })).answer.status).toBe(200);
    expect(Reflect.get({}, 'items')).toBeUndefined();
  });
});
