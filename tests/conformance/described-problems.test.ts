/** Every problem document of the description, provoked over a real port: what stands there is what is answered. */

import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLargeBodies } from '../../main/engine/bodies/index.ts';
import { systemClock } from '../../main/engine/clock.ts';
import { createThrottle } from '../../main/engine/receiver/authentication.ts';
import { defaultLimits, newCallCounts } from '../../main/engine/receiver/context.ts';
import { operations } from '../../main/engine/receiver/openapi/document.ts';
import type { Operation } from '../../main/engine/receiver/openapi/operations.ts';
import { examplePath, problemExample } from '../../main/engine/receiver/openapi/problem-responses.ts';
import { OwnCalls } from '../../main/engine/receiver/own-calls.ts';
import type { ProblemCode } from '../../main/engine/receiver/problems.ts';
import { createMemoryBudget } from '../../main/engine/receiver/request-body.ts';
import { buildServer } from '../../main/engine/receiver/server.ts';
import { ManualClock } from '../engine/manual-clock.ts';
import { goodKey, type House, type HouseOptions, openHouse } from '../engine/receiver/house.ts';
import { bodyOf, exchange, statusOf } from '../engine/receiver/raw.ts';

const houses = {
  usual: {},
  keyless: { environmentKeys: [] },
  full: { storageUnavailable: () => ({ code: 'diskLow', retryAfterSeconds: 30 }) },
  tight: { limits: { memoryBytes: 1000 } },
  throttled: { clock: new ManualClock(), limits: { maxFailures: 0 } },
  slow: { limits: { headersTimeout: 50, requestTimeout: 60, connectionsCheckingInterval: 10 } },
  broken: {},
} as const satisfies Record<string, HouseOptions>;
type Where = keyof typeof houses | 'stopping';

const open = new Map<Where, { url: string }>();
const opened: House[] = [];
let stopping: FastifyInstance;
beforeAll(async () => {
  for (const [name, options] of Object.entries(houses)) {
    const house = await openHouse(options);
    opened.push(house);
    open.set(name as Where, house);
    if (name === 'broken') house.policies.failure = new Error('of ours');
    if (name === 'usual') {
      const { app } = buildServer({
        services: house.services,
        limits: defaultLimits,
        throttle: createThrottle(house.services.clock, defaultLimits),
        memory: createMemoryBudget(0),
        counts: newCallCounts(),
        bodies: createLargeBodies(),
        ownCalls: new OwnCalls(systemClock),
        isStopping: () => true,
      });
      stopping = app;
      open.set('stopping', { url: await app.listen({ host: '127.0.0.1', port: 0 }) });
    }
  }
});
afterAll(async () => {
  await stopping.close();
  for (const house of opened) await house.close();
});

/** A call of an operation with its examples, changed here and there. */
interface Change {
  where?: Where;
  /** After the path. */
  query?: string;
  path?: (path: string) => string;
  fields?: readonly string[];
  without?: RegExp;
  body?: string | Buffer;
  /** Bytes that are sent in place of all. */
  raw?: string;
}

/** How each problem comes about; those that only some operations know are asked of these. */
const provocations: Partial<Record<ProblemCode, (operation: Operation) => Change>> = {
  'address-not-decodable': () => ({ query: '?vin=%' }),
  'host-missing': () => ({ without: /^Host/ }),
  'bad-request': () => ({ raw: 'hello\r\n\r\n' }),
  'not-authenticated': () => ({ without: /^X-API-KEY/ }),
  'request-timeout': () => ({ where: 'slow', raw: 'POST / HTTP/1.1\r\nHost: p\r\n' }),
  'body-too-large': () => ({ body: `{"a":"${'x'.repeat(defaultLimits.bodyBytes)}"}` }),
  'expectation-failed': () => ({ fields: ['Expect: nothing'] }),
  'too-many-failures': () => ({ where: 'throttled', without: /^X-API-KEY/ }),
  'headers-too-large': () => ({ fields: [`X: ${'x'.repeat(40_000)}`] }),
  'transfer-coding-not-supported': () => ({
    without: /^Content-Length/,
    fields: ['Transfer-Encoding: gzip, chunked'],
    body: '0\r\n\r\n',
  }),
  'no-key-configured': () => ({ where: 'keyless' }),
  'not-storing': () => ({ where: 'full' }),
  'too-busy': () => ({ where: 'tight', body: `{"a":"${'x'.repeat(100_000)}"}` }),
  stopping: () => ({ where: 'stopping' }),
  'empty-body': () => ({ body: '' }),
  'not-utf8': () => ({ body: Buffer.of(0x7b, 0xff) }),
  'not-json': () => ({ body: '{"a": ' }),
  'nested-too-deeply': () => ({ body: `{"a":${'['.repeat(100_000)}` }),
  'not-an-object': () => ({ body: '[]' }),
  'identity-missing': () => ({ body: '{}' }),
  'identity-differs': () => ({ path: (path) => path.replace('1201', '1202') }),
  'items-missing': ({ idName }) => ({ body: `{"${idName}":1,"items":[]}` }),
  'media-type-not-supported': () => ({ without: /^Content-Type/, fields: ['Content-Type: text/plain'] }),
  'encoding-not-supported': () => ({ fields: ['Content-Encoding: gzip'] }),
  'parameters-wrong': ({ path }) => ({ query: path.endsWith('/balance') ? '' : '?vin=1' }),
  'unknown-balance': () => ({ query: '?vin=1HGCM82633A004352' }),
};

/** A fault of ours has to be made; where the operation has none to make, its document is the others'. */
const faultOfOurs = (operation: Operation): Change | null =>
  operation.path.startsWith('/InsurancePolicies')
    ? { where: 'broken', query: '?vin=1&incidentDate=2026-11-20' }
    : null;

function callOf(operation: Operation, change: Change): { house: { url: string }; bytes: Buffer } {
  const example = Object.values(operation.body?.examples ?? {})[0];
  const body = Buffer.from(change.body ?? (example === undefined ? '' : JSON.stringify(example)));
  const path = change.path?.(examplePath(operation)) ?? examplePath(operation);
  const fields = [
    'Host: p',
    `X-API-KEY: ${goodKey}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ].filter((field) => !change.without?.test(field));
  const head = [
    `${operation.method.toUpperCase()} ${path}${change.query ?? ''} HTTP/1.1`,
    ...fields,
    ...(change.fields ?? []),
    '',
    '',
  ].join('\r\n');
  return {
    house: open.get(change.where ?? 'usual') ?? { url: '' },
    bytes: change.raw === undefined ? Buffer.concat([Buffer.from(head), body]) : Buffer.from(change.raw),
  };
}

const cases = operations.flatMap((operation) =>
  operation.problems.flatMap((code) => {
    const change =
      code === 'internal-error' ? faultOfOurs(operation) : (provocations[code]?.(operation) ?? {});
    return change === null ? [] : [[operation.id, code, operation, change] as const];
  }),
);

test.each(cases)('%s: %s', async (_, code, operation, change) => {
  const { house, bytes } = callOf(operation, change);
  const answer = await exchange(house, bytes);
  const described = problemExample(code, operation);
  expect(bodyOf(answer)).toEqual(described);
  expect(statusOf(answer)).toBe(Reflect.get(described, 'status'));
});

test('every problem that is described was provoked', () => {
  const provoked = new Set(cases.map(([, code]) => code));
  expect(operations.flatMap(({ problems }) => problems.filter((code) => !provoked.has(code)))).toEqual([]);
});
