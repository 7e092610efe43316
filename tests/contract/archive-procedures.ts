/** Archives: made of the records that the office has, one at a time, in this order. */
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { verifyBundle } from '../../main/engine/bundles.ts';
import type { Opened } from './both-ways.ts';
import { defined, definedErrorOf } from './defined-error.ts';
import type { Scenario } from './procedures.ts';

let folder = '';
const choice = { kinds: ['purchaseOrder' as const] };

/** Resolves once none is being made. */
async function ended({ client }: Opened) {
  for await (const _ of await client.changes()) {
    const state = await client.archives.get();
    if (state.running === null) return state;
  }
  throw new Error('the stream ended');
}

export const archiveProcedures: Record<string, Scenario> = {
  'archives.signingKey': {
    invalid: [],
    // There is no keychain in this office.
    behaves: async ({ client }) =>
      expect(await client.archives.signingKey()).toEqual({ publicKey: null, fingerprint: null }),
  },
  'archives.count': {
    invalid: [
      {},
      { choice: { search: 'x'.repeat(201) } },
      { choice: { claimFiles: [{ by: 'name', value: 'x' }] } },
    ],
    async behaves({ client }) {
      const { records, total, isCapped } = await client.archives.count({ choice });
      expect([records, isCapped]).toEqual([{ purchaseOrder: total }, false]);
      expect(total).toBeGreaterThan(0);
      const none = { search: 'nothing says this' };
      expect(await client.archives.count({ choice: none })).toEqual({
        records: {},
        total: 0,
        isCapped: false,
      });
    },
  },
  'archives.get': {
    invalid: [],
    behaves: async ({ client }) =>
      expect(await client.archives.get()).toEqual({ running: null, failure: null }),
  },
  'archives.create': {
    invalid: [
      {},
      { choice, file: '' },
      { choice: { kinds: ['order'] }, file: '/a.perito' },
      { choice: { from: '1.2.2026' }, file: '/a.perito' },
      { choice: { ids: [0] }, file: '/a.perito' },
    ],
    async behaves(office) {
      const { client } = office;
      folder = mkdtempSync(join(tmpdir(), 'perito-archives-'));
      const file = join(folder, 'orders.perito');
      for (const wrong of ['orders.perito', join(folder, 'orders.zip'), join(folder, '.perito')])
        expect(await definedErrorOf(client.archives.create({ choice, file: wrong }))).toMatchObject(
          defined('NOT_A_PATH'),
        );
      const { running } = await client.archives.create({ choice, file });
      expect(running).toMatchObject({ file, phase: 'writing' });
      expect(await definedErrorOf(client.archives.create({ choice, file }))).toMatchObject(defined('BUSY'));
      expect(await ended(office)).toEqual({ running: null, failure: null });
      expect(await verifyBundle(file)).toMatchObject({ ok: true, signature: { state: 'unsigned' } });
      const secret = await client.archives.create({
        choice,
        file: join(folder, 's.perito'),
        isEncrypted: true,
      });
      expect(secret).toMatchObject({ running: null, passphrase: { way: 'page' } });
      await client.archives.create({ choice, file });
      expect((await ended(office)).failure).toMatchObject({ file, code: 'targetExists' });
      await client.archives.create({ choice: { until: '2001-01-01' }, file: join(folder, 'none.perito') });
      expect((await ended(office)).failure).toMatchObject({ code: 'nothingChosen' });
      expect(existsSync(join(folder, 'none.perito'))).toBe(false);
    },
  },
  'archives.stop': {
    invalid: [],
    behaves: async ({ client }) => expect(await client.archives.stop()).toBeUndefined(),
  },
  'archives.open': {
    invalid: [{}, { file: '' }],
    async behaves({ client }) {
      const other = join(folder, 'other.perito');
      expect(await definedErrorOf(client.archives.open({ file: other }))).toMatchObject(defined('AWAY'));
      const { home } = await client.archives.open({ file: join(folder, 'orders.perito') });
      expect(home).toMatch(/^\//);
    },
  },
  'archives.list': {
    invalid: [],
    async behaves({ client }) {
      const [made, ...others] = await client.archives.list();
      expect(others).toEqual([]);
      expect(made).toMatchObject({
        file: join(folder, 'orders.perito'),
        keyFingerprint: null,
        missingContents: 0,
      });
      expect(made?.records).toBeGreaterThan(2);
    },
  },
};
