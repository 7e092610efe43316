/** Settings as JSON texts, by name. */
import type { ReadTransaction, WriteTransaction } from './transaction.ts';

/** The JSON text of a setting, or null where it was never set. */
export async function findSetting(tx: ReadTransaction, name: string): Promise<string | null> {
  return (await tx.get<{ value: string }>('SELECT value FROM setting WHERE name = ?', name))?.value ?? null;
}

export async function upsertSetting(tx: WriteTransaction, name: string, value: string): Promise<void> {
  await tx.run(
    'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    name,
    value,
  );
}

/** How far the journal is derived: the last entry of each stream. */
export type DerivedStream = 'derivedCalls' | 'derivedArrivals';

export async function findDerivedPosition(tx: ReadTransaction, stream: DerivedStream): Promise<number> {
  return Number((await findSetting(tx, stream)) ?? 0);
}
