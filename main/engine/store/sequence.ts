import type { WriteTransaction } from './transaction.ts';

/** The next number of a sequence, from 1 on; without gaps, since it is undone with its transaction. */
export async function nextInSequence(tx: WriteTransaction, name: string): Promise<number> {
  const row = tx.get<{ last: number }>(
    'INSERT INTO sequence (name, last) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET last = last + 1 RETURNING last',
    name,
  );
  if (row === undefined) throw new Error(`The sequence ${name} gave no number.`);
  return row.last;
}
