/** The description that the receiver serves, held against the receiver that serves it. */

import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../main/engine/clock.ts';
import { openEngine } from '../../main/engine/engine.ts';
import * as samples from '../../main/engine/receiver/openapi/examples.ts';
import { deliveryOperations } from '../../main/engine/receiver/openapi/operations.ts';
import { componentSchemas, type SchemaName } from '../../main/engine/receiver/openapi/schemas.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import type { RecordKind } from '../../shared/terms.ts';
import { HostInMemory } from '../engine/host-in-memory.ts';
import { migratedFolder } from '../engine/migrated-folder.ts';
import { type Desk, endpoints, openDesk } from './desk.ts';

const bodies = {
  purchaseOrder: ['PurchaseOrderDetails', samples.purchaseOrder],
  serviceOrder: ['ServiceOrderDetails', samples.serviceOrder],
  incidentReport: ['IncidentReportModel', samples.incidentReport],
  financialDocument: ['FinancialDocumentDetails', samples.financialDocument],
} as const satisfies Record<RecordKind, [SchemaName, object]>;
const kinds = Object.keys(bodies) as RecordKind[];

test('every example of a body raises no finding in an engine that runs, its policy and its orders being there', async () => {
  const key = 'mercado@prueba.example:una-clave-de-prueba';
  const engine = await openEngine({
    dataDir: await migratedFolder(),
    host: new HostInMemory(),
    // The examples are of these days.
    clock: { ...systemClock, now: () => Date.parse('2026-11-22T12:00:00Z') },
    version: '0.0.0',
    receiver: { address: '127.0.0.1', port: 0, holdSeconds: 0 },
    environmentKeys: [key],
    log: { info() {}, warn() {}, error() {} },
  });
  try {
    const client = createRouterClient(engine.router, {
      context: { via: 'token' },
    }) as ContractRouterClient<Contract>;
    const { personName: name, personTaxId: taxId } = samples.incidentReport.insurancePerson;
    await client.settings.update({ company: { name, taxId } });
    await client.settings.update({ coverageOfIncident: { collision: ['COL'] } });
    await client.policies.import({ rows: [policyRow(samples.policy)] });
    const send = async (path: string, body: object) => {
      const answer = await fetch(`${engine.receiverUrl()}${path}`, {
        method: 'POST',
        headers: {
          'X-API-KEY': Buffer.from(key).toString('base64'),
          'Content-Type': 'application/json',
        },
        body: JSON.stringify(body),
      });
      expect([path, answer.status]).toEqual([path, 200]);
    };
    for (const { path, body, idName } of deliveryOperations) {
      for (const example of Object.values(body?.examples ?? {})) {
        await send(
          path.replace(/\{\w+\}/, String(Reflect.get(Object(example), idName ?? ''))),
          Object(example),
        );
      }
    }
    // What comes last is examined last; a record that is examined has its links.
    const findings = async () => {
      const { rows } = await client.records.list({});
      const details = await Promise.all(rows.map(({ id }) => client.records.get({ id })));
      return details.map(({ kind, findings: found }) => [
        kind,
        found.map(({ code, pointer }) => `${code} ${pointer}`),
      ]);
    };
    await send('/ServiceOrders', { ...samples.serviceOrder, serviceOrderId: 1, items: 'odd', claimId: null });
    await expect
      .poll(async () => (await findings()).some(([, found]) => found?.includes('wire.wrongType /items')), {
        timeout: 10_000,
      })
      .toBe(true);
    expect((await findings()).filter(([, found]) => !found?.includes('wire.wrongType /items'))).toEqual(
      kinds.toReversed().map((kind) => [kind, []]),
    );
  } finally {
    await engine.close();
  }
});

function policyRow(policy: typeof samples.policy) {
  const { owner, vehicles, insurancePolicyNumber } = policy;
  const { personalInfo, companyInfo: _, personTypeName: __, ...contact } = owner;
  const { identificationTypeName: ___, ...person } = personalInfo;
  const [vehicle] = vehicles;
  const { vin = '', makeName = '', modelName = '', year = 0 } = vehicle ?? {};
  return {
    insurancePolicyNumber,
    ...contact,
    ...person,
    vin,
    makeName,
    modelName,
    year,
    coverages: 'COL:Colisión',
    validFrom: '2026-01-01',
    validTo: '2026-12-31',
  };
}

interface Schema {
  required?: string[];
  properties: Record<string, object>;
}

describe('required and null are as the receiver has them', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk({ holdSeconds: 0 });
  });
  afterAll(() => desk.close());
  const schemas = componentSchemas() as Record<string, Schema>;

  /** The codes of form that each body raises, sent under an id of its own; a refused one raises its status. */
  const issues = async (kind: RecordKind, sent: readonly object[], first: number) => {
    const { idName } = endpoints[kind];
    const statuses = await Promise.all(
      sent.map(async (body, index) => {
        const isNamed = typeof Reflect.get(body, idName) === 'number';
        return (await desk.send(kind, isNamed ? { ...body, [idName]: first + index } : body)).status;
      }),
    );
    await desk.examined();
    const { rows } = await desk.client.list({ kind, limit: 200 });
    return Promise.all(
      sent.map(async (_, index) => {
        if (statuses[index] !== 200) return [`refused with ${statuses[index]}`];
        const row = rows.find(({ marketplaceId }) => marketplaceId === first + index);
        const { findings } = await desk.client.get({ id: row?.id ?? 0 });
        return findings
          .filter(({ code }) => code.startsWith('wire.'))
          .map(({ code, pointer }) => `${code} ${pointer}`);
      }),
    );
  };

  /** Every field of a body: its object, its name, its pointer and what its schema says. */
  interface Place {
    schema: Schema;
    field: string;
    pointer: string;
    change(make: (object: Record<string, unknown>) => void): object;
  }
  function placesOf(kind: RecordKind): Place[] {
    const [root, example] = bodies[kind];
    const whole = withIds(example);
    const walk = (name: string, at: readonly (string | number)[]): Place[] => {
      const schema = schemas[name];
      if (schema === undefined) throw new Error(`There is no schema ${name}.`);
      return Object.entries(schema.properties).flatMap(([field, property]) => {
        const here: Place = {
          schema,
          field,
          pointer: [...at, field].map((token) => `/${token}`).join(''),
          change(make) {
            const body = structuredClone(whole);
            make(at.reduce((object, token) => Reflect.get(object, token), body) as Record<string, unknown>);
            return body;
          },
        };
        const inner = /#\/components\/schemas\/(\w+)/.exec(JSON.stringify(property))?.[1];
        if (inner === undefined) return [here];
        const isList = Reflect.get(property, 'type') === 'array';
        const found = [...at, field, ...(isList ? [0] : [])].reduce<unknown>(
          (object, token) =>
            typeof object === 'object' && object !== null ? Reflect.get(object, token) : undefined,
          whole,
        );
        return found === undefined ? [here] : [here, ...walk(inner, [...at, field, ...(isList ? [0] : [])])];
      });
    };
    return walk(root, []);
  }

  /** An example in which every id that may be null is there: what it names is wanted then. */
  function withIds(value: object): object {
    return JSON.parse(JSON.stringify(value), (name, part) =>
      part === null && name.endsWith('Id') ? 1 : part,
    );
  }

  test.each(kinds)('in every field of a %s', async (kind) => {
    const places = placesOf(kind);
    expect(places.length).toBeGreaterThan(20);
    const sent = places.flatMap(({ field, change }) => [
      change((object) => delete object[field]),
      change((object) => {
        object[field] = null;
      }),
    ]);
    const found = await issues(kind, sent, 50_000);
    const seen = places.map(({ pointer }, index) => [
      pointer,
      found[2 * index]?.length !== 0,
      found[2 * index + 1]?.length !== 0,
    ]);
    const described = places.map(({ schema, field, pointer }) => [
      pointer,
      schema.required?.includes(field) ?? false,
      !JSON.stringify(schema.properties[field]).includes('"null"'),
    ]);
    expect(seen).toEqual(described);
  });

  test.each(kinds)('and what else comes in a %s is told of', async (kind) => {
    const [, example] = bodies[kind];
    expect(await issues(kind, [{ ...example, algoMas: 1 }], 60_000)).toEqual([
      ['wire.unknownProperty /algoMas'],
    ]);
  });
});
