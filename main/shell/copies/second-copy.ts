/** Has the second copy follow, in a process of its own that is started again whenever it ends or hangs. */
import type { PlaceProblem, SecondCopyStatus } from '#shared/contract/backups.ts';
import type { Clock } from '../../engine/clock.ts';
import { within } from '../../engine/within.ts';
import { CopierFailure, type Copiers } from './copier-client.ts';

export interface SecondCopy {
  /** Null where there is none. */
  status(): SecondCopyStatus | null;
  /** Follows to this folder, and to no other any more; nowhere where it is null. */
  follow(folder: string | null): Promise<void>;
  /** Ends it, after what is under way at the place where that does not take longer. */
  stop(limitMs?: number): Promise<void>;
}

/** How long is waited before each new start, in milliseconds; the last holds for all that follow. */
const pauses = [1000, 5000, 15_000, 60_000] as const;
const stopLimitMs = 2000;

interface Following {
  folder: string;
  stopping: AbortController;
  ended: Promise<void>;
}

export function keepSecondCopy(options: {
  dataDir: string;
  copiers: Copiers;
  clock: Clock;
  /** It tells of itself once a second, and more rarely where the place is away; a process that does not for so long hangs. */
  quietMs: number;
  /** What arrived and waits for so long hangs, whatever is told. */
  stuckMs: number;
  /** The installation of which a folder is known to have a second copy; null of any other folder. */
  known(folder: string): string | null;
  /** Told once that there is one, for each time that it is followed there. */
  onThere(folder: string): void;
  /** Told where the place cannot be used, once for each reason, and with null once it can be again. */
  onProblem?: ((problem: PlaceProblem | null, folder: string) => void) | undefined;
}): SecondCopy {
  const { dataDir, copiers, clock, quietMs, stuckMs, known, onThere, onProblem = () => {} } = options;
  let status: SecondCopyStatus | null = null;
  let toldOf: PlaceProblem['code'] | null = null;
  let following: Following | null = null;

  let thereIn: string | null = null;

  const note = (now: SecondCopyStatus) => {
    status = now;
    if (thereIn !== now.folder && (now.state === 'following' || now.copiedAt !== null)) {
      thereIn = now.folder;
      onThere(thereIn);
    }
    const code = now.problem?.code ?? null;
    // While it starts it is not known yet.
    if (code === toldOf || (code === null && now.state === 'starting')) return;
    toldOf = code;
    onProblem(now.problem, now.folder);
  };

  const followOnce = (folder: string, signal: AbortSignal): Promise<void> =>
    copiers.ask(keyOf(folder), quietMs, async (copier, alive) => {
      let oldest: string | null = null;
      let movedAt = clock.now();
      for await (const told of await copier.follow({ dataDir, folder, known: known(folder) })) {
        // Behind one that was ended another may follow.
        if (signal.aborted) continue;
        note(told);
        const { since } = told.arrivals;
        if (since === null || since !== oldest || told.state === 'away') movedAt = clock.now();
        oldest = since;
        if (clock.now() - movedAt < stuckMs) alive();
      }
    });

  const keep = async (folder: string, signal: AbortSignal) => {
    for (let attempt = 0; !signal.aborted; ) {
      const since = clock.now();
      let problem: PlaceProblem = { code: 'other', detail: 'It ended without being asked to.' };
      try {
        await followOnce(folder, signal);
      } catch (failure) {
        problem =
          failure instanceof CopierFailure ? failure.problem : { code: 'other', detail: String(failure) };
      }
      if (signal.aborted) return;
      note({ ...(status ?? starting(folder)), state: 'away', problem });
      attempt = clock.now() - since > calmMs ? 0 : attempt;
      const pause = pauses[attempt++] ?? pauses.at(-1) ?? 0;
      await new Promise<void>((resolve) => {
        const cancel = clock.after(pause, resolve);
        const end = () => {
          cancel();
          resolve();
        };
        if (signal.aborted) end();
        else signal.addEventListener('abort', end, { once: true });
      });
    }
  };

  const stop = async (limitMs = stopLimitMs) => {
    const ending = following;
    if (ending === null) return;
    following = null;
    ending.stopping.abort();
    const asked = copiers.ask(keyOf(ending.folder), limitMs, (copier) => copier.stop()).catch(() => {});
    await within(limitMs, Promise.all([asked, ending.ended]));
    await within(limitMs, copiers.end(keyOf(ending.folder)));
    status = null;
  };

  return {
    status: () => status,
    async follow(folder) {
      if (following?.folder === folder) return;
      await stop();
      if (folder === null) return;
      status = starting(folder);
      toldOf = null;
      thereIn = null;
      const stopping = new AbortController();
      following = { folder, stopping, ended: keep(folder, stopping.signal) };
    },
    stop,
  };
}

/** One that went on for so long is started again at once. */
const calmMs = 60_000;

/** It is not the one of backups in the same folder: that leaves the processor to others. */
const keyOf = (folder: string): string => `second copy ${folder}`;

const starting = (folder: string): SecondCopyStatus => ({
  ...{ folder, state: 'starting', problem: null, isSameDisk: null, freeBytes: null, copiedAt: null },
  arrivals: { behind: 0, since: null },
  database: { since: null },
  attachments: { behind: 0 },
});
