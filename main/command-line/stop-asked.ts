const signals = ['SIGTERM', 'SIGINT'] as const;

/** Resolves at the first SIGTERM or SIGINT; a second one ends the process at once, as a person expects. */
export function stopAsked(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let asked = false;
  for (const signal of signals) {
    process.on(signal, () => {
      if (asked) process.exit(130);
      asked = true;
      resolve();
    });
  }
  return promise;
}
