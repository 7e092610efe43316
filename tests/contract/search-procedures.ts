/** The room of the search: what it finds, and what it suggests while somebody types. */
import { expect } from 'vitest';
import type { Scenario } from './procedures.ts';

const tooLong = { query: 'x'.repeat(201) };

export const searchProcedures: Record<string, Scenario> = {
  'search.find': {
    invalid: [
      {},
      tooLong,
      { query: 'x', kind: 'receipt' },
      { query: 'x', limit: 0 },
      { query: 'x', limit: 101 },
    ],
    async behaves({ client }) {
      const [order] = (await client.records.list({ kind: 'purchaseOrder', limit: 1 })).rows;
      if (order === undefined) throw new Error('there is no order');
      const found = await client.search.find({ query: order.number.replaceAll('-', '') });
      expect(found.groups[0]?.records[0]).toMatchObject({
        record: { id: order.id },
        rank: 'own',
        hits: [{ field: 'number', text: order.number, ranges: [[0, order.number.length]] }],
      });
      expect(found.totals.purchaseOrder.count).toBeGreaterThan(0);
      expect(await client.search.find({ query: 'ningunapalabra' })).toMatchObject({
        groups: [],
        nextCursor: null,
      });
    },
  },
  'search.suggest': {
    invalid: [{}, tooLong, { query: 'x', limit: 21 }],
    async behaves({ client }) {
      const [order] = (await client.records.list({ kind: 'purchaseOrder', limit: 1 })).rows;
      const { suggestions } = await client.search.suggest({ query: order?.number ?? '' });
      expect(suggestions[0]).toMatchObject({ of: 'record', id: order?.id });
    },
  },
};
