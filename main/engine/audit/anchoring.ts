/** Notes the heads of both chains once a day, and holds them beside what was noted before. */
import { createBackgroundLoop } from '../background-loop.ts';
import type { Clock } from '../clock.ts';
import type { EngineLog } from '../log.ts';
import type { Store } from '../store/index.ts';
import { appendAnchor, type Contradiction, compareWithAnchors, readAnchors, takeAnchor } from './anchors.ts';

export interface Anchoring {
  /** At the first start of a day an anchor is set at once. */
  start(): void;
  /** Resolves once nothing is under way. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** How often it is looked whether another day has begun: a machine may have slept. */
const lookMilliseconds = 15 * 60_000;

/** As many of the newest are held beside the chains at a start; a check of everything holds all. */
const heldAtStart = 100;

/** `onContradiction` is told of each that was found at the start: nothing that was noted is changed for it. */
export function createAnchoring(options: {
  dataDir: string;
  /** Reads both chains. */
  store: Pick<Store, 'read'>;
  clock: Clock;
  log: EngineLog;
  onContradiction: (found: Contradiction) => void;
}): Anchoring {
  const { dataDir, store, clock, log, onContradiction } = options;
  const chains = { audit: store, journal: store };
  let isHeld = false;
  const holdBeside = async (anchors: Awaited<ReturnType<typeof readAnchors>>['anchors']) => {
    const placed = anchors.slice(-heldAtStart).map((anchor) => ({ anchor, source: { in: 'file' as const } }));
    for (const found of await compareWithAnchors(chains, placed)) onContradiction(found);
    isHeld = true;
  };
  const loop = createBackgroundLoop({
    clock,
    async run() {
      const { anchors } = await readAnchors(dataDir);
      if (!isHeld) await holdBeside(anchors);
      const last = anchors.at(-1);
      const now = clock.now();
      if (last === undefined || dayOf(Date.parse(last.at)) !== dayOf(now))
        await appendAnchor(dataDir, await takeAnchor(chains, now));
      return { after: lookMilliseconds };
    },
    onError(failure) {
      log.warn({ err: failure }, 'The heads of the chains could not be noted; it is tried again.');
      return { after: lookMilliseconds };
    },
  });
  return { start: () => loop.start(), idle: () => loop.idle(), stop: () => loop.stop() };
}

/** Of this computer's calendar. */
const dayOf = (at: number): string => new Date(at).toDateString();
