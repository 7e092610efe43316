import { setImmediate } from 'node:timers/promises';
import type { Clock } from './clock.ts';

/** When a loop goes on by itself; null where it rests until it is woken. */
export type NextRound = {
  /** In milliseconds. */
  after: number;
  /** Whether work is left over: waking does not shorten the pause, and the loop is not idle meanwhile. */
  hasMore?: boolean;
} | null;

export interface BackgroundLoop {
  readonly isStopped: boolean;
  /** Begins the first round. */
  start(): void;
  /**
   * Has another round begin after so many milliseconds, or sooner where it is due sooner; behind the round under way
   * where there is one. Does nothing before the start.
   */
  wake(after?: number): void;
  /** Resolves once no round is under way or woken for, or the loop is stopped. What is only due later is not waited for. */
  idle(): Promise<void>;
  /** Resolves once the round under way has ended; none follows. */
  stop(): Promise<void>;
}

interface BackgroundLoopOptions {
  clock: Clock;
  /** One round of the work; never two at a time. */
  run(): Promise<NextRound>;
  /** Decides when to try again after a round that threw, unless the loop was stopped meanwhile. */
  onError(failure: unknown): NextRound;
}

interface PlannedRound {
  at: number;
  reason: 'due' | 'woken' | 'workLeft';
  cancel(): void;
}

/** Runs background work round after round: when it is woken, and when the round before said. */
export function createBackgroundLoop({ clock, run, onError }: BackgroundLoopOptions): BackgroundLoop {
  let state: 'stopped' | 'resting' | 'working' = 'stopped';
  let working: Promise<void> = Promise.resolve();
  let planned: PlannedRound | null = null;
  let wokenAfter: number | null = null;
  const waitingForIdle: (() => void)[] = [];

  const begin = () => {
    planned?.cancel();
    planned = null;
    wokenAfter = null;
    state = 'working';
    working = tryRun().then(rest);
  };

  const tryRun = async (): Promise<NextRound> => {
    try {
      return await run();
    } catch (failure) {
      return state === 'stopped' ? null : onError(failure);
    }
  };

  const rest = (next: NextRound) => {
    if (state === 'stopped') return;
    state = 'resting';
    if (next !== null) plan(next.after, next.hasMore ? 'workLeft' : 'due');
    if (wokenAfter !== null) wake(wokenAfter);
    if (isIdle()) resolveIdle();
  };

  const plan = (after: number, reason: PlannedRound['reason']) => {
    planned?.cancel();
    planned = { at: clock.now() + after, reason, cancel: clock.after(after, begin) };
  };

  const wake = (after = 0) => {
    if (state === 'working') wokenAfter = Math.min(wokenAfter ?? after, after);
    if (state !== 'resting' || planned?.reason === 'workLeft') return;
    if (after <= 0) begin();
    else if (planned === null || planned.at > clock.now() + after) plan(after, 'woken');
    else planned.reason = 'woken';
  };

  const isIdle = () =>
    state === 'stopped' || (state === 'resting' && (planned === null || planned.reason === 'due'));
  const resolveIdle = () => {
    for (const resolve of waitingForIdle.splice(0)) resolve();
  };

  return {
    get isStopped() {
      return state === 'stopped';
    },
    start() {
      if (state === 'stopped') begin();
    },
    wake,
    idle() {
      if (isIdle()) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      waitingForIdle.push(resolve);
      return promise;
    },
    async stop() {
      state = 'stopped';
      planned?.cancel();
      planned = null;
      resolveIdle();
      await working;
    },
  };
}

interface Throttled<Arguments extends unknown[]> {
  (...args: Arguments): void;
  /** Makes the call that waits, if any, now. */
  flush(): void;
  /** Forgets the call that waits. */
  cancel(): void;
}

/** Leading-edge throttle with one trailing call, which has the arguments of the last. */
export function throttle<Arguments extends unknown[]>(
  clock: Clock,
  milliseconds: number,
  call: (...args: Arguments) => void,
): Throttled<Arguments> {
  let cancelTimer: (() => void) | null = null;
  let waiting: Arguments | null = null;
  const invoke = (args: Arguments) => {
    waiting = null;
    cancelTimer = clock.after(milliseconds, () => {
      cancelTimer = null;
      flush();
    });
    call(...args);
  };
  const flush = () => {
    if (waiting === null) return;
    cancelTimer?.();
    invoke(waiting);
  };
  const throttled = (...args: Arguments) => {
    if (cancelTimer === null) invoke(args);
    else waiting = args;
  };
  const cancel = () => {
    cancelTimer?.();
    cancelTimer = null;
    waiting = null;
  };
  return Object.assign(throttled, { flush, cancel });
}

/** Lets whatever waits for the thread go first. */
export const yieldToEventLoop = (): Promise<void> => setImmediate();
