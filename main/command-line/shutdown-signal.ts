const signals = ['SIGTERM', 'SIGINT'] as const;

/** npm hands on the Ctrl-C that the terminal sends to its child as well: within this time both are one. */
const sameAskMs = 1000;

/**
 * Resolves at the first SIGTERM or SIGINT, or where the process that began this one with a channel is gone; a later
 * second signal ends the process at once, as a person expects.
 */
export function stopAsked(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let askedAt: number | null = null;
  for (const signal of signals) {
    process.on(signal, () => {
      if (askedAt !== null && performance.now() - askedAt > sameAskMs) process.exit(130);
      askedAt ??= performance.now();
      resolve();
    });
  }
  if (process.connected) process.once('disconnect', resolve);
  return promise;
}

/** How often it is looked whether npm is still there. */
const lookMilliseconds = 250;

/**
 * Resolves when the npm script that began this process has ended. npm hands a SIGTERM to its shell, which
 * ends without telling its child; without this the child would go on by itself and hold the data directory.
 * Never resolves for a process that npm did not begin, and on Windows, where a parent is not known by its end.
 */
export function npmGone(environment: NodeJS.ProcessEnv): Promise<void> {
  if (environment['npm_lifecycle_event'] === undefined) return new Promise(() => {});
  const parent = process.ppid;
  return new Promise((resolve) => {
    const look = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(look);
      resolve();
    }, lookMilliseconds);
    look.unref();
  });
}
