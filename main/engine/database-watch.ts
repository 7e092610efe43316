/** Looks at where the data are: when a screen asks, and of a server once a minute, since who administers it should hear what is wrong. */
import { type DatabaseRisk, type DatabaseState, databaseRisk } from '#shared/contract/database.ts';
import type { Clock } from './clock.ts';
import { isOnServer, lookAtDatabase } from './store/index.ts';

/** However many ask, it is not looked at more often, in milliseconds. */
const freshMilliseconds = 2000;
const lookMilliseconds = 60_000;

export interface DatabaseWatch {
  /** As of a few seconds ago. */
  state(): Promise<DatabaseState>;
  /** At the last look. */
  risk(): DatabaseRisk | null;
  /** Looks by itself from now on, where the data are on a server. */
  start(): void;
  stop(): void;
}

interface DatabaseWatchOptions {
  dataDir: string;
  clock: Clock;
  /** The risk is another now. */
  onChange: () => void;
}

export function watchDatabase({ dataDir, clock, onChange }: DatabaseWatchOptions): DatabaseWatch {
  let known: { at: number; state: Promise<DatabaseState> } | null = null;
  let risk: DatabaseRisk | null = null;
  let cancel = () => {};
  let isStopped = false;

  const lookNow = async (): Promise<DatabaseState> => {
    const state = await lookAtDatabase(dataDir);
    const before = risk;
    // Of a server that does not answer now, what was known stays.
    if (state.kind === 'files' || state.server !== null) risk = riskOf(state);
    if (risk !== before && !isStopped) onChange();
    return state;
  };
  const state = (): Promise<DatabaseState> => {
    const now = clock.now();
    if (known === null || Math.abs(now - known.at) > freshMilliseconds) known = { at: now, state: lookNow() };
    return known.state;
  };
  const lookOn = async (): Promise<void> => {
    // What cannot be looked at is said by whoever works with it.
    await state().catch(() => {});
    if (!isStopped) cancel = clock.after(lookMilliseconds, () => void lookOn());
  };
  return {
    state,
    risk: () => risk,
    start() {
      if (isOnServer(dataDir)) void lookOn();
    },
    stop() {
      isStopped = true;
      cancel();
    },
  };
}

function riskOf(state: DatabaseState): DatabaseRisk | null {
  if (state.kind === 'files' || state.server === null) return null;
  const { data } = databaseRisk.safeParse(state.server.replication.protection);
  return data ?? null;
}
