/**
 * Entry of a process that writes a database at random, on and on, and copies its log back now and then. Whatever stands in it at
 * any moment, `total.sum` is the sum over its rows and `total.version` counts its transactions.
 */
import { randomBytes } from 'node:crypto';
import Database from 'better-sqlite3';

const [file = '', pageSize = '4096', seconds = '60'] = process.argv.slice(2);
const database = new Database(file);
database.pragma(`page_size = ${pageSize}`);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = OFF');
database.pragma('wal_autocheckpoint = 0');
// In pages, so that a large transaction is written to the log before it is committed.
database.pragma('cache_size = 20');
database.exec(`CREATE TABLE IF NOT EXISTS item (id INTEGER PRIMARY KEY, weight INTEGER, bytes BLOB);
  CREATE INDEX IF NOT EXISTS item_weight ON item (weight);
  CREATE TABLE IF NOT EXISTS total (version INTEGER, sum INTEGER, items INTEGER);
  INSERT INTO total SELECT 0, 0, 0 WHERE NOT EXISTS (SELECT 1 FROM total)`);
const insert = database.prepare('INSERT INTO item (weight, bytes) VALUES (?, ?)');
const change = database.prepare('UPDATE item SET weight = weight + 1, bytes = ? WHERE id % ? = 0');
const remove = database.prepare('DELETE FROM item WHERE id % ? = ?');
const count = database.prepare(`UPDATE total SET version = version + 1,
  sum = (SELECT coalesce(sum(weight * length(bytes)), 0) FROM item), items = (SELECT count(*) FROM item)`);
const below = (limit: number) => Math.floor(Math.random() * limit);

const write = database.transaction(() => {
  const rows = below(10) === 0 ? 300 : below(4);
  for (let row = 0; row < rows; row += 1) insert.run(below(1000), randomBytes(below(3000)));
  if (below(8) === 0) change.run(randomBytes(below(2000)), 2 + below(20));
  if (below(12) === 0) remove.run(2 + below(3), below(2));
  count.run();
});

process.send?.('writes');
process.on('disconnect', () => process.exit());
const until = performance.now() + Number(seconds) * 1000;
/** A turn of the event loop now and then, so that the end of the parent is heard of. */
function stretch(): void {
  for (let turn = 0; turn < 20; turn += 1) {
    write();
    const chance = below(40);
    if (chance < 8) database.pragma('wal_checkpoint(PASSIVE)');
    else if (chance < 10) tryTo('wal_checkpoint(RESTART)');
    else if (chance === 10) tryTo('wal_checkpoint(TRUNCATE)');
    else if (chance === 11) database.exec('VACUUM');
  }
  if (performance.now() < until) setImmediate(stretch);
  else process.exit();
}
/** Whoever reads meanwhile keeps it from being done: it is tried another time. */
function tryTo(pragma: string): void {
  database.pragma('busy_timeout = 0');
  try {
    database.pragma(pragma);
  } catch {
    // Busy.
  }
  database.pragma('busy_timeout = 5000');
}
stretch();
