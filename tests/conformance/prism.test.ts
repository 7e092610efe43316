/**
 * The description as a marketplace's integrator uses it: Prism generates bodies from its schemas, looks over what goes
 * between them and the receiver, and stands in for the receiver.
 */
import { createLogger } from '@stoplight/prism-core';
import { getHttpOperationsFromSpec, type IHttpConfig } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { openApiDocument, operations } from '../../main/engine/receiver/openapi/document.ts';
import type { Operation } from '../../main/engine/receiver/openapi/operations.ts';
import { examplePath, problemExample } from '../../main/engine/receiver/openapi/problem-responses.ts';
import { problems } from '../../main/engine/receiver/problems.ts';
import { cancelCall } from '../../shared/marketplace/cancellation.ts';
import { recordKinds } from '../../shared/terms.ts';
import { goodKey } from '../engine/receiver/house.ts';
import { type Desk, endpoints, openDesk } from './desk.ts';

const logger = createLogger('prism', { level: 'silent' });
const plain = {
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  errors: false,
  upstreamProxy: undefined,
  mock: { dynamic: false },
};
const document = z.looseObject({ paths: z.record(z.string(), z.unknown()) }).parse(openApiDocument());

/** Prism on a port of its own, before a description. */
async function openPrism(description: object, config: IHttpConfig) {
  const server = createServer(await getHttpOperationsFromSpec(description), {
    components: { logger },
    cors: false,
    config,
  });
  const url = await server.listen(0, '127.0.0.1');
  return { url, close: () => server.close() };
}
type Prism = Awaited<ReturnType<typeof openPrism>>;

let desk: Desk;
let generator: Prism;
let between: Prism;
let mock: Prism;
beforeAll(async () => {
  desk = await openDesk({ holdSeconds: 0 });
  // What Prism generates are answers: one path for each schema of a body, answered with it.
  const generated = Object.fromEntries(
    bodied.map(({ id, body }) => [
      `/generated/${id}`,
      {
        get: {
          responses: {
            '200': {
              description: '',
              content: { 'application/json': { schema: { $ref: `#/components/schemas/${body.schema}` } } },
            },
          },
        },
      },
    ]),
  );
  generator = await openPrism({ ...document, security: [], paths: generated }, { ...plain, isProxy: false });
  between = await openPrism(document, { ...plain, isProxy: true, upstream: new URL(desk.url) });
  mock = await openPrism(document, { ...plain, isProxy: false });
});
afterAll(async () => {
  await Promise.all([generator, between, mock].map((prism) => prism.close()));
  await desk.close();
});

type Bodied = Operation & { body: NonNullable<Operation['body']> };
const bodied = operations.filter((operation): operation is Bodied => operation.body !== null);
const headers = { 'X-API-KEY': goodKey, 'Content-Type': 'application/json' };
const object = z.record(z.string(), z.unknown());
const seeds = Array.from({ length: 20 }, (_, seed) => `perito-${seed}`);

const generate = async (operation: Bodied, seed: string) => {
  const answer = await fetch(`${generator.url}/generated/${operation.id}`, {
    headers: { Prefer: `dynamic=true, seed=${seed}` },
  });
  return object.parse(await answer.json());
};

/** What is odd about the form of the records that were received under an id of this name. */
async function oddRecords(idName: string) {
  await desk.examined();
  const kind = recordKinds.find((one) => endpoints[one].idName === idName);
  const { rows } = await desk.client.list({ kind, limit: 200 });
  const details = await Promise.all(rows.map(({ id }) => desk.client.get({ id })));
  const findings = details.flatMap((detail) =>
    detail.findings
      .filter(({ code }) => code.startsWith('wire.') || code === 'guid.form' || code === 'value.notListed')
      .map(({ code, pointer, parameters }) => ({ code, pointer, parameters })),
  );
  return { seen: rows.length, findings };
}

/** What is odd about the form of the cancel calls that were received. */
async function oddCalls() {
  const asks = await desk.store.read(async (tx) => tx.all<{ content: string }>('SELECT content FROM ask'));
  return {
    seen: asks.length,
    findings: asks.flatMap(({ content }) => cancelCall.parse(JSON.parse(content)).issues),
  };
}

describe('what Prism generates from the description', () => {
  test('is the same for a seed, and another for the next', async () => {
    const [operation] = bodied;
    if (operation === undefined) throw new Error('nothing is described');
    const [one, again, other] = await Promise.all(['a', 'a', 'b'].map((seed) => generate(operation, seed)));
    expect(again).toEqual(one);
    expect(other).not.toEqual(one);
  });

  test.each(bodied.map((operation) => [operation.id, operation] as const))(
    'is answered 200 by %s without a finding of form, and neither side breaks the description',
    async (_, operation) => {
      const { path, idName = '' } = operation;
      for (const [index, seed] of seeds.entries()) {
        const id = 70_000 + index;
        const body = { ...(await generate(operation, seed)), [idName]: id };
        const answer = await fetch(`${between.url}${path.replace(/\{\w+\}/, String(id))}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        });
        expect([seed, answer.status, answer.headers.get('sl-violations')]).toEqual([seed, 200, null]);
        await answer.body?.cancel();
      }
      const odd = path.endsWith('/cancel') ? await oddCalls() : await oddRecords(idName);
      expect(odd.findings).toEqual([]);
      expect(odd.seen).toBeGreaterThanOrEqual(seeds.length);
    },
  );

  test('a fault in what is sent would be seen', async () => {
    const answer = await fetch(`${between.url}/PurchaseOrders`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ purchaseOrderId: 1, items: [{}], algoMas: 1 }),
    });
    expect(answer.headers.get('sl-violations')).toContain('must have required property');
    expect(answer.headers.get('sl-violations')).toContain('algoMas');
  });
});

describe('Prism in place of the receiver', () => {
  /** A call of an operation with its examples. */
  const call = (operation: Operation, more: Record<string, string> = {}) => {
    const query = operation.parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, example }) => [name, String(example)]);
    const [example] = Object.values(operation.body?.examples ?? {});
    return fetch(`${mock.url}${examplePath(operation)}?${new URLSearchParams(query)}`, {
      method: operation.method.toUpperCase(),
      headers: { ...headers, ...more },
      ...(example !== undefined && { body: JSON.stringify(example) }),
    });
  };
  const cases = operations.map((operation) => [operation.id, operation] as const);

  test.each(cases)('takes the example of %s and answers as described', async (_, operation) => {
    const answer = await call(operation);
    expect([answer.status, answer.headers.get('sl-violations')]).toEqual([200, null]);
    const [example] = Object.values(operation.answer.examples);
    if (example !== undefined) expect(await answer.json()).toEqual(example);
  });

  test.each(cases)('knows every problem of %s, as the receiver answers it', async (_, operation) => {
    for (const code of operation.problems) {
      const { status } = problems[code];
      const answer = await call(operation, { Prefer: `code=${status}, example=${code}` });
      expect([code, answer.status]).toEqual([code, status]);
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      expect(await answer.json()).toEqual(problemExample(code, operation));
    }
  });

  test('asks for the key', async () => {
    const answer = await fetch(`${mock.url}/openapi.json`);
    expect(answer.status).toBe(401);
  });

  // Prism reads no body as text/json, though it is described; the receiver does, see `what may not stop a call`.
  test('takes a body as application/*+json', async () => {
    for (const operation of bodied) {
      const answer = await call(operation, { 'Content-Type': 'application/vnd.mercado+json' });
      expect([operation.id, answer.status]).toEqual([operation.id, 200]);
    }
  });
});
