import { expect, it } from 'vitest';
import { incidentTotals, partCost, priceOverMarket } from '../../../renderer/incidents/IncidentLines.tsx';
import { readIncidentReport } from '../../../shared/marketplace/record-content.ts';

const reportOf = (json: object) => readIncidentReport(json).value;

it('multiplies each line and sums exactly; replacing is labour and the part at the market average', () => {
  const totals = incidentTotals(
    reportOf({
      items: [
        { quantity: 2, itemRepairPrice: 0.1, itemReplacePrice: 100, itemAverageSellPrice: 0.3 },
        { quantity: 1, itemRepairPrice: 0.1, itemReplacePrice: 50.5, itemAverageSellPrice: 1000.1 },
      ],
      services: [{ quantity: 1.5, unitPrice: 1000.1 }],
    }),
  );
  expect(totals.repair).toEqual({ known: '0.3', missing: [] });
  expect(totals.replace).toEqual({ known: '1251.2', missing: [] });
  expect(totals.services).toEqual({ total: '1500.15', complete: true });
});

it('compares what the reviewed report compared wrongly: 8,900.00 to repair is less than 25,587.50 to replace', () => {
  const item = { quantity: 1, itemRepairPrice: 8900, itemReplacePrice: 3337.5, itemAverageSellPrice: 22250 };
  expect(partCost(reportOf({ items: [item] }).items[0] ?? nothing)).toEqual({
    repair: '8900',
    labour: '3337.5',
    part: '22250',
    replace: '25587.5',
  });
});

it.each([
  ['no average', {}],
  ['an average of zero', { itemAverageSellPrice: 0 }],
  ['a negative average', { itemAverageSellPrice: -5 }],
  ['no labour', { itemReplacePrice: null, itemAverageSellPrice: 10 }],
  ['no quantity', { quantity: null, itemAverageSellPrice: 10 }],
])('a part with %s makes no partial sum: it is named, and what is known stands apart', (_, odd) => {
  const { replace } = incidentTotals(
    reportOf({
      items: [
        { itemName: 'Puerta', quantity: 1, itemReplacePrice: 10, itemAverageSellPrice: 90 },
        { itemName: 'Faro', quantity: 1, itemReplacePrice: 10, ...odd },
      ],
      services: [],
    }),
  );
  expect(replace).toEqual({ known: '100', missing: ['Faro'] });
});

const nothing = { quantity: null, itemRepairPrice: null, itemReplacePrice: null, itemAverageSellPrice: null };

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
