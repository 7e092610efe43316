import type Database from 'better-sqlite3';
import { GroupMemory } from './group-memory.ts';

/** What SQLite can hold. */
export type SqlValue = string | number | bigint | null | Uint8Array;

/** What a query function takes: reads see one connection's view. */
export interface ReadTransaction {
  /** The first row, or undefined. The tables are STRICT, so a row has the types of its columns. */
  get<Row>(sql: string, ...parameters: SqlValue[]): Row | undefined;
  all<Row>(sql: string, ...parameters: SqlValue[]): Row[];
}

/** A read transaction that may also write; only the writer makes one. */
export interface WriteTransaction extends ReadTransaction {
  readonly memory: GroupMemory;
  run(sql: string, ...parameters: SqlValue[]): { changes: number; lastId: number };
}

/** One connection as a transaction; each statement is compiled once, by its text. */
export class ConnectionTransaction implements WriteTransaction {
  readonly #database: Database.Database;
  readonly memory = new GroupMemory();
  readonly #statements = new Map<string, Database.Statement<SqlValue[]>>();

  constructor(database: Database.Database) {
    this.#database = database;
  }

  get<Row>(sql: string, ...parameters: SqlValue[]): Row | undefined {
    return this.#statement(sql).get(...parameters) as Row | undefined;
  }

  all<Row>(sql: string, ...parameters: SqlValue[]): Row[] {
    return this.#statement(sql).all(...parameters) as Row[];
  }

  run(sql: string, ...parameters: SqlValue[]): { changes: number; lastId: number } {
    const result = this.#statement(sql).run(...parameters);
    return { changes: result.changes, lastId: Number(result.lastInsertRowid) };
  }

  #statement(sql: string): Database.Statement<SqlValue[]> {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare<SqlValue[]>(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
