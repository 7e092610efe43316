/** The journal as it is copied entry by entry to another place, and made anew from there. */
import type Database from 'better-sqlite3';
import { migrate, openConnection } from './connection.ts';
import { removeBeside } from './database-file.ts';
import { syncPath } from './folder.ts';
import {
  type EntryWithBytes,
  findEntry,
  findJournalHead,
  insertEntries,
  type JournalHead,
  setJournalHead,
} from './journal.ts';
import { journalMigrations } from './migrations/journal.ts';
import { makePrivateFile } from './private-files.ts';
import { StoreProblem } from './store-error.ts';
import { ConnectionTransaction, type ReadTransaction } from './transaction.ts';

/** The schema of the journals that this version writes. */
export const journalSchema = journalMigrations.length;

/** An entry with its link of the chain, where it ends a group. */
export type ChainedEntry = EntryWithBytes & { chain: Uint8Array | null };

/** Entries behind a place of the journal, in their order: one at least where there is any, and no more than have so many bytes. */
export async function listChainedEntriesAfter(
  tx: ReadTransaction,
  seq: number,
  limit: { entries: number; bytes: number },
): Promise<ChainedEntry[]> {
  // The length of a body is known without reading it.
  const sizes = await tx.all<{ seq: number; size: number }>(
    `SELECT e.seq, coalesce(length(e.bytes), 0) + coalesce(length(e.detail), 0) AS size FROM entry e
      WHERE e.seq > ? ORDER BY e.seq LIMIT ?`,
    seq,
    limit.entries,
  );
  let bytes = 0;
  let last = sizes[0]?.seq;
  for (const one of sizes) {
    bytes += one.size;
    if (bytes > limit.bytes) break;
    last = one.seq;
  }
  if (last === undefined) return [];
  return tx.all<ChainedEntry>(
    `SELECT e.seq, e.kind, e.marketplace_id AS "marketplaceId", e.subject_id AS "subjectId", e.revision, e.number, e.at,
       e.key_label AS "keyLabel", e.sha256, e.detail, e.chain, e.bytes
      FROM entry e WHERE e.seq > ? AND e.seq <= ? ORDER BY e.seq`,
    seq,
    last,
  );
}

/** The hash of the group that an entry ends; null where it ends none, or is not there. */
export async function findChain(tx: ReadTransaction, seq: number): Promise<Uint8Array | null> {
  const row = await tx.get<{ chain: Uint8Array | null }>('SELECT e.chain FROM entry e WHERE e.seq = ?', seq);
  return row?.chain ?? null;
}

/** When an entry was taken, in milliseconds since 1970; null where it is not there. */
export async function findEntryTime(tx: ReadTransaction, seq: number): Promise<number | null> {
  return (await tx.get<{ at: number }>('SELECT e.at FROM entry e WHERE e.seq = ?', seq))?.at ?? null;
}

/** All settings of the receiver, by their name. */
export async function listReceiverSettings(tx: ReadTransaction): Promise<Record<string, string>> {
  const rows = await tx.all<{ name: string; value: string }>(
    'SELECT name, value FROM receiver_setting ORDER BY name',
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

export interface MovedId {
  kind: string;
  id: number;
  seq: number;
}

/** Where what an older version kept stands in the journal, behind one of them. */
export async function listMovedIdsAfter(
  tx: ReadTransaction,
  { kind, id }: Pick<MovedId, 'kind' | 'id'>,
  limit: number,
): Promise<MovedId[]> {
  return tx.all<MovedId>(
    'SELECT kind, id, seq FROM moved_id WHERE (kind, id) > (?, ?) ORDER BY kind, id LIMIT ?',
    kind,
    id,
    limit,
  );
}

/** A journal that is made from a copy. What is given counts from `keep` on. */
export interface JournalMaking {
  /** Where it ended when it was opened: seq 0 of a new one. */
  readonly head: JournalHead;
  findChain(seq: number): Promise<Uint8Array | null>;
  /** Of an entry before; null where it has none. */
  findBytes(seq: number): Promise<Uint8Array | null>;
  insert(entry: ChainedEntry): Promise<void>;
  upsertSettings(values: Readonly<Record<string, string>>): void;
  upsertMovedIds(rows: readonly MovedId[]): void;
  keep(head: JournalHead): Promise<void>;
  /** Forgets what was given since the last `keep`. */
  undo(): void;
  /** Closes it, synced, with nothing beside it; where it ends. */
  finish(): Promise<JournalHead>;
  /** Closes it as it is, for whoever removes it. */
  abandon(): void;
}

/** So much is written in one transaction. */
const transactionBytes = 32 * 1024 * 1024;

/**
 * Opens a journal in a file of its own, which is new or has an earlier part of what follows. Nothing is synced before
 * `finish`. Throws a `StoreProblem` where the file is of another version.
 */
export async function openJournalMaking(file: string, schema: number): Promise<JournalMaking> {
  if (schema > journalSchema)
    throw new StoreProblem('newerSchema', `The journal was written by a newer Perito (schema ${schema}).`);
  makePrivateFile(file);
  const database = openConnection(file, { readonly: false });
  try {
    return await makeJournal(database, file, schema);
  } catch (failure) {
    database.close();
    throw failure;
  }
}

async function makeJournal(
  database: Database.Database,
  file: string,
  schema: number,
): Promise<JournalMaking> {
  migrate(database, journalMigrations.slice(0, schema), () => {});
  database.pragma('synchronous = OFF');
  const tx = new ConnectionTransaction(database);
  const before = await findJournalHead(tx);
  let head = before;
  const setting = database.prepare(
    'INSERT INTO receiver_setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const moved = database.prepare(
    'INSERT INTO moved_id (kind, id, seq) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET seq = excluded.seq',
  );
  const begin = () => database.exec('BEGIN; SAVEPOINT kept');
  let bytes = 0;
  begin();
  return {
    head: before,
    findChain: (seq) => findChain(tx, seq),
    findBytes: async (seq) => (await findEntry(tx, seq))?.bytes ?? null,
    async insert({ chain, ...entry }) {
      bytes += (entry.bytes?.length ?? 0) + 200;
      await insertEntries(tx, [entry], chain);
    },
    upsertSettings(values) {
      for (const [name, value] of Object.entries(values)) setting.run(name, value);
    },
    upsertMovedIds(rows) {
      for (const { kind, id, seq } of rows) moved.run(kind, id, seq);
    },
    async keep(kept) {
      head = kept;
      database.exec('RELEASE kept');
      if (bytes > transactionBytes) {
        bytes = 0;
        await setHead(tx, head);
        database.exec('COMMIT');
        begin();
      } else database.exec('SAVEPOINT kept');
    },
    undo() {
      database.exec('ROLLBACK TO kept');
    },
    async finish() {
      database.exec('ROLLBACK TO kept; RELEASE kept');
      await setHead(tx, head);
      replaceOpenAsks(database);
      database.exec('COMMIT');
      database.pragma('wal_checkpoint(TRUNCATE)');
      database.close();
      removeBeside(file);
      syncPath(file);
      return head;
    },
    abandon() {
      database.close();
    },
  };
}

async function setHead(tx: ConnectionTransaction, head: JournalHead): Promise<void> {
  await setJournalHead(tx, head);
  await tx.run('UPDATE journal_head SET epoch = ? WHERE id = 1', head.epoch);
}

/** Cancel calls without an outcome, as the entries say. */
function replaceOpenAsks(database: Database.Database): void {
  const open = new Map<number, { marketplaceId: number; answer: string | null }>();
  const calls = database.prepare<
    [],
    { kind: string; subjectId: number; marketplaceId: number; detail: string | null }
  >(
    `SELECT kind, subject_id AS "subjectId", marketplace_id AS "marketplaceId", detail
      FROM entry WHERE kind IN ('ask', 'answer', 'outcome') ORDER BY seq`,
  );
  for (const { kind, subjectId, marketplaceId, detail } of calls.iterate()) {
    const known = open.get(subjectId);
    if (kind === 'ask') open.set(subjectId, { marketplaceId, answer: null });
    else if (kind === 'outcome') open.delete(subjectId);
    else if (known !== undefined) known.answer = detail;
  }
  database.exec('DELETE FROM open_ask');
  const insert = database.prepare('INSERT INTO open_ask (ask_id, marketplace_id, answer) VALUES (?, ?, ?)');
  for (const [askId, { marketplaceId, answer }] of open) insert.run(askId, marketplaceId, answer);
}
