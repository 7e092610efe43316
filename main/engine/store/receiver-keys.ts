/** The keys that the marketplace signs in with; only salted verifiers are stored. */
import { insertedId, type ReadTransaction, selected, type WriteTransaction } from './transaction.ts';

export interface ReceiverKeyRow {
  id: number;
  label: string;
  email: string;
  salt: Uint8Array;
  verifier: Uint8Array;
  createdAt: number;
  lastUsedAt: number | null;
  retiredAt: number | null;
}

const keyColumns = selected<ReceiverKeyRow>('k', [
  'id',
  'label',
  'email',
  'salt',
  'verifier',
  'createdAt',
  'lastUsedAt',
  'retiredAt',
]);

export async function listReceiverKeys(tx: ReadTransaction): Promise<ReceiverKeyRow[]> {
  return tx.all<ReceiverKeyRow>(`SELECT ${keyColumns} FROM receiver_key k ORDER BY id DESC LIMIT 50`);
}

export async function listLiveReceiverKeys(tx: ReadTransaction): Promise<ReceiverKeyRow[]> {
  return tx.all<ReceiverKeyRow>(
    `SELECT ${keyColumns} FROM receiver_key k WHERE retired_at IS NULL ORDER BY id LIMIT 50`,
  );
}

export async function insertReceiverKey(
  tx: WriteTransaction,
  key: Omit<ReceiverKeyRow, 'id' | 'lastUsedAt' | 'retiredAt'>,
): Promise<number> {
  const id = await insertedId(
    tx,
    'INSERT INTO receiver_key (label, email, salt, verifier, created_at) VALUES (?, ?, ?, ?, ?)',
    key.label,
    key.email,
    key.salt,
    key.verifier,
    key.createdAt,
  );
  return id;
}

/** Puts back a key in force under its id, where that is not there. */
export async function restoreReceiverKey(
  tx: WriteTransaction,
  { id, label, email, salt, verifier, createdAt }: Omit<ReceiverKeyRow, 'lastUsedAt' | 'retiredAt'>,
): Promise<void> {
  await tx.run(
    `INSERT INTO receiver_key (id, label, email, salt, verifier, created_at) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO NOTHING`,
    ...[id, label, email, salt, verifier, createdAt],
  );
}

export async function setReceiverKeyRetired(tx: WriteTransaction, id: number, at: number): Promise<void> {
  await tx.run('UPDATE receiver_key SET retired_at = ? WHERE id = ? AND retired_at IS NULL', at, id);
}

export async function setReceiverKeyUsed(tx: WriteTransaction, id: number, at: number): Promise<void> {
  await tx.run('UPDATE receiver_key SET last_used_at = ? WHERE id = ?', at, id);
}
