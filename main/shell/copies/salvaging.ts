/** Gets out of a data directory that is ill what can be read, in a process of its own, which may hang or be killed. */
import { join } from 'node:path';
import type { SalvageFailure, SalvageState } from '#shared/contract/recovery.ts';
import type { SalvageEnd } from '../../copier/contract.ts';
import { within } from '../../engine/within.ts';
import type { Copiers } from './copier-client.ts';

export interface Salvaging {
  state(): SalvageState;
  isRunning(): boolean;
  /** Begins; nothing happens where one is under way. */
  begin(folder: string, signingKey: () => Promise<string | null>): void;
  /** Ends it; nothing is left of it. */
  stop(): Promise<void>;
}

interface SalvagingOptions {
  dataDir: string;
  version: string;
  copiers: Copiers;
  now: () => number;
  /** For so many milliseconds nothing may be heard of it, or it may be asked to end. */
  quietMs: number;
  stopMs: number;
}

export function openSalvaging(options: SalvagingOptions): Salvaging {
  const { dataDir, version, copiers, now, quietMs, stopMs } = options;
  let state: SalvageState = { running: null, done: null, failure: null };
  let folder = '';
  let ended: Promise<void> = Promise.resolve();

  const note = (end: SalvageEnd) => {
    if (end.state === 'salvaged') state = { ...state, done: end.salvaged };
    if (end.state === 'failed') state = { ...state, failure: end.failure };
  };
  const salvage = async (to: string, signingKey: () => Promise<string | null>) => {
    const key = await signingKey().catch(() => null);
    await copiers.ask(folder, quietMs, async (copier, alive) => {
      if (state.running?.isEnding !== false) return;
      const steps = await copier.salvage({ dataDir, to, version, signingKey: key });
      for (;;) {
        const step = await steps.next();
        if (step.done === true) return note(step.value);
        alive();
        if (state.running !== null) state = { ...state, running: { ...state.running, ...step.value } };
      }
    });
  };
  return {
    state: () => state,
    isRunning: () => state.running !== null,
    begin(chosen, signingKey) {
      if (state.running !== null) return;
      folder = chosen;
      const since = new Date(now()).toISOString();
      const to = join(folder, `perito-rescate-${since.replaceAll(/[-:]|\.\d+/g, '')}.perito`);
      state = {
        running: { phase: 'copying', done: 0, all: 0, file: to, since, isEnding: false },
        ...{ done: null, failure: null },
      };
      ended = salvage(to, signingKey)
        .catch((failure: unknown) => {
          if (state.running?.isEnding === false) state = { ...state, failure: failureOf(failure) };
        })
        .finally(() => {
          state = { ...state, running: null };
        });
    },
    async stop() {
      if (state.running === null) return;
      state = { ...state, running: { ...state.running, isEnding: true } };
      const asked = copiers.ask(folder, stopMs, (copier) => copier.stop()).catch(() => {});
      await within(stopMs, Promise.all([asked, ended]));
      await within(stopMs, copiers.end(folder));
      await ended;
    },
  };
}

const failureOf = (failure: unknown): SalvageFailure => ({
  code: 'other',
  detail: failure instanceof Error ? failure.message : String(failure),
});
