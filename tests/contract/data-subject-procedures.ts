/** Everything about one person: looked for, shown and exported, in this order. */
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Opened } from './both-ways.ts';
import { defined, definedErrorOf } from './defined-error.ts';
import type { Scenario } from './procedures.ts';

/** Resolves once nothing is looked for or exported. */
async function ended({ client }: Opened) {
  for await (const _ of await client.changes()) {
    const state = await client.dataSubject.get();
    if (state.running === null) return state;
  }
  throw new Error('the stream ended');
}

const nobody = { key: null, running: null, found: null, failure: null, exported: null };

export const dataSubjectProcedures: Record<string, Scenario> = {
  'dataSubject.get': {
    invalid: [],
    behaves: async ({ client }) => expect(await client.dataSubject.get()).toEqual(nobody),
  },
  'dataSubject.find': {
    invalid: [{}, { kind: 'name', value: 'Rosa' }, { kind: 'rnc', value: '1'.repeat(1001) }],
    async behaves(office) {
      const { client } = office;
      expect(await definedErrorOf(client.dataSubject.find({ kind: 'rnc', value: '1' }))).toEqual(
        defined('INVALID_KEY', { problem: 'wrongLength' }),
      );
      const [order] = (await client.records.list({ kind: 'purchaseOrder' })).rows;
      const supplier = JSON.parse((await client.records.get({ id: order?.id ?? 0 })).body).supplierTaxId;
      const asked = { kind: 'rnc' as const, value: supplier };
      expect((await client.dataSubject.find(asked)).running).toMatchObject({ phase: 'searching' });
      expect(await definedErrorOf(client.dataSubject.find(asked))).toMatchObject(defined('BUSY'));
      const { key, found } = await ended(office);
      expect(key).toMatchObject({ kind: 'rnc', value: supplier });
      expect(found?.records.total).toBeGreaterThan(0);
    },
  },
  'dataSubject.records': {
    invalid: [{ relation: 'friend' }, { limit: 0 }, { limit: 201 }, { belowId: 0 }],
    async behaves({ client }) {
      const all = await client.dataSubject.records({});
      expect(all.rows.length).toBe(all.total);
      const [first] = all.rows;
      const one = await client.dataSubject.records({ limit: 1 });
      expect(one).toEqual({
        rows: [first],
        total: all.total,
        nextBelowId: all.total > 1 ? first?.id : null,
      });
      expect(await client.dataSubject.records({ relation: 'text' })).toMatchObject({ rows: [], total: 0 });
    },
  },
  'dataSubject.export': {
    invalid: [{}, { file: '' }, { file: '/a.perito', relations: ['friend'] }],
    async behaves(office) {
      const { client } = office;
      const file = join(mkdtempSync(join(tmpdir(), 'perito-subject-')), 'person.perito');
      expect(await definedErrorOf(client.dataSubject.export({ file: 'person.perito' }))).toMatchObject(
        defined('NOT_A_PATH'),
      );
      // One that is encrypted waits for what is typed on a page of its own.
      const secret = await client.dataSubject.export({ file: `${file}.perito`, isEncrypted: true });
      expect(secret).toMatchObject({ running: null, exported: null, passphrase: { way: 'page' } });
      expect((await client.dataSubject.export({ file })).passphrase).toBeNull();
      expect((await ended(office)).exported).toMatchObject({ file });
      expect(existsSync(file)).toBe(true);
    },
  },
  'dataSubject.stop': {
    invalid: [],
    behaves: async ({ client }) => expect((await client.dataSubject.stop()).running).toBeNull(),
  },
  'dataSubject.forget': {
    invalid: [],
    async behaves({ client }) {
      expect(await client.dataSubject.forget()).toEqual(nobody);
      expect(
        await definedErrorOf(client.dataSubject.export({ file: '/nowhere/person.perito' })),
      ).toMatchObject(defined('NOT_FOUND'));
    },
  },
};
