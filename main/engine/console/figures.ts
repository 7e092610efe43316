import {
  findingsOf,
  intakeOf,
  moneyOf,
  pricesOf,
  savingsOf,
  scorecardOf,
  scorecardsOf,
  timesOf,
} from '../figures/index.ts';
import type { Store } from '../store/index.ts';
import { os } from './base.ts';

export function figureProcedures(store: Pick<Store, 'read'>) {
  const { figures } = os;
  return {
    intake: figures.intake.handler(({ input }) => store.read((tx) => intakeOf(tx, input))),
    times: figures.times.handler(({ input }) => store.read((tx) => timesOf(tx, input))),
    money: figures.money.handler(async ({ input }) => ({
      rows: await store.read((tx) => moneyOf(tx, input)),
    })),
    prices: figures.prices.handler(({ input }) => store.read((tx) => pricesOf(tx, input))),
    findings: figures.findings.handler(({ input }) => store.read((tx) => findingsOf(tx, input))),
    savings: figures.savings.handler(({ input }) => store.read((tx) => savingsOf(tx, input))),
    scorecards: figures.scorecards.handler(({ input }) => store.read((tx) => scorecardsOf(tx, input))),
    scorecard: figures.scorecard.handler(async ({ input, errors }) => {
      const found = await store.read((tx) => scorecardOf(tx, input));
      if (found === null) throw errors.NOT_FOUND();
      return found;
    }),
  };
}
