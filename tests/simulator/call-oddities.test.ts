import { expect, test } from 'vitest';
import { openMarketplace } from '../../main/simulator/index.ts';
import {
  applyCallVariants,
  type CallForm,
  type CallVariant,
  callVariants,
  callVariantTable,
} from '../../main/simulator/variants.ts';
import { agreeableInsurer, listenAsInsurer } from './insurer.ts';

const call: CallForm = { path: '/incidentReports', headers: { Accept: 'x', 'X-API-KEY': 'k' } };
const cases: Record<CallVariant, CallForm> = {
  pathInPascalCase: { ...call, path: '/IncidentReports' },
  pathInCamelCase: call,
  trailingSlash: { ...call, path: '/incidentReports/' },
  otherKeySpelling: { ...call, headers: { Accept: 'x', 'X-API-Key': 'k' } },
};

test.each(callVariants)('%s changes what it says, and nothing else', (oddity) => {
  expect(applyCallVariants(call, [oddity])).toEqual(cases[oddity]);
  expect(callVariantTable[oddity].description).toMatch(/^\S.{15,}\.$/);
});

test('a path in camel case', () => {
  const orders = { ...call, path: '/PurchaseOrders/5/cancel' };
  expect(applyCallVariants(orders, ['pathInCamelCase']).path).toBe('/purchaseOrders/5/cancel');
});

test('they go out as switched, on every kind of call', async () => {
  await using insurer = await listenAsInsurer(agreeableInsurer());
  const marketplace = openMarketplace({ insurerUrl: insurer.url, key: 'a@b.example:c', seed: 1 });
  const odd = { callVariants: ['pathInPascalCase', 'trailingSlash', 'otherKeySpelling'] } as const;
  await marketplace.sendFinancialDocument(undefined, odd);
  await marketplace.lookUp({ vin: 'V', incidentDate: '2026-11-20' }, odd);
  expect(insurer.received.map(({ path }) => path)).toEqual([
    '/FinancialDocuments/',
    '/InsurancePolicies/?vin=V&incidentDate=2026-11-20',
  ]);
  for (const { rawHeaders } of insurer.received) expect(rawHeaders).toContain('X-API-Key');
});
