import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** Leaves the processor to everybody else: the receiver is not to feel that files are looked at. */
export function takeLowestPriority(): void {
  for (const id of threadIds()) {
    try {
      setPriority(id, constants.priority.PRIORITY_LOW);
    } catch {
      // A thread may have ended meanwhile, and a system may forbid it: files are looked at all the same.
    }
  }
}

/** 0 is the process itself; Linux counts each thread by itself, and new ones take after the one that starts them. */
function threadIds(): number[] {
  try {
    return [0, ...readdirSync('/proc/self/task').map(Number)];
  } catch {
    return [0];
  }
}
