import { endNow } from '../own-process.ts';

const signals = ['SIGTERM', 'SIGINT'] as const;

/** npm hands on the Ctrl-C that the terminal sends to its child as well: within this time both are one. */
const sameSignalMs = 1000;

/**
 * Resolves at the first SIGTERM or SIGINT, or where the process that began this one with a channel is gone; a later
 * second signal ends the process at once, as a person expects, whatever it waits for.
 */
export function shutdownSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let signalledAt: number | null = null;
  for (const signal of signals) {
    process.on(signal, () => {
      if (signalledAt !== null && performance.now() - signalledAt > sameSignalMs) endNow();
      signalledAt ??= performance.now();
      resolve();
    });
  }
  if (process.connected) process.once('disconnect', resolve);
  return promise;
}

/** How often it is checked whether npm is still there. */
const checkIntervalMs = 250;

/**
 * Resolves when the npm script that began this process has ended. npm hands a SIGTERM to its shell, which
 * ends without telling its child; without this the child would go on by itself and hold the data directory.
 * Never resolves for a process that npm did not begin, and on Windows, where a parent is not known by its end.
 */
export function parentExit(environment: NodeJS.ProcessEnv): Promise<void> {
  if (environment['npm_lifecycle_event'] === undefined) return new Promise(() => {});
  const parent = process.ppid;
  return new Promise((resolve) => {
    const check = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(check);
      resolve();
    }, checkIntervalMs);
    check.unref();
  });
}
