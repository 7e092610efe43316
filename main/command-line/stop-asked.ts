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
