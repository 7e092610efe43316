import type { Changes } from '../changes/index.ts';

/** Calls back after each change of the policy book, until the signal; changes that come together are one. */
export async function followPolicyBook(
  changes: Changes,
  signal: AbortSignal,
  changed: () => Promise<void>,
): Promise<void> {
  for await (const { topic } of changes.subscribe(signal)) if (topic === 'policies') await changed();
}
