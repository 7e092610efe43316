/** Lists as people saved them (`saved_view`): filter and order, and how they are shown. */
import type { Listed } from '#shared/contract/views.ts';
import { insertedId, type ReadTransaction, selected, type WriteTransaction } from './transaction.ts';

/** A row of `saved_view`; `changedAt` in milliseconds since 1970. */
export interface SavedViewRow {
  id: number;
  personId: number;
  name: string;
  screen: Listed;
  /** Filter and order, as the query of an address. */
  filter: string;
  /** JSON of what the contract calls `shown`. */
  columns: string;
  /** 1 where everybody may use it. */
  isShared: number;
  changedAt: number;
}

const columns = selected<SavedViewRow>('v', [
  'id',
  'personId',
  'name',
  'screen',
  'filter',
  'columns',
  'isShared',
  'changedAt',
]);

export async function findSavedView(tx: ReadTransaction, id: number): Promise<SavedViewRow | undefined> {
  return tx.get<SavedViewRow>(`SELECT ${columns} FROM saved_view v WHERE v.id = ?`, id);
}

/** A person's views of a list. */
export async function listOwnViews(
  tx: ReadTransaction,
  personId: number,
  screen: Listed,
  limit: number,
): Promise<SavedViewRow[]> {
  return tx.all<SavedViewRow>(
    `SELECT ${columns} FROM saved_view v WHERE v.person_id = ? AND v.screen = ? LIMIT ?`,
    personId,
    screen,
    limit,
  );
}

/** The views of a list that people other than this one share, the newest first. */
export async function listSharedViews(
  tx: ReadTransaction,
  personId: number,
  screen: Listed,
  limit: number,
): Promise<SavedViewRow[]> {
  return tx.all<SavedViewRow>(
    `SELECT ${columns} FROM saved_view v WHERE v.screen = ? AND v.is_shared = 1 AND v.person_id <> ?
      ORDER BY v.id DESC LIMIT ?`,
    screen,
    personId,
    limit,
  );
}

/** The new id. */
export async function insertSavedView(tx: WriteTransaction, row: Omit<SavedViewRow, 'id'>): Promise<number> {
  const id = await insertedId(
    tx,
    `INSERT INTO saved_view (person_id, name, screen, filter, columns, is_shared, changed_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)`,
    row.personId,
    row.name,
    row.screen,
    row.filter,
    row.columns,
    row.isShared,
    row.changedAt,
  );
  return id;
}

/** Updates all but whose it is and of which list. */
export async function updateSavedView(tx: WriteTransaction, row: SavedViewRow): Promise<void> {
  await tx.run(
    'UPDATE saved_view SET name = ?, filter = ?, columns = ?, is_shared = ?, changed_at = ? WHERE id = ?',
    row.name,
    row.filter,
    row.columns,
    row.isShared,
    row.changedAt,
    row.id,
  );
}

export async function deleteSavedView(tx: WriteTransaction, id: number): Promise<void> {
  await tx.run('DELETE FROM saved_view WHERE id = ?', id);
}
