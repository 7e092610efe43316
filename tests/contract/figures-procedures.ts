/** The room of figures: sums by month, which follow what arrives. */
import { expect, vi } from 'vitest';
import { dominicanDay } from '../../shared/rules/dominican-time.ts';
import { defined, definedErrorOf } from './defined-error.ts';
import type { Scenario } from './procedures.ts';

const month = dominicanDay(Date.now()).slice(0, 7);
/** Where the month changed since the orders came, they are in the one before. */
const before = dominicanDay(Date.now() - 86_400_000).slice(0, 7);
const period = { from: before, until: month };
const badPeriods = [
  {},
  { from: '2026-13', until: '2026-13' },
  { from: '2026-02', until: '2026-01' },
  { from: '2021-01', until: '2026-01' },
];
/** What is counted is counted after it was examined. */
const patience = { timeout: 30_000 };

export const figuresProcedures: Record<string, Scenario> = {
  'figures.intake': {
    invalid: [...badPeriods, { ...period, kind: 'receipt' }, { ...period, party: '' }],
    behaves: ({ client }) =>
      vi.waitFor(async () => {
        const { unit, rows } = await client.figures.intake(period);
        expect(unit).toBe('day');
        expect(rows.reduce((sum, { serviceOrder }) => sum + serviceOrder, 0)).toBeGreaterThan(0);
      }, patience),
  },
  'figures.times': {
    invalid: badPeriods,
    async behaves({ client }) {
      const { firstLook } = await client.figures.times(period);
      expect(firstLook.received).toBeGreaterThan(0);
    },
  },
  'figures.money': {
    invalid: badPeriods,
    async behaves({ client }) {
      await vi.waitFor(async () => {
        const { rows } = await client.figures.money(period);
        expect(rows).toMatchObject([{ currency: 'DOP', ordered: expect.stringMatching(/^[1-9]/) }]);
      }, patience);
    },
  },
  'figures.prices': {
    invalid: badPeriods,
    async behaves({ client }) {
      const { total, parts } = await client.figures.prices(period);
      expect(total?.lines).toBeGreaterThan(0);
      expect(parts.length).toBeGreaterThan(0);
    },
  },
  'figures.findings': {
    invalid: badPeriods,
    async behaves({ client }) {
      const { records, parties } = await client.figures.findings(period);
      expect(parties.reduce((sum, party) => sum + party.records, 0)).toBeLessThanOrEqual(records);
    },
  },
  'figures.savings': {
    invalid: badPeriods,
    async behaves({ client }) {
      const { compared } = await client.figures.savings(period);
      expect(compared).toBeGreaterThanOrEqual(0);
    },
  },
  'figures.scorecards': {
    invalid: [...badPeriods, { ...period, role: 'insured' }, { ...period, search: 'x'.repeat(201) }],
    async behaves({ client }) {
      const { rows, isCut } = await client.figures.scorecards({ ...period, role: 'supplier' });
      expect(isCut).toBe(false);
      expect(rows[0]).toMatchObject({ roles: expect.arrayContaining(['supplier']) });
    },
  },
  'figures.scorecard': {
    invalid: [...badPeriods, period],
    async behaves({ client }) {
      const [row] = (await client.figures.scorecards({ ...period, role: 'supplier' })).rows;
      const party = row?.party ?? '';
      expect(await client.figures.scorecard({ ...period, party })).toMatchObject({ party, name: row?.name });
      const unknown = client.figures.scorecard({ ...period, party: '000000000' });
      expect(await definedErrorOf(unknown)).toEqual(defined('NOT_FOUND'));
    },
  },
};
