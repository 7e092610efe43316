import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openConnection } from './connection.ts';
import { migrations } from './migrations/index.ts';
import type { Store } from './open.ts';
import { StoreProblem } from './problem.ts';
import { ConnectionTransaction } from './transaction.ts';

/** A database that is only looked at: nothing is migrated, marked or locked, and Perito may be using it. */
export interface Inspection extends Pick<Store, 'read'> {
  readonly schema: number;
  /** What SQLite's whole check finds, and broken references; empty where all is well. May take minutes. */
  damage(): string[];
  close(): void;
}

/** Throws a `StoreProblem` where there is no database, or not one of this version's. */
export function inspectStore(dataDir: string): Inspection {
  const file = join(dataDir, 'perito.db');
  if (!existsSync(file) || statSync(file).size === 0) {
    throw new StoreProblem('databaseLost', `There is no Perito database in ${dataDir}.`);
  }
  try {
    return inspect(file, dataDir);
  } catch (failure) {
    if (failure instanceof StoreProblem) throw failure;
    const words = failure instanceof Error ? failure.message : String(failure);
    throw new StoreProblem('corrupt', `The database in ${dataDir} cannot be read: ${words}.`, failure);
  }
}

function inspect(file: string, dataDir: string): Inspection {
  const database = openConnection(file, { readonly: true });
  try {
    const schema = Number(database.pragma('user_version', { simple: true }));
    if (schema !== migrations.length) {
      const age = schema > migrations.length ? 'a newer' : 'an older';
      throw new StoreProblem(
        'newerSchema',
        `The database in ${dataDir} is of ${age} Perito (schema ${schema}; this one has ${migrations.length}). Verify it with that version${schema < migrations.length ? ', or start this one on it once' : ''}.`,
      );
    }
    const transaction = new ConnectionTransaction(database);
    return {
      schema,
      read: (query) => query(transaction),
      damage() {
        const found = transaction.all<{ integrity_check: string }>('PRAGMA integrity_check(20)');
        const broken = transaction.all<{ table: string; rowid: number }>('PRAGMA foreign_key_check');
        return [
          ...found.map((row) => row.integrity_check).filter((line) => line !== 'ok'),
          ...broken.slice(0, 20).map(({ table, rowid }) => `${table} ${rowid} refers to what is not there`),
        ];
      },
      close: () => void database.close(),
    };
  } catch (failure) {
    database.close();
    throw failure;
  }
}
