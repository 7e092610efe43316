/** What is done about a data directory that is ill. */
import { oc } from '@orpc/contract';

/** Answered by the shell; with an engine there is nothing to recover. */
export const recoveryContract = {
  /** Starts on the data directory again, after somebody put right what was wrong with it. Resolves before that begins: what comes of it stands in `EngineAway`. */
  tryAgain: oc,
};
