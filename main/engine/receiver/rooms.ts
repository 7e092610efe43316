import type { Cancellations } from '../cancellations/index.ts';
import type { Clock } from '../clock.ts';
import type { Keys } from '../keys/index.ts';
import type { EngineLog } from '../log.ts';
import type { PolicyAnswers } from '../policies/index.ts';
import type { Delivery } from '../records/index.ts';
import type { Rejected } from '../rejected/index.ts';

/** What the receiver needs of the house. */
export interface ReceiverDependencies {
  keys: Pick<Keys, 'authenticate' | 'configured' | 'redactor'>;
  records: { register(delivery: Delivery): Promise<{ number: string }> };
  rejected: Pick<Rejected, 'keep'>;
  policies: PolicyAnswers;
  cancellations: Pick<Cancellations, 'ask' | 'heldCalls'>;
  clock: Clock;
  log: EngineLog;
  /** Null while calls can be stored; else why not, and when the marketplace should try again. */
  ableToStore(): { code: 'diskLow' | 'databaseFailed' | 'databaseGone'; retryAfterSeconds: number } | null;
}
