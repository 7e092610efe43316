import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordKind } from '../../shared/terms.ts';
import { financialDocument } from '../engine/financial-documents.ts';
import { incidentReport } from '../engine/incident-reports.ts';
import { purchaseOrder, serviceOrder } from '../engine/orders.ts';
import { thorough } from '../thorough.ts';
import { type Desk, endpoints, openDesk } from './desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const samples = { purchaseOrder, serviceOrder, incidentReport, financialDocument } as const;
const json = fc.jsonValue({ maxDepth: 4 });

/** Any object, or a sample with some of its members made into anything, at the top or one level down. */
function bodies(kind: RecordKind): fc.Arbitrary<Record<string, unknown>> {
  const sample: Record<string, unknown> = samples[kind](1);
  const names = Object.keys(sample);
  const spoiled = fc
    .dictionary(fc.constantFrom(...names), json)
    .map((changes) => ({ ...sample, ...changes }));
  const spoiledWithin = fc
    .tuple(fc.constantFrom(...names), fc.string(), json)
    .map(([name, key, value]) => ({ ...sample, [name]: spoil(sample[name], key, value) }));
  return fc.oneof(fc.dictionary(fc.string(), json), spoiled, spoiledWithin);
}

function spoil(part: unknown, key: string, value: unknown): unknown {
  if (Array.isArray(part)) return [value, ...part.map((one) => spoil(one, key, value))];
  if (typeof part !== 'object' || part === null) return value;
  const [first = key] = Object.keys(part);
  return { ...part, [first]: value, [key]: value };
}

let lastId = 0;

test.each(['purchaseOrder', 'serviceOrder', 'incidentReport', 'financialDocument'] as const)(
  'any JSON object with an id is taken as a %s, and read back to the byte',
  async (kind) => {
    const { idName, numberName } = endpoints[kind];
    const property = fc.asyncProperty(bodies(kind), fc.constantFrom(0, 1), async (body, indent) => {
      lastId += 1;
      const id = lastId;
      const items = Reflect.get(body, 'items');
      const hasItems = Array.isArray(items) && items.length > 0;
      const whole = {
        ...body,
        [idName]: id,
        ...(kind === 'purchaseOrder' && !hasItems && { items: [body] }),
      };
      const text = JSON.stringify(whole, null, indent);
      const answer = await desk.send(kind, text);
      expect([text, answer.status]).toEqual([text, 200]);
      expect(await answer.json()).toEqual({ [idName]: id, [numberName]: expect.any(String) });
      const [row] = (await desk.client.list({ kind, limit: 1 })).rows;
      const detail = await desk.client.get({ id: row?.id ?? 0 });
      expect(detail.marketplaceId).toBe(id);
      expect(Buffer.from(detail.body).equals(Buffer.from(text))).toBe(true);
    });
    await fc.assert(property, { numRuns: thorough ? 200 : 15 });
    await desk.examined();
    expect(desk.logged).toEqual([]);
  },
);
