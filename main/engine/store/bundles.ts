/** Bundles to which records were moved, and the runs that move them. */
import { insertedId, type ReadTransaction, selected, type WriteTransaction } from './transaction.ts';

/** A row of `bundle`. */
export interface BundleRow {
  id: number;
  /** SHA-256 of the list of all parts, in hexadecimal. */
  root: string;
  /** Where it was last seen; its name alone where nothing else is known of it. */
  file: string;
  secondFile: string | null;
  /** Milliseconds since 1970. */
  madeAt: number;
  bytes: number;
  claims: number;
  records: number;
}

const bundleColumns = selected<BundleRow>('b', [
  'id',
  'root',
  'file',
  'secondFile',
  'madeAt',
  'bytes',
  'claims',
  'records',
]);

/** Inserts a bundle, unless one with its root is there; its id. */
export async function insertBundle(tx: WriteTransaction, bundle: Omit<BundleRow, 'id'>): Promise<number> {
  await tx.run(
    `INSERT INTO bundle (root, file, second_file, made_at, bytes, claims, records) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (root) DO NOTHING`,
    bundle.root,
    bundle.file,
    bundle.secondFile,
    bundle.madeAt,
    bundle.bytes,
    bundle.claims,
    bundle.records,
  );
  const row = await tx.get<{ id: number }>('SELECT id FROM bundle WHERE root = ?', bundle.root);
  if (row === undefined) throw new Error('a bundle that was inserted is there');
  return row.id;
}

export async function findBundle(tx: ReadTransaction, id: number): Promise<BundleRow | undefined> {
  return tx.get<BundleRow>(`SELECT ${bundleColumns} FROM bundle b WHERE b.id = ?`, id);
}

export async function findBundleByRoot(tx: ReadTransaction, root: string): Promise<BundleRow | undefined> {
  return tx.get<BundleRow>(`SELECT ${bundleColumns} FROM bundle b WHERE b.root = ?`, root);
}

/** The newest first. */
export async function listBundles(tx: ReadTransaction, limit: number): Promise<BundleRow[]> {
  return tx.all<BundleRow>(`SELECT ${bundleColumns} FROM bundle b ORDER BY b.id DESC LIMIT ?`, limit);
}

/** Sets where a bundle lies. */
export async function setBundleFiles(
  tx: WriteTransaction,
  id: number,
  { file, secondFile }: Pick<BundleRow, 'file' | 'secondFile'>,
): Promise<void> {
  await tx.run('UPDATE bundle SET file = ?, second_file = ? WHERE id = ?', file, secondFile, id);
}

/** A run that moves claims to bundles; `detail` is JSON of what it needs to go on. */
export interface RetentionRunRow {
  id: number;
  at: number;
  state: string;
  detail: string;
}

/** Inserts a run; its id. */
export async function insertRetentionRun(
  tx: WriteTransaction,
  { at, state, detail }: Omit<RetentionRunRow, 'id'>,
): Promise<number> {
  const id = await insertedId(
    tx,
    'INSERT INTO retention_run (at, state, detail) VALUES (?, ?, ?)',
    at,
    state,
    detail,
  );
  return id;
}

/** Sets how far a run is. */
export async function setRetentionRun(
  tx: WriteTransaction,
  { id, state, detail }: Omit<RetentionRunRow, 'at'>,
): Promise<void> {
  await tx.run('UPDATE retention_run SET state = ?, detail = ? WHERE id = ?', state, detail, id);
}

/** The newest run; undefined where there was none. */
export async function findLatestRetentionRun(tx: ReadTransaction): Promise<RetentionRunRow | undefined> {
  return tx.get<RetentionRunRow>('SELECT id, at, state, detail FROM retention_run ORDER BY id DESC LIMIT 1');
}
