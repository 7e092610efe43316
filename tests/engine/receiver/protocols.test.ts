/** Every call is answered alike over plain HTTP/1.1, HTTP/1.1 over TLS and HTTP/2: one table, sent three ways. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as requestPlain } from 'node:http';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { request as requestSecure } from 'node:https';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { challenge } from '../../../main/engine/receiver/authentication.ts';
import { defaultLimits } from '../../../main/engine/receiver/context.ts';
import { listRejected } from '../../../main/engine/store/index.ts';
import { financialDocument } from '../financial-documents.ts';
import { incidentReport } from '../incident-reports.ts';
import { purchaseOrder, serviceOrder } from '../orders.ts';
import { certificateFolder } from './certificates.ts';
import { goodKey, type House, openHouse } from './house.ts';
import { statusOf, untilClosed } from './raw.ts';

interface Call {
  method?: string;
  path?: string;
  /** Beside the key and application/json; null leaves one of them out. */
  headers?: Readonly<Record<string, string | readonly string[] | null>>;
  body?: string | Buffer;
  /** Sent with no Content-Length: in chunks, or over HTTP/2 in frames alone. */
  isUnmeasured?: boolean;
}

interface Answer {
  status: number;
  /** But for those of one connection, and of the moment. */
  headers: Record<string, string>;
  text: string;
  /** Whether `100 Continue` came before it. */
  isContinued: boolean;
}

const made = certificateFolder();
const issued = made.issue('own');
const certificate = { cert: readFileSync(issued.cert), key: readFileSync(issued.key) };
const ca = certificate.cert;

let plain: House;
let secure: House;
let session: ClientHttp2Session;
beforeAll(async () => {
  const limits = { bodyBytes: 20_000, storedBytes: 60_000, maxFailures: 1000 };
  plain = await openHouse({ holdSeconds: 0, limits });
  secure = await openHouse({ holdSeconds: 0, limits, certificate });
  session = connectHttp2(`https://localhost:${portOf(secure)}`, { ca });
  await once(session, 'connect');
});
afterAll(async () => {
  session.destroy();
  await Promise.all([plain.close(), secure.close()]);
});

const portOf = ({ url }: House) => Number(new URL(url).port);

function headersOf({ headers = {}, body, isUnmeasured = false }: Call): Record<string, string | string[]> {
  const all = {
    'X-API-KEY': goodKey,
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(body !== undefined && !isUnmeasured && { 'Content-Length': String(Buffer.byteLength(body)) }),
    ...headers,
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) =>
      value === null ? [] : [[name, typeof value === 'string' ? value : [...value]]],
    ),
  );
}

const waitsForContinue = ({ headers }: Call) => headers?.['Expect'] === '100-continue';
const ofConnection = /^(:.*|connection|date|keep-alive|transfer-encoding)$/;

const answerOf = (head: object, chunks: readonly Buffer[], isContinued: boolean) => ({
  headers: Object.fromEntries(
    Object.entries(head).flatMap(([name, value]) => (ofConnection.test(name) ? [] : [[name, String(value)]])),
  ),
  text: Buffer.concat(chunks).toString(),
  isContinued,
});

function overHttp1(request: typeof requestPlain, house: House, call: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method = 'POST', path = '/PurchaseOrders' } = call;
    const to = { host: 'localhost', family: 4, port: portOf(house), ca, agent: false };
    const sent = request({ ...to, method, path, headers: headersOf(call) }, (message) => {
      const chunks: Buffer[] = [];
      message.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      message.on('end', () => {
        resolve({ status: message.statusCode ?? 0, ...answerOf(message.headers, chunks, isContinued) });
        sent.destroy();
      });
    });
    let isContinued = false;
    sent.on('error', reject).on('continue', () => {
      isContinued = true;
      sent.end(call.body);
    });
    if (waitsForContinue(call)) sent.flushHeaders();
    else sent.end(call.body);
  });
}

function overHttp2(call: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method = 'POST', path = '/PurchaseOrders', body } = call;
    const head = { ':method': method, ':path': path, ...headersOf(call) };
    const stream = session.request(head, { endStream: body === undefined });
    const chunks: Buffer[] = [];
    let received: Record<string, unknown> | null = null;
    let isContinued = false;
    stream.on('response', (headers) => {
      received = headers;
    });
    stream.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
    stream.on('end', () => {
      if (received === null) reject(new Error('It ended with no answer.'));
      else resolve({ status: Number(received[':status']), ...answerOf(received, chunks, isContinued) });
      stream.close();
    });
    stream.on('continue', () => {
      isContinued = true;
      stream.end(body);
    });
    if (body !== undefined && !waitsForContinue(call)) stream.end(body);
  });
}

const json = (value: unknown) => JSON.stringify(value);
const lookup = 'vin=1HGCM82633A004352&incidentDate=2026-11-20';
const order = (id: number) => ({ purchaseOrderId: id, purchaseOrderNumber: expect.stringMatching(/^OC-/) });

const taken: [string, Call, object][] = [
  ['an order', { body: json(purchaseOrder(1)) }, order(1)],
  ['an order in chunks', { body: json(purchaseOrder(2)), isUnmeasured: true }, order(2)],
  ['one behind a byte order mark', { body: `\ufeff${json(purchaseOrder(3))}` }, order(3)],
  ['one with no media type', { body: json(purchaseOrder(4)), headers: { 'Content-Type': null } }, order(4)],
  [
    'one in UTF-8 by name',
    { body: json(purchaseOrder(5)), headers: { 'Content-Type': 'text/json;charset="UTF-8"' } },
    order(5),
  ],
  [
    'one with the identity coding',
    { body: json(purchaseOrder(6)), headers: { 'Content-Encoding': 'identity' } },
    order(6),
  ],
  [
    'one that asks for another type',
    { body: json(purchaseOrder(7)), headers: { Accept: 'text/html' } },
    order(7),
  ],
  [
    'one that asks before it sends',
    { body: json(purchaseOrder(8)), headers: { Expect: '100-continue' } },
    order(8),
  ],
  ['the path /purchaseOrders', { path: '/purchaseOrders', body: json(purchaseOrder(9)) }, order(9)],
  ['the path //PurchaseOrders/?x', { path: '//PurchaseOrders/?x', body: json(purchaseOrder(10)) }, order(10)],
  ['the path /%50urchaseOrders', { path: '/%50urchaseOrders', body: json(purchaseOrder(11)) }, order(11)],
  [
    'a service order',
    { path: '/ServiceOrders', body: json(serviceOrder(1)) },
    { serviceOrderId: 1, serviceOrderNumber: expect.any(String) },
  ],
  [
    'an incident report',
    { path: '/incidentReports', body: json(incidentReport(1)) },
    { incidentReportFormId: 1, internalIncidentReportId: expect.any(String) },
  ],
  [
    'a financial document',
    { path: '/financialDocuments', body: json(financialDocument(1)) },
    { documentId: 1, internalDocumentId: expect.any(String) },
  ],
  [
    'a cancellation',
    { path: '/PurchaseOrders/1/cancel', body: json({ purchaseOrderId: 1 }) },
    { isCancelled: false, showResponseText: true, responseText: expect.any(String) },
  ],
];

const wrongKey = Buffer.from('marketplace@example.com:wrong').toString('base64');
const keyed = (key: string | readonly string[] | null): Call => ({
  ...{ body: json(purchaseOrder(90)), headers: { 'X-API-KEY': key } },
});
const typed = (name: string, value: string): Call => ({
  ...{ body: json(purchaseOrder(90)), headers: { [name]: value } },
});
const get = (path: string): Call => ({ method: 'GET', path });
const large = `{"a":"${'x'.repeat(30_000)}"}`;

/** What is refused, with its status, the code of its problem (null: nothing is written), and a header where one belongs. */
const refused: [string, Call, number, string | null, Record<string, string>?][] = [
  ['no body', { body: '' }, 400, 'empty-body'],
  ['a broken body', { body: '{"purchaseOrderId":' }, 400, 'not-json'],
  ['a broken body in chunks', { body: '{"purchaseOrderId":', isUnmeasured: true }, 400, 'not-json'],
  ['a list', { body: '[]' }, 400, 'not-an-object'],
  ['bytes that are no UTF-8', { body: Buffer.from('7b22ff227d', 'hex') }, 400, 'not-utf8'],
  ['no identity', { body: '{}' }, 400, 'identity-missing'],
  ['no items', { body: json({ purchaseOrderId: 90 }) }, 400, 'items-missing'],
  [
    'another order in the path',
    { path: '/PurchaseOrders/2/cancel', body: '{"purchaseOrderId":1}' },
    400,
    'identity-differs',
  ],
  ['a lookup without its day', get('/InsurancePolicies?vin=1'), 400, 'parameters-wrong'],
  ['a balance without its vehicle', get('/InsurancePolicies/1/balance'), 400, 'parameters-wrong'],
  ['a percent sign that begins nothing', get('/InsurancePolicies/%zz/balance'), 400, 'address-not-decodable'],
  ['no key', keyed(null), 401, 'not-authenticated', { 'www-authenticate': challenge }],
  ['a wrong key', keyed(wrongKey), 401, 'not-authenticated', { 'www-authenticate': challenge }],
  ['the key twice', keyed([goodKey, goodKey]), 401, 'not-authenticated'],
  ['two keys in one', keyed(`${goodKey}, ${goodKey}`), 401, 'not-authenticated'],
  [
    'a wrong key at no path',
    { ...get('/Nothing'), headers: { 'X-API-KEY': wrongKey } },
    401,
    'not-authenticated',
  ],
  ['a balance that nobody knows', get('/InsurancePolicies/A%2FB/balance?vin=1'), 404, 'unknown-balance'],
  ['no path of the interface', { path: '/v1/configuration/countries', body: '{}' }, 404, 'unknown-path'],
  ['a path with a parameter', { path: '/PurchaseOrders;a=b', body: '{}' }, 404, 'unknown-path'],
  ['a path with dots', { path: '/x/../PurchaseOrders', body: '{}' }, 404, 'unknown-path'],
  ['GET of orders', get('/PurchaseOrders'), 405, 'method-not-allowed', { allow: 'POST' }],
  ['DELETE with a body', { method: 'DELETE', body: '{}' }, 405, 'method-not-allowed', { allow: 'POST' }],
  [
    'POST of a lookup',
    { path: '/InsurancePolicies', body: '{}' },
    405,
    'method-not-allowed',
    { allow: 'GET' },
  ],
  ['OPTIONS', { method: 'OPTIONS' }, 405, 'method-not-allowed', { allow: 'POST' }],
  ['HEAD', { method: 'HEAD', path: `/InsurancePolicies?${lookup}` }, 405, null, { allow: 'GET' }],
  ['a method that HTTP/1 has not', { method: 'FOO', body: '{}' }, 400, 'bad-request'],
  ['the same without a key', { method: 'FOO', headers: { 'X-API-KEY': null } }, 400, 'bad-request'],
  ['a body that is too large', { body: large }, 413, 'body-too-large'],
  ['the same in chunks', { body: large, isUnmeasured: true }, 413, 'body-too-large'],
  [
    'another media type',
    typed('Content-Type', 'text/plain'),
    415,
    'media-type-not-supported',
    { accept: 'application/json' },
  ],
  [
    'another character set',
    typed('Content-Type', 'application/json; charset=utf-16'),
    415,
    'media-type-not-supported',
  ],
  [
    'a content coding',
    typed('Content-Encoding', 'gzip'),
    415,
    'encoding-not-supported',
    { 'accept-encoding': 'identity' },
  ],
  ['another expectation', typed('Expect', 'a miracle'), 417, 'expectation-failed'],
  [
    'an expectation with a wrong key',
    { ...keyed(wrongKey), headers: { 'X-API-KEY': wrongKey, Expect: '100-continue' } },
    401,
    'not-authenticated',
  ],
];

/** Whoever has no key is not kept, nor what is no call or found nothing. */
const storedStatuses = new Set([400, 404, 405, 413, 415, 417]);
const unstored = new Set(['bad-request', 'unknown-balance']);

/** The answer of all three, which is one. */
async function answerOfAll(call: Call): Promise<Answer> {
  const overPlain = await overHttp1(requestPlain, plain, call);
  expect(await overHttp1(requestSecure, secure, call), 'HTTP/1.1 over TLS').toEqual(overPlain);
  expect(await overHttp2(call), 'HTTP/2').toEqual(overPlain);
  return overPlain;
}

test.each(taken)('%s is taken alike over each', async (_, call, body) => {
  const answer = await answerOfAll(call);
  expect(answer).toMatchObject({ status: 200, isContinued: waitsForContinue(call) });
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(JSON.parse(answer.text)).toEqual(body);
});

test('a lookup is answered alike over each', async () => {
  expect(await answerOfAll(get(`/insurancePolicies?${lookup}`))).toMatchObject({ status: 200, text: '[]' });
});

test.each(refused)('%s is refused alike over each', async (_, call, status, code, headers = {}) => {
  const answer = await answerOfAll(call);
  expect(answer).toMatchObject({ status, headers, isContinued: false });
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  if (code === null) expect(answer.text).toBe('');
  else expect(JSON.parse(answer.text)).toMatchObject({ status, type: `urn:perito:problem:${code}` });
});

test('what is refused is kept alike, of each as often as it came', async () => {
  const keptOf = ({ store }: House) =>
    store.read((tx) => listRejected(tx, { unseen: false, belowTurn: Number.MAX_SAFE_INTEGER, limit: 1000 }));
  const rowsOf = (rows: Awaited<ReturnType<typeof keptOf>>, times: number) =>
    rows.map(({ method, path, code, reason, body, count }) => [
      method,
      path,
      code,
      reason,
      Buffer.from(body).toString(),
      count * times,
    ]);
  const [one, other] = await Promise.all([keptOf(plain), keptOf(secure)]);
  expect(rowsOf(other, 1)).toEqual(rowsOf(one, 2));
  expect(new Set(one.map(({ code }) => code))).toEqual(
    new Set(
      refused.flatMap(([, , status, code]) =>
        storedStatuses.has(status) && code !== null && !unstored.has(code) ? [code] : [],
      ),
    ),
  );
});

test('nothing of all that is a failure of the program', () => {
  expect([plain, secure].flatMap(({ logged }) => logged).filter(({ level }) => level !== 'info')).toEqual([]);
});

test('the same order at once over both protocols has one number', async () => {
  const call = { body: json(purchaseOrder(60)) };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, turn) =>
      turn % 2 === 0 ? overHttp2(call) : overHttp1(requestSecure, secure, call),
    ),
  );
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
});

describe('a body that could have been taken, with a wrong key', () => {
  const bodyBytes = defaultLimits.bodyBytes;
  const head = `POST /PurchaseOrders HTTP/1.1\r\nHost: p\r\nContent-Length: ${bodyBytes}\r\n\r\n`;
  test.each<[string, () => Socket]>([
    ['plain HTTP/1.1', () => connect({ host: '127.0.0.1', port: portOf(plain) })],
    ['HTTP/1.1 over TLS', () => connectTls({ host: 'localhost', port: portOf(secure), ca })],
  ])(
    'is read to its end over %s, so that a sender that writes first, as a proxy does, reads why',
    async (_, open) => {
      const socket = open();
      const failures: Error[] = [];
      socket.on('error', (failure) => failures.push(failure));
      socket.write(head);
      await new Promise((resolve) => socket.write(Buffer.alloc(bodyBytes, ' '), resolve));
      const answer = await untilClosed(socket);
      expect({ failures, status: statusOf(answer) }).toEqual({ failures: [], status: 401 });
    },
  );
});
