import type { WriteTransaction } from './transaction.ts';

/**
 * The next number of a sequence, from 1 on; without gaps, since it is undone with its transaction.
 *
 * Read, then written, and not one upsert: a statement that may have to be undone alone makes FTS5 write
 * out what it has gathered, and registering an order would cost twice as much.
 */
export async function nextInSequence(tx: WriteTransaction, name: string): Promise<number> {
  const last = tx.get<{ last: number }>('SELECT last FROM sequence WHERE name = ?', name)?.last;
  if (last === undefined) tx.run('INSERT INTO sequence (name, last) VALUES (?, 1)', name);
  else tx.run('UPDATE sequence SET last = ? WHERE name = ?', last + 1, name);
  return (last ?? 0) + 1;
}
