import type { DatabaseReplica } from '#shared/contract/database.ts';

/** It keeps the log of changes and is no server: what it has confirmed answers no call afterwards. */
const receivesAlone = 'pg_receivewal';

/**
 * The value of `synchronous_standby_names`, as a literal of SQL, by which any one of these replicas has to confirm; null where
 * none can be named.
 */
export function synchronousNamesOf(replicas: readonly Pick<DatabaseReplica, 'name'>[]): string | null {
  const names = new Set(replicas.map(({ name }) => name));
  for (const unfit of ['', receivesAlone]) names.delete(unfit);
  if (names.size === 0) return null;
  const list = [...names].map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');
  return `'ANY 1 (${list.replaceAll("'", "''")})'`;
}
