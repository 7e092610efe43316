import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { journalApart } from './migrations/0023-journal.ts';
import { migrations } from './migrations/index.ts';
import { StoreProblem } from './store-error.ts';

/** The first schema that has a journal beside it. */
const schemaWithJournal = migrations.indexOf(journalApart) + 1;

/** Moves what an older version kept in its own database into the journal; null where there is nothing to move. */
export function moveArrivals(
  _journal: Database.Database,
  dataDir: string,
  _onMoved: (moved: number, all: number) => void,
): { installationId: string; createdAt: string } | null {
  const file = join(dataDir, 'perito.db');
  if (!existsSync(file) || statSync(file).size === 0) return null;
  const older = new Database(file, { readonly: true });
  const version = Number(older.pragma('user_version', { simple: true }));
  older.close();
  if (version === 0 || version >= schemaWithJournal) return null;
  throw new StoreProblem('notAccessible', 'not yet');
}
