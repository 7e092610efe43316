import { type AnsweredProblem, knownProblem } from './problem-words.ts';

type Advice = 'malformed' | 'parameters' | 'tooLarge' | 'method' | 'type' | 'http' | 'busy';

/** Which advice fits what was answered: a query brings no record that could be sent again. */
export function adviceOf({ status, ...problem }: AnsweredProblem & { status: number }): Advice {
  if (knownProblem(problem) === 'parameters-wrong') return 'parameters';
  if (status === 413) return 'tooLarge';
  if (status === 404 || status === 405) return 'method';
  if (status === 415) return 'type';
  if (status === 417 || status === 501) return 'http';
  if (status >= 500 || status === 429) return 'busy';
  return 'malformed';
}
