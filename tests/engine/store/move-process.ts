/**
 * Opens the journal of a data directory in a process of its own, which a test ends anywhere; or which ends itself, where it
 * is told a statement, before it runs this for so many times.
 */

import Database from 'better-sqlite3';
import { systemClock } from '../../../main/engine/clock.ts';
import { openJournal } from '../../../main/engine/journal/index.ts';

const [dataDir = '', statement, times = '1'] = process.argv.slice(2);
if (statement !== undefined) endBefore(statement, Number(times));
await (await openJournal({ dataDir, clock: systemClock, numberTemplate: () => '{seq}' })).close();

/** Ends the process before the statement that begins so is run for the `times`th time. */
function endBefore(beginning: string, times: number): void {
  let left = times;
  const see = (sql: string) => {
    if (!sql.startsWith(beginning)) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  };
  const { exec, pragma } = Database.prototype;
  Database.prototype.exec = function (sql) {
    see(sql);
    return exec.call(this, sql);
  };
  Database.prototype.pragma = function (source, options) {
    see(`PRAGMA ${source}`);
    return pragma.call(this, source, options);
  };
  const some = new Database(':memory:');
  const prepared: Database.Statement = Object.getPrototypeOf(some.prepare('SELECT 1'));
  some.close();
  const { run } = prepared;
  prepared.run = function (...parameters) {
    see(this.source);
    return run.apply(this, parameters);
  };
}
