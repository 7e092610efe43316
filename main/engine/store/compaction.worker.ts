/** Entry of the thread that makes a file without free pages of a database that nobody writes. */
import Database from 'better-sqlite3';
import { answerTasks } from '../task-thread.ts';
import type { CompactionTask } from './compaction.ts';
import { openConnection } from './connection.ts';
import { syncPath } from './folder.ts';
import { makePrivateFile } from './private-files.ts';

/** Answers why there is none; null where it is whole and on the disk. */
answerTasks<CompactionTask, string | null>((task) => {
  try {
    return make(task);
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  }
});

function make({ file, made, schema, head, reset }: CompactionTask): string | null {
  const old = openConnection(file, { readonly: true });
  try {
    // What is ill is not copied to look well: whoever opens it says so.
    const ill = checked(old);
    if (ill !== null) return `It is damaged: ${ill}`;
    makePrivateFile(made);
    old.prepare('VACUUM INTO ?').run(made);
    if (reset !== null) change(made, reset);
    const fresh = openConnection(made, { readonly: true });
    try {
      const found = checked(fresh);
      if (found !== null) return `What was made of it is damaged: ${found}`;
      const isSame = JSON.stringify(outline(old, head)) === JSON.stringify(outline(fresh, head));
      if (!isSame || Number(fresh.pragma('user_version', { simple: true })) !== schema)
        return 'What was made of it is not the same.';
    } finally {
      fresh.close();
    }
  } finally {
    old.close();
  }
  syncPath(made);
  return null;
}

/** Without a log beside it. */
function change(file: string, sql: string): void {
  const database = new Database(file);
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}

function checked(database: Database.Database): string | null {
  const found = String(database.pragma('quick_check(1)', { simple: true }));
  return found === 'ok' ? null : found;
}

/** What has to be the same: the schema, how many rows each table has, and where it ends. */
function outline(database: Database.Database, head: string): unknown {
  const schema = database
    .prepare<[], { type: string; name: string; sql: string | null; hasRows: number }>(
      'SELECT type, name, sql, rootpage > 0 AS "hasRows" FROM sqlite_schema ORDER BY type, name',
    )
    .all();
  const rows = schema
    .filter(({ type, hasRows }) => type === 'table' && hasRows === 1)
    .map(({ name }) =>
      database
        .prepare(`SELECT count(*) FROM "${name.replaceAll('"', '""')}"`)
        .pluck()
        .get(),
    );
  return [schema, rows, database.prepare(head).raw().get()];
}
