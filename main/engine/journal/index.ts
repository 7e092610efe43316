export {
  type AnswerDetail,
  type Arrival,
  answerDetail,
  askDetail,
  type OutcomeDetail,
  outcomeDetail,
} from './arrivals.ts';
export { beforeFirst, type JournalBreak, type JournalWalk, walkJournal } from './chain.ts';
export { type Journal, openJournal, type Receipt } from './journal.ts';
