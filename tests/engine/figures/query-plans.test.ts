import { expect, onTestFinished, test } from 'vitest';
import {
  countFiguresByParty,
  findFirstAct,
  findPrices,
  findStaleFigureRecord,
  listFigureParties,
  listFigures,
  listOpenFindingCodes,
  listPricesByPart,
  listPricesByParty,
  listPricesOfParties,
} from '../../../main/engine/store/index.ts';
import { openRecords } from '../records/house.ts';
import { type PlannedStatement, planOf, statement } from '../store/query-plan.ts';

const period = { from: '2026-01', until: '2026-12' };
const queries: [name: string, statement: PlannedStatement, index: RegExp][] = [
  [
    'a measure of a party',
    statement((tx) => listFigures(tx, { measure: 'records', party: '', ...period })),
    /PRIMARY KEY \(measure=\? AND party=\? AND period>\? AND period<\?\)/,
  ],
  [
    'a measure by party',
    statement((tx) => countFiguresByParty(tx, { measure: 'records', ...period })),
    /COVERING INDEX figure_of_parties \(measure=\? AND period>\? AND period<\?\)/,
  ],
  [
    'a measure of some parties',
    statement((tx) => countFiguresByParty(tx, { measure: 'records', ...period, parties: ['1'] })),
    /PRIMARY KEY \(measure=\? AND party=\? AND period>\? AND period<\?\)/,
  ],
  [
    'prices by party',
    statement((tx) => listPricesByParty(tx, period, 9)),
    /COVERING INDEX price_figure_of_parties \(month>\? AND month<\?\)/,
  ],
  [
    'prices by part',
    statement((tx) => listPricesByPart(tx, { party: '', ...period }, 9)),
    /PRIMARY KEY \(party=\? AND month>\? AND month<\?\)/,
  ],
  [
    'prices of all parts',
    statement((tx) => findPrices(tx, { party: '', ...period })),
    /PRIMARY KEY \(party=\? AND month>\? AND month<\?\)/,
  ],
  [
    'prices of some parties',
    statement((tx) => listPricesOfParties(tx, { ...period, parties: ['1'] })),
    /COVERING INDEX price_figure_of_parties \(month>\? AND month<\?\)/,
  ],
  ['names', statement((tx) => listFigureParties(tx, ['1'])), /PRIMARY KEY \(party=\?\)/],
  ['the first act', statement((tx) => findFirstAct(tx, 1)), /INDEX audit_of_subject \(subject=\?\)/],
  ['open findings', statement((tx) => listOpenFindingCodes(tx, 1)), /INDEX finding_of_record/],
  ['what is to be counted', statement((tx) => findStaleFigureRecord(tx)), /^SCAN figure_stale$/],
];

test('each query of the figures has its index', async () => {
  const house = await openRecords();
  onTestFinished(async () => {
    await house.close();
    house.remove();
  });
  for (const [name, planned, index] of queries)
    expect(await planOf(house.store, planned), name).toMatch(index);
});
