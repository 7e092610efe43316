/** What the procedures of the policy book, its imports and its lookups do and refuse. */
import { expect } from 'vitest';
import type { PolicyImport } from '../../shared/contract/policy-imports.ts';
import { columnMapping } from '../../shared/contract/policy-imports.ts';
import type { Opened } from './both-ways.ts';
import { defined, definedErrorOf } from './defined-error.ts';
import type { Scenario } from './procedures.ts';

const absent = 9999;

const given = {
  insurancePolicyNumber: 'AUTO-PRUEBA-1',
  companyTaxId: '999000001',
  companyName: 'Flota de Prueba SRL',
  vin: 'prueba00000000001',
  makeName: 'Toyota',
  modelName: 'Hilux',
  year: '2023',
  coverages: 'COL:Colisión',
  accountBalance: '1,250.50',
  validFrom: '01/01/2026',
  validTo: '31/12/2026',
};

/** Resolves with the import once it is in this state. */
async function reached({ client }: Opened, id: number, state: PolicyImport['state']): Promise<PolicyImport> {
  const leave = new AbortController();
  try {
    for await (const _ of await client.changes(undefined, { signal: leave.signal })) {
      const found = await client.policyImports.get({ id });
      if (found.state === state) return found;
    }
  } finally {
    leave.abort();
  }
  throw new Error('the stream ended');
}

const csv = Buffer.from(
  'Póliza;Chasis;Asegurado\r\nAUTO-PRUEBA-2;PRUEBA2;Ana Prueba\r\nAUTO-PRUEBA-3;;Ana Prueba\r\n',
);
let vehicleId = 0;
let importId = 0;

export const policyProcedures: Record<string, Scenario> = {
  'policies.save': {
    invalid: [
      {},
      { fields: { vin: 7 } },
      { fields: { colour: 'red' } },
      { fields: { vin: 'x'.repeat(2001) } },
    ],
    async behaves({ client }) {
      const saved = await client.policies.save({ fields: given });
      vehicleId = saved.id;
      expect(saved).toMatchObject({ vin: 'PRUEBA00000000001', accountBalance: '1250.50', year: 2023 });
      expect(await definedErrorOf(client.policies.save({ fields: given }))).toEqual(
        defined('ALREADY_THERE', { id: vehicleId }),
      );
      const wrong = client.policies.save({ fields: { ...given, year: 'MMXX' } });
      expect(await definedErrorOf(wrong)).toEqual(
        defined('NOT_VALID', { problems: [{ line: 1, column: 'year', code: 'notANumber', value: 'MMXX' }] }),
      );
      const missing = client.policies.save({ id: absent, fields: given });
      expect(await definedErrorOf(missing)).toEqual(defined('NOT_FOUND'));
    },
  },
  'policies.get': {
    invalid: [{}, { id: 0 }],
    async behaves({ client }) {
      expect(await client.policies.get({ id: vehicleId })).toMatchObject({
        owner: { personTypeId: 1, companyName: 'Flota de Prueba SRL' },
        coverages: [{ code: 'COL', name: 'Colisión' }],
        validTo: '2026-12-31',
      });
      expect(await definedErrorOf(client.policies.get({ id: absent }))).toEqual(defined('NOT_FOUND'));
    },
  },
  'policies.list': {
    invalid: [{ only: 'blue' }, { limit: 0 }, { search: 'x'.repeat(201) }],
    async behaves({ client }) {
      const found = await client.policies.list({ search: 'hilux PRUEBA' });
      expect([found.total, found.rows.map(({ id }) => id)]).toEqual([1, [vehicleId]]);
      expect((await client.policies.list({ only: 'excluded' })).rows).toEqual([]);
    },
  },
  'policies.check': {
    invalid: [{}, { vin: 'x' }, { vin: 'x', incidentDate: '2026-02-30' }],
    async behaves({ client }) {
      const asked = { insurancePolicyNumber: ' auto-prueba-1 ', incidentDate: '2027-01-01' };
      expect(await client.policies.check(asked)).toMatchObject({
        found: true,
        id: vehicleId,
        rules: [{ rule: 'notInForce', severity: 'error' }],
      });
    },
  },
  'policies.coverageCodes': {
    invalid: [],
    async behaves({ client }) {
      const code = { code: 'COL', name: 'Colisión', vehicles: 1, isAssigned: false, covers: [] };
      expect(await client.policies.coverageCodes()).toEqual({ codes: [code], unassigned: 1 });
      await client.settings.update({ coverageOfIncident: { collision: ['col'], none: ['RC'] } });
      expect(await client.policies.coverageCodes()).toEqual({
        codes: [
          { ...code, isAssigned: true, covers: ['collision'] },
          { code: 'RC', name: '', vehicles: 0, isAssigned: true, covers: [] },
        ],
        unassigned: 0,
      });
      await client.settings.update({ coverageOfIncident: { collision: [], none: [] } });
    },
  },
  'policies.import': {
    invalid: [{ rows: [{ colour: 'red' }] }, { path: 7 }, { rows: [], badRows: 'perhaps' }],
    async behaves({ client }) {
      const rows = [{ ...given, vin: 'PRUEBA00000000002', excluded: true, year: 2020 }];
      expect(await client.policies.import({ rows, dryRun: true })).toMatchObject({
        added: 1,
        applied: false,
      });
      expect(await client.policies.import({ rows })).toMatchObject({
        rows: 1,
        added: 1,
        bad: 0,
        applied: true,
      });
      const mixed = [
        { ...given, vin: '' },
        { ...given, vin: 'PRUEBA00000000003' },
      ];
      expect(await client.policies.import({ rows: mixed })).toMatchObject({
        bad: 1,
        applied: false,
        problems: [{ line: 1, column: 'vin', code: 'missing' }],
      });
      const absentFile = client.policies.import({ path: '/there/is/none.csv' });
      expect(await definedErrorOf(absentFile)).toEqual(
        defined('FILE', { code: 'fileMissing', line: null, limit: null, columns: [], detail: 'ENOENT' }),
      );
    },
  },
  'policies.remove': {
    invalid: [{}, { id: 'x' }],
    async behaves({ client }) {
      expect(await client.policies.remove({ id: vehicleId })).toEqual({ id: vehicleId });
      expect(await definedErrorOf(client.policies.remove({ id: vehicleId }))).toEqual(defined('NOT_FOUND'));
      const { rows } = await client.audit.list({ subject: `policyVehicle:${vehicleId}` });
      expect(rows.map(({ action }) => action)).toEqual(['policies.removed', 'policies.added']);
    },
  },
  'policyImports.begin': {
    invalid: [{}, { filename: '', bytes: 1 }, { filename: 'x.csv', bytes: 0 }],
    async behaves({ client }) {
      const begun = await client.policyImports.begin({ filename: 'prueba.csv', bytes: csv.length });
      importId = begun.id;
      expect(begun).toMatchObject({ state: 'uploading', receivedBytes: 0, via: 'console' });
      const large = client.policyImports.begin({ filename: 'grande.csv', bytes: 201 * 1024 * 1024 });
      expect(await definedErrorOf(large)).toEqual(defined('TOO_LARGE'));
    },
  },
  'policyImports.append': {
    invalid: [{ id: 1 }, { id: 1, offset: -1, base64: '' }, { id: 1, offset: 0, base64: '!!' }],
    async behaves({ client }) {
      const append = (id: number, offset: number, bytes: Uint8Array) =>
        client.policyImports.append({ id, offset, base64: Buffer.from(bytes).toString('base64') });
      expect(await definedErrorOf(append(absent, 0, csv))).toEqual(defined('NOT_FOUND'));
      expect(await definedErrorOf(append(importId, 5, csv))).toEqual(
        defined('NOT_NOW', { state: 'uploading' }),
      );
      const more = Buffer.concat([csv, csv]);
      expect(await definedErrorOf(append(importId, 0, more))).toEqual(defined('TOO_LARGE'));
      expect(await append(importId, 0, csv.subarray(0, 20))).toMatchObject({ receivedBytes: 20 });
      expect(await append(importId, 20, csv.subarray(20))).toMatchObject({ state: 'ready' });
    },
  },
  'policyImports.headings': {
    invalid: [{}, { id: 1, sheet: 'x'.repeat(201) }],
    async behaves({ client }) {
      expect(await client.policyImports.headings({ id: importId })).toEqual({
        headings: ['Póliza', 'Chasis', 'Asegurado'],
        sample: [
          ['AUTO-PRUEBA-2', 'PRUEBA2', 'Ana Prueba'],
          ['AUTO-PRUEBA-3', '', 'Ana Prueba'],
        ],
        mapping: { Póliza: 'insurancePolicyNumber', Chasis: 'vin', Asegurado: 'displayName' },
        isRemembered: false,
        sheets: [],
      });
    },
  },
  'policyImports.check': {
    invalid: [{ id: 1 }, { id: 1, mapping: { Chasis: 'colour' } }],
    async behaves(office) {
      const { client } = office;
      const { mapping } = await client.policyImports.headings({ id: importId });
      const doubled = columnMapping.parse({ Póliza: 'vin', Chasis: 'vin' });
      expect(await definedErrorOf(client.policyImports.check({ id: importId, mapping: doubled }))).toEqual(
        defined('MAPPING', { missing: ['insurancePolicyNumber'], twice: ['vin'] }),
      );
      expect(await definedErrorOf(client.policyImports.check({ id: absent, mapping }))).toEqual(
        defined('NOT_FOUND'),
      );
      await client.policyImports.check({ id: importId, mapping });
      expect(await reached(office, importId, 'checked')).toMatchObject({
        rowsTotal: 2,
        added: 1,
        bad: 1,
        finishedAt: null,
      });
    },
  },
  'policyImports.problems': {
    invalid: [{}, { id: 1, limit: 500 }],
    async behaves({ client }) {
      expect(await client.policyImports.problems({ id: importId })).toMatchObject({
        rows: [{ line: 3, column: 'vin', code: 'missing', value: '' }],
        total: 1,
      });
      expect(await definedErrorOf(client.policyImports.problems({ id: absent }))).toEqual(
        defined('NOT_FOUND'),
      );
    },
  },
  'policyImports.apply': {
    invalid: [{ id: 1 }, { id: 1, badRows: 'all' }],
    async behaves(office) {
      const { client } = office;
      await client.policyImports.apply({ id: importId, badRows: 'skip' });
      expect(await reached(office, importId, 'imported')).toMatchObject({ added: 1, bad: 1, failure: null });
      expect((await client.policies.list({ search: 'prueba2' })).rows).toHaveLength(1);
      const again = client.policyImports.apply({ id: importId, badRows: 'skip' });
      expect(await definedErrorOf(again)).toEqual(defined('NOT_NOW', { state: 'imported' }));
    },
  },
  'policyImports.cancel': {
    invalid: [{}, { id: 0 }],
    async behaves({ client }) {
      const { id } = await client.policyImports.begin({ filename: 'otra.csv', bytes: 10 });
      expect(await client.policyImports.cancel({ id })).toMatchObject({ state: 'cancelled' });
      const again = client.policyImports.cancel({ id });
      expect(await definedErrorOf(again)).toEqual(defined('NOT_NOW', { state: 'cancelled' }));
    },
  },
  'policyImports.list': {
    invalid: [{ limit: 0 }],
    async behaves({ client }) {
      const { rows } = await client.policyImports.list();
      expect(rows.find(({ id }) => id === importId)).toMatchObject({
        filename: 'prueba.csv',
        state: 'imported',
      });
    },
  },
  'policyImports.get': {
    invalid: [{}],
    async behaves({ client }) {
      expect(await client.policyImports.get({ id: importId })).toMatchObject({ filename: 'prueba.csv' });
      expect(await definedErrorOf(client.policyImports.get({ id: absent }))).toEqual(defined('NOT_FOUND'));
    },
  },
  'policyLookups.list': {
    invalid: [{ limit: 0 }, { vin: 'x'.repeat(51) }],
    async behaves({ client, marketplace }) {
      const looked = await marketplace.lookUp({ vin: 'PRUEBA2', incidentDate: '2026-11-20' });
      expect(looked).toMatchObject({ policies: [{ insurancePolicyNumber: 'AUTO-PRUEBA-2' }] });
      // It is listed a moment after it was answered.
      const listed = async () => (await client.policyLookups.list({ vin: ' prueba2 ' })).rows;
      await expect
        .poll(listed)
        .toMatchObject([{ kind: 'policy', vin: 'PRUEBA2', policies: 1, vehicles: 1, rules: [] }]);
    },
  },
  'policyLookups.get': {
    invalid: [{}, { id: 1.5 }],
    async behaves({ client }) {
      const { rows } = await client.policyLookups.list();
      const found = await client.policyLookups.get({ id: rows[0]?.id ?? 0 });
      expect(found.status).toBe(200);
      expect(JSON.parse(found.answer)).toMatchObject([{ insurancePolicyNumber: 'AUTO-PRUEBA-2' }]);
      expect(await definedErrorOf(client.policyLookups.get({ id: absent }))).toEqual(defined('NOT_FOUND'));
    },
  },
};
