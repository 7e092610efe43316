import { expect, it } from 'vitest';
import { incidentTotals } from '../../../renderer/incidents/incident-totals.ts';
import { priceOverMarket } from '../../../renderer/incidents/price-over-market.ts';
import { readIncidentReport } from '../../../shared/marketplace/read-bodies.ts';

const reportOf = (json: object) => readIncidentReport(json).value;

it('multiplies each line and sums exactly', () => {
  const totals = incidentTotals(
    reportOf({
      items: [
        { quantity: 2, itemRepairPrice: 0.1, itemReplacePrice: 100 },
        { quantity: 1, itemRepairPrice: 0.1, itemReplacePrice: 50.5 },
      ],
      services: [{ quantity: 1.5, unitPrice: 1000.1 }],
    }),
  );
  expect(totals.repair).toEqual({ total: '0.3', complete: true });
  expect(totals.replace).toEqual({ total: '250.5', complete: true });
  expect(totals.services).toEqual({ total: '1500.15', complete: true });
});

it('says where a price did not come', () => {
  const { repair, replace } = incidentTotals(
    reportOf({ items: [{ quantity: 1, itemRepairPrice: 10 }], services: [] }),
  );
  expect(repair).toEqual({ total: '10', complete: true });
  expect(replace).toEqual({ total: '0', complete: false });
});

it.each([
  ['100', '200', '300', null],
  ['100', '301', '300', '301'],
  ['400', '301', '300', '400'],
  ['400', null, '300', '400'],
  ['300', '300.00', '300', null],
  ['400', '500', null, null],
  ['400', '500', '0', null],
  ['x', '500', '300', '500'],
] as const)(
  'to repair %s, to replace %s, dearest on the market %s: %s is above it',
  (repair, replace, max, expected) => {
    expect(
      priceOverMarket({ itemRepairPrice: repair, itemReplacePrice: replace, itemMaxSellPrice: max }),
    ).toBe(expected);
  },
);
