/** Exports: begun, handed out as a file, and removed, in this order. */
import { expect } from 'vitest';
import type { Opened } from './both-ways.ts';
import { definedErrorOf } from './defined-error.ts';
import type { Scenario } from './procedures.ts';

/** Resolves once one is no longer being written. */
async function ended({ client }: Opened, id: string) {
  for await (const _ of await client.changes()) {
    const entry = (await client.exports.list()).find((one) => one.id === id);
    if (entry !== undefined && entry.state !== 'writing') return entry;
  }
  throw new Error('the stream ended');
}

const source = { of: 'records' as const, filter: { kind: 'purchaseOrder' as const } };
const nowhere = { id: '00000000-0000-4000-8000-000000000000' };

export const exportProcedures: Record<string, Scenario> = {
  'exports.begin': {
    invalid: [
      {},
      { source, format: 'xls' },
      { source, format: 'csv', locale: 'fr' },
      { source: { of: 'records', filter: { kind: 'order' } }, format: 'csv' },
      { source: { of: 'table', title: '', filters: [], columns: [], rows: [] }, format: 'csv' },
    ],
    async behaves(office) {
      const { client, browser, via } = office;
      const begun = await client.exports.begin({ source, format: 'csv', locale: 'en' });
      expect(begun).toMatchObject({ state: 'writing', format: 'csv', title: 'Purchase orders' });
      const done = await ended(office, begun.id);
      const { total } = await client.records.list({ kind: 'purchaseOrder' });
      expect(done).toMatchObject({ state: 'done', rows: total, failure: null });
      expect(done.name).toMatch(/^purchase-orders-\d{4}-\d{2}-\d{2}\.csv$/);
      const authorization = `Bearer ${browser.token}`;
      const file = await fetch(`${browser.url}/exports/${begun.id}/download`, { headers: { authorization } });
      expect([file.status, file.headers.get('content-disposition')]).toEqual([
        200,
        expect.stringContaining(done.name),
      ]);
      const bytes = Buffer.from(await file.arrayBuffer());
      expect(bytes.length).toBe(done.bytes);
      expect(bytes.toString('utf8').trimEnd().split('\r\n').length).toBe(total + 1);
      const stranger = await fetch(`${browser.url}/exports/${begun.id}/download`);
      expect(stranger.status).toBe(401);
      const [entry] = (await client.audit.list({ subject: 'exports' })).rows;
      expect(entry).toMatchObject({
        action: 'export.made',
        actor: { via },
        detail: { ...source, rows: total, format: 'csv' },
      });
    },
  },
  'exports.list': {
    invalid: [],
    async behaves({ client }) {
      expect((await client.exports.list()).map(({ state }) => state)).toEqual(['done']);
    },
  },
  'exports.stop': {
    invalid: [{}, { id: 'a' }],
    async behaves({ client }) {
      const [done] = await client.exports.list();
      // One that is done stays so.
      expect(await client.exports.stop({ id: done?.id ?? '' })).toEqual(done);
      expect(await definedErrorOf(client.exports.stop(nowhere))).toMatchObject({ code: 'NOT_FOUND' });
    },
  },
  'exports.remove': {
    invalid: [{}, { id: 'a' }],
    async behaves({ client, browser }) {
      const id = (await client.exports.list())[0]?.id ?? '';
      // One that is being saved is listed no more, and its file is still there until it is removed.
      await client.exports.remove({ id, isSaved: true });
      expect(await client.exports.list()).not.toContainEqual(expect.objectContaining({ id }));
      await client.exports.remove({ id });
      expect(await client.exports.list()).toEqual([]);
      const authorization = `Bearer ${browser.token}`;
      const file = await fetch(`${browser.url}/exports/${id}/download`, { headers: { authorization } });
      expect(file.status).toBe(404);
      expect(await definedErrorOf(client.exports.remove({ id }))).toMatchObject({ code: 'NOT_FOUND' });
    },
  },
};
