import type { Clock } from '../clock.ts';

/** Something that is done at once, and after that once in a while however often it is asked for. */
export interface NowAndThen {
  ask(): void;
  /** Does at once what was asked for. */
  flush(): void;
  stop(): void;
}

export function nowAndThen(clock: Clock, milliseconds: number, work: () => void): NowAndThen {
  let cancel: (() => void) | null = null;
  let isAsked = false;
  const rest = () => {
    cancel = clock.after(milliseconds, () => {
      cancel = null;
      if (isAsked) run();
    });
  };
  const run = () => {
    isAsked = false;
    work();
    rest();
  };
  return {
    ask() {
      if (cancel === null) run();
      else isAsked = true;
    },
    flush() {
      if (!isAsked) return;
      cancel?.();
      run();
    },
    stop() {
      cancel?.();
      isAsked = false;
    },
  };
}
