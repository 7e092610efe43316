import { type AttachmentProblemCode, permanentProblems } from '#shared/attachment-terms.ts';
import type { AttachmentStateChange } from '../../store/index.ts';

const second = 1000;
const hour = 3600 * second;

/** Pauses after the tries that follow each other soon; after them it counts as failed. */
const soon = [2 * second, 8 * second, 30 * second];
/** Then it is tried now and then: a server or a line that was gone for days is found again by itself. */
const later = [0.5, 1, 2, 4, 8, 12, 24, 24, 24, 24].map((hours) => hours * hour);

/** What ends the tries: it lasts, or is the server's own doing, and stands until somebody changes something. */
const refusals: readonly AttachmentProblemCode[] = [
  ...permanentProblems,
  'addressNotPublic',
  'tooManyRedirects',
  'badRedirect',
  'tooLarge',
  'encodingNotAllowed',
  'tooManyOfRecord',
];

interface FailedTry {
  problem: AttachmentProblemCode;
  detail: string | null;
  /** How many tries there were, this one included. */
  attempts: number;
  retryAfterSeconds: number | null;
  at: number;
  /** From 0 to 1, as `Math.random`. */
  random: number;
}

/** Where an attachment stands after a try that failed. */
export function stateAfterFailure(failed: FailedTry): AttachmentStateChange {
  const { problem, detail, attempts, at } = failed;
  if (problem === 'hostNotApproved' || problem === 'redirectHostNotApproved') {
    return { state: 'awaitingApproval', problem, detail, nextAttemptAt: null };
  }
  if (refusals.includes(problem)) return { state: 'refused', problem, detail, nextAttemptAt: null };
  // It waits until there is room.
  if (problem === 'diskLow') return { state: 'queued', problem, detail, nextAttemptAt: at + 60 * second };
  // Nothing is fetched meanwhile, and it has arrived.
  if (problem === 'placeAway') return { state: 'queued', problem, detail, nextAttemptAt: at };
  const isSoon = attempts <= soon.length;
  const pause = isSoon ? soon[attempts - 1] : later[attempts - soon.length - 1];
  const state = isSoon ? 'queued' : 'failed';
  if (pause === undefined) return { state, problem, detail, nextAttemptAt: null };
  const asked = (failed.retryAfterSeconds ?? 0) * second;
  return { state, problem, detail, nextAttemptAt: at + Math.max(asked, jittered(pause, failed.random)) };
}

/** Half of the pause to one and a half of it, so that files that failed together do not come back together. */
function jittered(pause: number, random: number): number {
  return Math.round(pause * (0.5 + random));
}
