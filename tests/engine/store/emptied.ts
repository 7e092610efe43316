/** Databases of which much is not used any more. */
import Database from 'better-sqlite3';

/** Leaves so many free bytes in a database that nobody has open, about. */
export function leaveFree(file: string, bytes: number): void {
  const database = new Database(file);
  database.exec('CREATE TABLE filler (bytes BLOB)');
  const insert = database.prepare('INSERT INTO filler VALUES (zeroblob(1048576))');
  database.transaction(() => {
    for (let filled = 0; filled < bytes; filled += 1024 * 1024) insert.run();
  })();
  database.exec('DROP TABLE filler');
  database.close();
}
