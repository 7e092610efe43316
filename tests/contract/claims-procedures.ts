/** The room of claims: what records that share a key say together. */
import { safe } from '@orpc/client';
import { expect } from 'vitest';
import type { Opened } from './both-ways.ts';
import type { Scenario } from './procedures.ts';

/** The claim of the first order that was sent, once the examiner has linked it. */
async function firstClaim({ client, purchaseOrders }: Opened) {
  const body = purchaseOrders[0]?.body ?? {};
  const claimNumber = String(Reflect.get(body, 'insuranceClaimNumber'));
  for await (const _ of await client.changes()) {
    const { rows } = await client.claims.list({ search: claimNumber });
    const claim = rows.find((row) => row.claimNumber === claimNumber);
    if (claim !== undefined) return claim;
  }
  throw new Error('the stream ended');
}

export const claimsProcedures: Record<string, Scenario> = {
  'claims.list': {
    invalid: [{ limit: 0 }, { search: 'x'.repeat(201) }, { cursor: 5 }],
    async behaves(office) {
      const claim = await firstClaim(office);
      expect(claim.counts.purchaseOrder).toBeGreaterThan(0);
      expect(claim.headline).toMatchObject([{ currency: 'DOP', toCredit: '0' }]);
      const { rows, total } = await office.client.claims.list();
      expect(rows.map(({ claimNumber }) => claimNumber)).toContain(claim.claimNumber);
      expect(total).toBe(rows.length);
    },
  },
  'claims.get': {
    invalid: [{}, { by: 'order', value: '1' }, { by: 'claimNumber', value: '' }],
    async behaves(office) {
      const { claimNumber, counts } = await firstClaim(office);
      const claimFile = await office.client.claims.get({ by: 'claimNumber', value: claimNumber });
      // One row a party; how many of the claim's orders are linked by now is a matter of time.
      expect(claimFile.ledger[0]).toMatchObject({ currency: 'DOP', cancelled: '0', invoiced: '0' });
      const orders = claimFile.records.filter(({ kind }) => kind === 'purchaseOrder');
      expect(orders).toHaveLength(counts.purchaseOrder);
      expect(claimFile.matches[0]?.lines[0]).toMatchObject({ orderLine: 0, state: 'notInvoiced' });
      expect(claimFile.timeline.map(({ event }) => event)).toContain('record');
      const { error } = await safe(office.client.claims.get({ by: 'vin', value: 'nothing' }));
      expect(error).toMatchObject({ defined: true, code: 'NOT_FOUND' });
    },
  },
  'claims.elsewhere': {
    invalid: [{}, { by: 'order', value: '1' }, { by: 'claimNumber', value: '' }],
    async behaves(office) {
      const { claimNumber } = await firstClaim(office);
      // Its orders name no vehicle and nobody.
      expect(await office.client.claims.elsewhere({ by: 'claimNumber', value: claimNumber })).toEqual([]);
      const { error } = await safe(office.client.claims.elsewhere({ by: 'vin', value: 'nothing' }));
      expect(error).toMatchObject({ defined: true, code: 'NOT_FOUND' });
    },
  },
  'claims.related': {
    invalid: [{}, { recordId: 0 }],
    async behaves(office) {
      const { claimNumber } = await firstClaim(office);
      const { records } = await office.client.claims.get({ by: 'claimNumber', value: claimNumber });
      const order = records.find(({ kind }) => kind === 'purchaseOrder');
      const related = await office.client.claims.related({ recordId: order?.id ?? 0 });
      expect(related.keys).toContainEqual({ by: 'claimNumber', value: claimNumber });
      expect(related.match?.order.id).toBe(order?.id);
      const { error } = await safe(office.client.claims.related({ recordId: 999_999 }));
      expect(error).toMatchObject({ defined: true, code: 'NOT_FOUND' });
    },
  },
};
