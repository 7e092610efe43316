import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createLargeBodies } from '../../../main/engine/bodies/index.ts';
import { systemClock } from '../../../main/engine/clock.ts';
import { createThrottle } from '../../../main/engine/receiver/authentication.ts';
import { defaultLimits, newCallCounts } from '../../../main/engine/receiver/context.ts';
import { operations } from '../../../main/engine/receiver/openapi/document.ts';
import { namedSchemas } from '../../../main/engine/receiver/openapi/schemas.ts';
import { OwnCalls } from '../../../main/engine/receiver/own-calls.ts';
import { problems } from '../../../main/engine/receiver/problems.ts';
import { createMemoryBudget } from '../../../main/engine/receiver/request-body.ts';
import { buildServer } from '../../../main/engine/receiver/server.ts';
import { readTolerantly } from '../../../shared/marketplace/tolerant-reader.ts';
import { cli } from '../../built-program.ts';
import { financialDocument } from '../financial-documents.ts';
import { incidentReport } from '../incident-reports.ts';
import { purchaseOrder, serviceOrder } from '../orders.ts';
import { goodKey, type House, openHouse } from './house.ts';

const media = z.object({
  schema: z.unknown(),
  examples: z.record(z.string(), z.object({ value: z.unknown() })).default({}),
});
const content = z.record(z.string(), media);
const operationForm = z.object({
  operationId: z.string(),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        required: z.boolean(),
        schema: z.unknown(),
        example: z.unknown(),
      }),
    )
    .default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ content })),
});
const documentForm = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationForm)),
  components: z.object({
    schemas: z.record(z.string(), z.object({ properties: z.record(z.string(), z.unknown()) })),
  }),
});

const describedForm = z.object({
  components: z.object({
    schemas: z.record(z.string(), z.looseObject({ properties: z.record(z.string(), z.unknown()) })),
  }),
});

let house: House;
let served: Record<string, unknown>;
let document: z.infer<typeof documentForm>;
let ajv: Ajv2020;

beforeAll(async () => {
  house = await openHouse({ holdSeconds: 0 });
  const answer = await call('GET', '/openapi.json');
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  served = z.record(z.string(), z.unknown()).parse(await answer.json());
  document = documentForm.parse(served);
  ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'openapi', ...served });
});
afterAll(() => house.close());

function call(method: string, path: string, body?: object | string, headers: Record<string, string> = {}) {
  return fetch(`${house.url}${path}`, {
    method,
    headers: { 'X-API-KEY': goodKey, 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** What a schema of the document, wherever it stands, says against a value. */
function errorsOf(schema: unknown, value: unknown): unknown[] {
  const local = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components'));
  const validate = ajv.compile(local);
  validate(value);
  return validate.errors ?? [];
}

function operationAt(method: string, path: string) {
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`${method} ${path} is not described.`);
  return operation;
}

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(served));
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
  expect(served).toMatchObject({
    openapi: '3.1.1',
    security: [{ ApiKey: [] }],
    components: { securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY' } } },
  });
});

test('a fault in the document would be seen', async () => {
  const broken = { ...structuredClone(served), paths: { '/x': { get: { responses: { '200': {} } } } } };
  expect((await new Validator().validate(broken)).valid).toBe(false);
});

test('every route of the server is in it, and no other', () => {
  const { paths } = buildServer({
    services: house.services,
    limits: defaultLimits,
    throttle: createThrottle(house.services.clock, defaultLimits),
    memory: createMemoryBudget(0),
    counts: newCallCounts(),
    bodies: createLargeBodies(),
    ownCalls: new OwnCalls(systemClock),
    isStopping: () => false,
  });
  const form = (path: string) => path.replaceAll(/:\w+|\{\w+\}/g, '{}');
  const routed = paths.flatMap(({ pattern, methods }) =>
    methods.map((method) => `${method} ${form(pattern)}`),
  );
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${form(path)}`),
  );
  expect(described.sort()).toEqual(routed.sort());
});

test('every problem of the receiver is told, but those of no operation', () => {
  const told = new Set(operations.flatMap((operation) => operation.problems));
  expect(Object.keys(problems).filter((code) => !told.has(code as never))).toEqual([
    'unknown-path',
    'method-not-allowed',
  ]);
});

test('what the schemas say of themselves and their fields stands in the document', () => {
  const { schemas } = describedForm.parse(served).components;
  // A field that is a component is described there.
  const components = new Set<unknown>(Object.values(namedSchemas));
  const described = Object.entries(namedSchemas).flatMap(([name, schema]) => [
    ...(schema.description === undefined ? [] : [[name, null, schema.description] as const]),
    ...Object.entries(schema.shape).flatMap(([field, value]) =>
      value.description === undefined || components.has(value)
        ? []
        : [[name, field, value.description] as const],
    ),
  ]);
  expect(described.length).toBeGreaterThan(70);
  for (const [name, field, description] of described) {
    const at = field === null ? schemas[name] : schemas[name]?.properties[field];
    expect(at).toMatchObject({ description });
  }
});

test('components are named once and refer to each other', () => {
  expect(Object.keys(document.components.schemas)).toEqual(Object.keys(namedSchemas));
  expect(document.components.schemas['PurchaseOrderDetails']?.properties['items']).toMatchObject({
    items: { $ref: '#/components/schemas/PurchaseOrderItem' },
    minItems: 1,
  });
  expect(JSON.stringify(served)).not.toMatch(/"zone"|"\$id"|9007199254740991/);
});

describe('examples', () => {
  test('are valid after their schemas', () => {
    const described = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const values = described.flatMap(({ parameters, requestBody, responses }) => [
      ...parameters.map(({ name, schema, example }) => ({ name, schema, value: example })),
      ...[requestBody?.content ?? {}, ...Object.values(responses).map((one) => one.content)]
        .flatMap((one) => Object.values(one))
        .flatMap(({ schema, examples }) =>
          Object.entries(examples).map(([name, { value }]) => ({ name, schema, value })),
        ),
    ]);
    expect(values.length).toBeGreaterThan(100);
    for (const { name, schema, value } of values) expect([name, errorsOf(schema, value)]).toEqual([name, []]);
  });

  test('of bodies have nothing odd about them', () => {
    const bodies = operations.flatMap(({ body }) => (body === null ? [] : [body]));
    const odd = bodies.flatMap(({ schema, examples }) =>
      Object.values(examples).flatMap(
        (example) => readTolerantly<z.ZodRawShape>(namedSchemas[schema], Object(example)).issues,
      ),
    );
    expect(odd).toEqual([]);
  });

  test('are taken by the receiver and answered as described', async () => {
    for (const { method, path, body, parameters } of operations) {
      if (body === null) continue;
      for (const example of Object.values(body.examples)) {
        const called = path.replace(/\{(\w+)\}/, (_, name) =>
          String(parameters.find((one) => one.name === name)?.example),
        );
        await answers(method.toUpperCase(), path, called, example as object, 200);
      }
    }
  });
});

/** Calls, and checks status, media type and body of the answer against the document. */
async function answers(
  method: string,
  path: string,
  called: string,
  body: object | string | undefined,
  status: number,
  headers: Record<string, string> = {},
): Promise<void> {
  const answer = await call(method, called, body, headers);
  expect([called, answer.status]).toEqual([called, status]);
  const type = (answer.headers.get('content-type') ?? '').replace(/;.*/, '');
  const response = operationAt(method, path).responses[String(status)]?.content[type];
  expect(response, `${method} ${path} ${status} ${type}`).toBeDefined();
  expect(errorsOf(response?.schema, await answer.json())).toEqual([]);
  if (status === 503 || status === 429) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
}

const day = 'incidentDate=2026-11-20';

describe('live answers are as described', () => {
  test.each<[string, string, string, object | string | undefined, number, Record<string, string>?]>([
    ['POST', '/PurchaseOrders', '/PurchaseOrders', purchaseOrder(5), 200],
    ['POST', '/PurchaseOrders', '/PurchaseOrders', '{', 400],
    ['POST', '/PurchaseOrders', '/PurchaseOrders', { ...purchaseOrder(5), items: [] }, 400],
    ['POST', '/PurchaseOrders', '/PurchaseOrders', purchaseOrder(5), 401, { 'X-API-KEY': 'no' }],
    ['POST', '/PurchaseOrders', '/PurchaseOrders', purchaseOrder(5), 415, { 'Content-Type': 'text/plain' }],
    ['POST', '/PurchaseOrders', '/PurchaseOrders', `{"a":"${'x'.repeat(9_000_000)}"}`, 413],
    [
      'POST',
      '/PurchaseOrders/{purchaseOrderId}/cancel',
      '/PurchaseOrders/5/cancel',
      { purchaseOrderId: 5 },
      200,
    ],
    [
      'POST',
      '/PurchaseOrders/{purchaseOrderId}/cancel',
      '/PurchaseOrders/77/cancel',
      { purchaseOrderId: 77 },
      200,
    ],
    [
      'POST',
      '/PurchaseOrders/{purchaseOrderId}/cancel',
      '/PurchaseOrders/6/cancel',
      { purchaseOrderId: 5 },
      400,
    ],
    ['POST', '/ServiceOrders', '/ServiceOrders', serviceOrder(5), 200],
    ['POST', '/ServiceOrders/{serviceOrderId}/cancel', '/ServiceOrders/5/cancel', { serviceOrderId: 5 }, 200],
    ['POST', '/incidentReports', '/incidentReports', incidentReport(5), 200],
    ['POST', '/incidentReports', '/incidentReports', {}, 400],
    ['POST', '/financialDocuments', '/financialDocuments', financialDocument(5), 200],
    ['POST', '/financialDocuments', '/financialDocuments', {}, 400],
    ['GET', '/InsurancePolicies', '/InsurancePolicies', undefined, 400],
    ['GET', '/InsurancePolicies', `/InsurancePolicies?vin=1&${day}`, undefined, 200],
    ['GET', '/InsurancePolicies', `/InsurancePolicies?vin=1&${day}`, undefined, 401, { 'X-API-KEY': 'no' }],
    [
      'GET',
      '/InsurancePolicies/{insurancePolicyNumber}/balance',
      '/InsurancePolicies/1/balance',
      undefined,
      400,
    ],
    [
      'GET',
      '/InsurancePolicies/{insurancePolicyNumber}/balance',
      '/InsurancePolicies/1/balance?vin=1',
      undefined,
      404,
    ],
    ['GET', '/openapi.json', '/openapi.json', undefined, 200],
    ['GET', '/openapi.json', '/openapi.json', undefined, 401, { 'X-API-KEY': 'no' }],
  ])('%s %s (%s) %#', async (method, path, called, body, status, headers) => {
    await answers(method, path, called, body, status, headers);
  });

  test('429 and 503', async () => {
    for (let tries = 0; tries < 12; tries++)
      await call('GET', '/openapi.json', undefined, { 'X-API-KEY': 'no' });
    await answers('GET', '/openapi.json', '/openapi.json', undefined, 429, { 'X-API-KEY': 'no' });
    const bare = await openHouse({ environmentKeys: [] });
    const { house: before } = { house };
    house = bare;
    await answers('POST', '/incidentReports', '/incidentReports', incidentReport(1), 503);
    house = before;
    await bare.close();
  });
});

const run = promisify(execFile);

test('npm run perito -- openapi prints the same document', async () => {
  const { stdout } = await run(process.execPath, [cli, 'openapi'], { maxBuffer: 2 ** 22 });
  expect(JSON.parse(stdout)).toEqual(served);
  await expect(run(process.execPath, [cli, 'openapi', '--x'])).rejects.toMatchObject({ code: 2 });
});

test.skipIf(process.platform === 'win32')('… whole, to a reader that takes its time', async () => {
  // A pipe takes less than the document, and is read only when another was printed.
  const script = '"$0" "$1" openapi | { "$0" "$1" openapi >/dev/null; "$0" "$1" openapi >/dev/null; cat; }';
  const { stdout } = await run('sh', ['-c', script, process.execPath, cli], { maxBuffer: 2 ** 22 });
  expect(stdout.length).toBeGreaterThan(2 ** 16);
  expect(JSON.parse(stdout)).toEqual(served);
});
