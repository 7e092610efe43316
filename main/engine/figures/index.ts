export { type FigureContent, figureContent, figureContentOf } from './content.ts';
export {
  findingsOf,
  intakeOf,
  moneyOf,
  pricesOf,
  savingsOf,
  scorecardOf,
  scorecardsOf,
  timesOf,
} from './queries.ts';
export { countRecord, figuresToKeep } from './share.ts';
