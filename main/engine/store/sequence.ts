import { CacheKey, type GroupMemory } from './group-memory.ts';
import type { WriteTransaction } from './transaction.ts';

/**
 * The next number of a sequence, from 1 on; without gaps, since it is undone with its transaction. It is read
 * once and written once a group.
 *
 * Read, then written, and not one upsert: a statement that may have to be undone alone makes FTS5 write
 * out what it has gathered, and registering an order would cost twice as much.
 */
export async function nextInSequence(tx: WriteTransaction, name: string): Promise<number> {
  const used = sequencesOf(tx);
  const last = used.get(name) ?? storedLast(tx, name);
  used.set(name, last + 1);
  return last + 1;
}

const inUse = new CacheKey<Map<string, number>>();

/** The last number of each sequence that the group has used; written when the group is committed. */
function sequencesOf(tx: WriteTransaction): Map<string, number> {
  const known = tx.memory.get(inUse);
  if (known !== undefined) return known;
  const used = new Map<string, number>();
  tx.memory.set(inUse, used);
  tx.memory.atCommit(() => {
    for (const [name, last] of used) tx.run('UPDATE sequence SET last_number = ? WHERE name = ?', last, name);
  });
  return used;
}

/** The last number of each sequence that the present group used. */
export function usedSequences(memory: GroupMemory): ReadonlyMap<string, number> {
  return memory.get(inUse) ?? new Map();
}

function storedLast(tx: WriteTransaction, name: string): number {
  const stored = tx.get<{ last: number }>(
    'SELECT last_number AS last FROM sequence WHERE name = ?',
    name,
  )?.last;
  if (stored === undefined) tx.run('INSERT INTO sequence (name, last_number) VALUES (?, 0)', name);
  return stored ?? 0;
}
