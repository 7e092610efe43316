import type { RecordSummary } from '../store/index.ts';

/** What of a body is read before the answer: the summary for lists, and the words for the search. */
export interface Gist {
  summary: RecordSummary;
  words: string;
}
