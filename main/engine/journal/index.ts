export {
  type AnswerDetail,
  type ArchivedArrival,
  type Arrival,
  answerDetail,
  archivedDetail,
  askDetail,
  type OutcomeDetail,
  outcomeDetail,
  type Receipt,
} from './arrivals.ts';
export { beforeFirst, type JournalBreak, type JournalWalk, walkJournal } from './chain.ts';
export { type Journal, openJournal } from './journal.ts';
