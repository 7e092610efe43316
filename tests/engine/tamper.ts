import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Somebody with a database tool, who also removed the triggers. How many rows the last statement changed is returned. */
export function tamper(dataDir: string, name: 'perito.db' | 'journal.db', sql: string): number {
  const database = new Database(join(dataDir, name));
  const triggers = database.prepare<[], { name: string }>(
    `SELECT name FROM sqlite_schema WHERE type = 'trigger'`,
  );
  for (const { name: trigger } of triggers.all()) database.exec(`DROP TRIGGER "${trigger}"`);
  database.exec(sql);
  const changes = Number(database.prepare('SELECT changes()').pluck().get());
  database.close();
  return changes;
}
