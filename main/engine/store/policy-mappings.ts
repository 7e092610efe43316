import type { ReadTransaction, WriteTransaction } from './transaction.ts';

/** The mapping (JSON) that was last used for this set of headings; null where none was. */
export async function rememberedMapping(tx: ReadTransaction, headings: string): Promise<string | null> {
  return (
    tx.get<{ mapping: string }>('SELECT mapping FROM policy_mapping WHERE headings = ?', headings)?.mapping ??
    null
  );
}

export async function rememberMapping(
  tx: WriteTransaction,
  headings: string,
  mapping: string,
  at: number,
): Promise<void> {
  tx.run(
    `INSERT INTO policy_mapping (headings, mapping, used_at) VALUES (?, ?, ?)
     ON CONFLICT (headings) DO UPDATE SET mapping = excluded.mapping, used_at = excluded.used_at`,
    headings,
    mapping,
    at,
  );
}

export const folderFileIsKnownSql = `SELECT 1 FROM policy_folder_file f JOIN policy_import i ON i.id = f.import_id
  WHERE f.sha256 = ? AND i.version = (SELECT version FROM policy_book WHERE only = 1)`;

/** Whether a file of this content came through the watched folder before, and no other was imported after it. */
export async function folderFileIsKnown(tx: ReadTransaction, sha256: Uint8Array): Promise<boolean> {
  return tx.get(folderFileIsKnownSql, sha256) !== undefined;
}

export async function insertFolderFile(
  tx: WriteTransaction,
  sha256: Uint8Array,
  importId: number,
): Promise<void> {
  tx.run(
    'INSERT INTO policy_folder_file (sha256, import_id) VALUES (?, ?) ON CONFLICT DO UPDATE SET import_id = excluded.import_id',
    sha256,
    importId,
  );
}
