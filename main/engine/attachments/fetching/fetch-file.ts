import type { IncomingMessage } from 'node:http';
import type { Network } from '../guard/network.ts';
import { FetchError } from '../guard/not-fetched.ts';
import { bodyOf, sizeOf } from './body.ts';
import { Deadline } from './deadline.ts';
import { follow } from './follow.ts';
import { saveBody } from './landing.ts';
import { outcomeOf } from './outcome-of.ts';
import { retryAfterSeconds } from './retry-after.ts';
import type { FetchHop, FetchOutcome, FetchProgress, FetchRules, FetchTask } from './task.ts';

/** How long the other side may be silent. */
const stallMilliseconds = 30_000;

export interface FetchOptions {
  /** Gives the file up. */
  signal: AbortSignal;
  /** Told of every piece. */
  onProgress(progress: FetchProgress): void;
  /** Told of every host, once it was found to be approved and before it is dialled. */
  onHop?(hop: FetchHop): void;
}

/** Fetches one file into the landing folder, or leaves nothing there and says why. Never rejects. */
export async function fetchFile(
  network: Network,
  task: FetchTask,
  rules: FetchRules,
  { signal, onProgress, onHop = () => {} }: FetchOptions,
): Promise<FetchOutcome> {
  const deadline = new Deadline(network.clock, {
    whole: task.maximumMilliseconds,
    stall: stallMilliseconds,
  });
  const ending = AbortSignal.any([signal, deadline.signal]);
  let response: IncomingMessage | null = null;
  try {
    ending.throwIfAborted();
    const start = URL.parse(task.url);
    if (start === null) throw new FetchError('notAnAddress');
    const onSign = () => deadline.signOfLife();
    response = await follow(start, { rules, network, signal: ending, onSign, onHop });
    checkStatus(response, network.clock.now());
    const total = sizeOf(response);
    const body = bodyOf(response, {
      maximumBytes: task.maximumBytes,
      onBytes(bytes) {
        deadline.signOfLife();
        onProgress({ bytes, total });
      },
    });
    return { outcome: 'landed', ...(await saveBody(task, body, ending)) };
  } catch (cause) {
    if (signal.aborted) return { outcome: 'givenUp' };
    return outcomeOf(deadline.signal.aborted ? new FetchError('timeout') : cause);
  } finally {
    deadline.end();
    response?.destroy();
  }
}

function checkStatus({ statusCode, headers }: IncomingMessage, now: number): void {
  if (statusCode === 200) return;
  throw new FetchError('httpStatus', String(statusCode), {
    retryAfterSeconds: retryAfterSeconds(headers['retry-after'], now),
  });
}
