import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How often it is looked at how much the thread worked; milliseconds. */
const usualLook = 3000;
/** So many looks without work are rest. */
const looksOfRest = 2;
/** Milliseconds that a resting thread works between two looks at most. */
const restingWork = 100;
/** Milliseconds of work that leave enough behind to be collected. */
const worthIt = 250;

/**
 * Collects what a thread's work left behind once it rests: V8 keeps the memory that a busy time took for the next one, which may
 * be tomorrow. It takes some 40 ms of the thread, on a busy machine more, when nobody waits for it; so the receiver's has none.
 * Answers what ends it.
 */
export function collectAtRest({ look = usualLook } = {}): () => void {
  let [before, worked, quiet] = [performance.eventLoopUtilization().active, 0, 0];
  const timer = setInterval(() => {
    const { active } = performance.eventLoopUtilization();
    const since = active - before;
    before = active;
    worked += since;
    quiet = since > restingWork ? 0 : quiet + 1;
    if (quiet < looksOfRest || worked < worthIt) return;
    [worked, quiet] = [0, 0];
    collect();
  }, look).unref();
  return () => clearInterval(timer);
}

/**
 * V8 shows its collection to scripts only where it was asked to; nothing is collected where it does not. What a usual one frees V8
 * keeps for the next busy time; the last resort gives it to the system, and takes no longer.
 */
function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof gc === 'function') gc({ type: 'major', flavor: 'last-resort' });
}
