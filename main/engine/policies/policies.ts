import type { PolicyVerdict } from '#shared/contract/policies.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import type { EngineLog } from '../log.ts';
import type { SettingsRoom } from '../settings/index.ts';
import { hasVehicles, type Store } from '../store/index.ts';
import { createAnswers } from './lookup/answers.ts';
import { type VerdictQuery, verdictOn } from './lookup/verdict.ts';
import type { PolicyAnswers } from './policy-answers.ts';

export interface Policies {
  /** What the receiver answers from the book. */
  answers: PolicyAnswers;
  /** What the lookup would answer about one vehicle, and why; not logged as a lookup. */
  verdictOn(query: VerdictQuery): Promise<PolicyVerdict>;
  /** Whether the book in force has no vehicle at all. */
  isEmpty(): boolean;
  /** Cleans up what the last run left behind, and begins to watch the folder of the settings. */
  start(): Promise<void>;
  /** Stops what is under way; the book in force stays as it is. */
  close(): Promise<void>;
}

export async function createPolicies(options: {
  store: Store;
  clock: Clock;
  changes: Changes;
  settings: SettingsRoom;
  log: EngineLog;
}): Promise<Policies> {
  const { store, settings } = options;
  let isEmpty = !(await store.read(hasVehicles));
  const lookAgain = async () => {
    isEmpty = !(await store.read(hasVehicles));
  };
  return {
    answers: createAnswers(options),
    verdictOn: (query) => store.read((tx) => verdictOn(tx, query, settings.current())),
    isEmpty: () => isEmpty,
    start: () => lookAgain(),
    close: async () => {},
  };
}
