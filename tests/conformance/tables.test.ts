import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { openApiDocument } from '../../main/engine/receiver/openapi/document.ts';
import type { RecordKind } from '../../shared/terms.ts';
import { financialDocument } from '../engine/financial-documents.ts';
import { incidentReport } from '../engine/incident-reports.ts';
import { purchaseOrder, serviceOrder } from '../engine/orders.ts';
import { post } from '../engine/receiver/house.ts';
import { type Desk, endpoints, openDesk } from './desk.ts';
import { type FieldTable, fieldTables } from './tables.ts';

const { components } = z
  .object({
    components: z.object({
      schemas: z.record(
        z.string(),
        z.object({
          properties: z.record(z.string(), z.unknown()),
          required: z.array(z.string()).default([]),
        }),
      ),
    }),
  })
  .parse(openApiDocument());

/** The JSON Schema that a type of the interface should be, without what only describes it. */
function schemaOf(type: string): unknown {
  if (type.endsWith('?')) {
    const inner = schemaOf(type.slice(0, -1));
    const isRef = JSON.stringify(inner).includes('$ref');
    return isRef
      ? { anyOf: [inner, { type: 'null' }] }
      : { ...Object(inner), type: [Reflect.get(Object(inner), 'type'), 'null'] };
  }
  if (type.startsWith('[')) return { type: 'array', items: schemaOf(type.slice(1, -1)) };
  const plain: Record<string, unknown> = {
    string: { type: 'string' },
    int: { type: 'integer' },
    short: { type: 'integer' },
    byte: { type: 'integer' },
    decimal: { type: 'number' },
    bool: { type: 'boolean' },
    object: { type: 'object', properties: {}, additionalProperties: {} },
    Guid: { type: 'string', format: 'uuid' },
    UTC: { type: 'string', format: 'date-time' },
    local: { type: 'string' },
    DateOnly: { type: 'string', format: 'date' },
    'int|string': { type: ['integer', 'string'] },
    severity: { type: 'string' },
  };
  return plain[type] ?? { $ref: `#/components/schemas/${type}` };
}

const isAnswer = /Response$|^(Insurance|Owner|Company|Personal|Vehicle|Coverage|Balance)/;
const described = new Set(['description', 'minItems', 'maxLength', 'pattern', 'enum']);
const undescribed = (schema: unknown) =>
  Object.fromEntries(Object.entries(Object(schema)).filter(([name]) => !described.has(name)));

test.each(fieldTables.map((table) => [table.schema, table] as const))(
  'the fields of %s and their types are those of its table, and no other',
  (name, { fields, elsewhere = {}, notAlways = [] }) => {
    const { properties, required } = components.schemas[name] ?? { properties: {}, required: [] };
    const expected = Object.entries({ ...fields, ...elsewhere }).map(([field, type]) => [
      field,
      schemaOf(notAlways.includes(field) ? `${type}?` : type),
    ]);
    const found = Object.entries(properties).map(([field, schema]) => [field, undescribed(schema)]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
    // What may be null may be absent in what is sent; what is answered has every field.
    const mayBeAbsent = (field: string) => fields[field]?.endsWith('?') || notAlways.includes(field);
    expect([...required].sort()).toEqual(
      Object.keys(fields)
        .filter((field) => isAnswer.test(name) || !mayBeAbsent(field))
        .sort(),
    );
  },
);

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ holdSeconds: 0 });
});
afterAll(() => desk.close());

const samples = { purchaseOrder, serviceOrder, incidentReport, financialDocument } as const;
const bodies = {
  purchaseOrder: 'PurchaseOrderDetails',
  serviceOrder: 'ServiceOrderDetails',
  incidentReport: 'IncidentReportModel',
  financialDocument: 'FinancialDocumentDetails',
} as const satisfies Record<RecordKind, string>;

function tableOf(name: string): FieldTable {
  const table = fieldTables.find(({ schema }) => schema === name);
  if (table === undefined) throw new Error(`There is no table ${name}.`);
  return table;
}

/** A value as staff read it: the same, decimals as exact texts. Fails where the sample lacks a field of the table. */
function asRead(type: string, value: unknown): unknown {
  const bare = type.replace('?', '');
  if (value === null && type.endsWith('?')) return null;
  if (bare === 'decimal') return String(value);
  if (bare.startsWith('[')) return (value as unknown[]).map((one) => asRead(bare.slice(1, -1), one));
  if (!/^[A-Z]\w+Details|^PurchaseOrderItem|^ServiceOrderItem/.test(bare)) return value;
  return objectAsRead(bare, Object(value));
}

function objectAsRead(name: string, value: Record<string, unknown>): unknown {
  const { fields, elsewhere = {} } = tableOf(name);
  const all = { ...fields, ...elsewhere };
  expect(Object.keys(value).sort()).toEqual(Object.keys(all).sort());
  return Object.fromEntries(Object.entries(all).map(([field, type]) => [field, asRead(type, value[field])]));
}

/** A body with null in every field that may be null. */
function nulled(name: string, value: Record<string, unknown>): Record<string, unknown> {
  const { fields, elsewhere = {} } = tableOf(name);
  const within = (type: string, part: unknown): unknown => {
    if (type.endsWith('?')) return null;
    if (Array.isArray(part)) return part.map((one) => within(type.slice(1, -1), one));
    return fieldTables.some(({ schema }) => schema === type) ? nulled(type, Object(part)) : part;
  };
  const types = Object.entries({ ...fields, ...elsewhere });
  return Object.fromEntries(types.map(([field, type]) => [field, within(type, value[field])]));
}

describe.each(Object.entries(bodies))('a %s', (given, schema) => {
  const kind = given as RecordKind;
  const { idName, numberName } = endpoints[kind];
  const part = {
    purchaseOrder: 'order',
    serviceOrder: 'order',
    incidentReport: 'report',
    financialDocument: 'document',
  }[kind];

  test('is answered 200 with its id and the number that it was given, and nothing else', async () => {
    const answer = await desk.send(kind, samples[kind](11));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ [idName]: 11, [numberName]: (await desk.newestOf(kind)).number });
  });

  test('is read back with every field of its tables, as it was sent, and nothing odd', async () => {
    const sent = samples[kind](12);
    await desk.send(kind, sent);
    const { content, findings } = await desk.newestOf(kind);
    expect(Reflect.get(content, part)).toEqual(objectAsRead(schema, sent));
    expect(findings.filter(({ code }) => code.startsWith('wire.'))).toEqual([]);
  });

  test('with null wherever its tables allow it is read so, and nothing is odd', async () => {
    const sent = nulled(schema, samples[kind](13));
    const nulls = JSON.stringify(sent).split(':null').length - 1;
    expect(nulls).toBeGreaterThanOrEqual(kind === 'purchaseOrder' ? 0 : 5);
    await desk.send(kind, sent);
    const { content, findings } = await desk.newestOf(kind);
    expect(Reflect.get(content, part)).toEqual(objectAsRead(schema, sent));
    expect(findings.filter(({ code }) => code.startsWith('wire.'))).toEqual([]);
  });
});

test.each(['purchaseOrder', 'serviceOrder'] as const)(
  'asking to cancel a %s is answered with the three fields, whatever is decided',
  async (kind) => {
    const { path, idName } = endpoints[kind];
    for (const [id, isKnown] of [
      [21, true],
      [22, false],
    ] as const) {
      if (isKnown) await desk.send(kind, samples[kind](id));
      const answer = await post(desk, `${path}/${id}/cancel`, { [idName]: id });
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({
        isCancelled: false,
        showResponseText: true,
        responseText: expect.stringMatching(/\S/),
      });
    }
  },
);
