/** For the entry of a process that the shell started: its way to the shell, its end, and how it leaves the processor to others. */
import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** Node's IPC, or the port of an Electron utility process. */
export interface ParentChannel {
  send(message: unknown): void;
  listen(listener: (message: unknown) => void): void;
  onParentGone(listener: () => void): void;
}

export function parentChannel(): ParentChannel {
  if ('parentPort' in process && process.parentPort) {
    const port = process.parentPort;
    return {
      send: (message) => port.postMessage(message),
      listen: (listener) => port.on('message', (event) => listener(event.data)),
      // Electron ends its utility processes with itself.
      onParentGone: () => {},
    };
  }
  return {
    // A parent that is gone is told as such.
    send: (message) => process.send?.(message, undefined, undefined, () => {}),
    listen: (listener) => process.on('message', listener),
    onParentGone: (listener) => process.on('disconnect', listener),
  };
}

/** A plain exit would wait for what a thread computes outside of JavaScript, and for a file that never answers. */
export function endNow(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** Leaves the processor to everybody else: what this process does must not slow the receiver. */
export function takeLowestPriority(): void {
  for (const id of threadIds()) {
    try {
      setPriority(id, constants.priority.PRIORITY_LOW);
    } catch {
      // A thread may have ended meanwhile, and a system may forbid it: all is done the same.
    }
  }
}

/** 0 is the process itself. On Linux each thread has a priority of its own, and new threads inherit it. */
function threadIds(): number[] {
  try {
    return [0, ...readdirSync('/proc/self/task').map(Number)];
  } catch {
    return [0];
  }
}
