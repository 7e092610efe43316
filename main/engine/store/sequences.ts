/** Sequences of numbers without gaps, and the note beside the database of the numbers that were given. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type Database from 'better-sqlite3';
import * as z from 'zod';
import { CacheKey, type GroupMemory, type WriteTransaction } from './transaction.ts';

/**
 * The next number of a sequence, from 1 on; without gaps, since it is undone with its transaction. It is read
 * once and written once a group.
 *
 * Read, then written, and not one upsert: a statement that may have to be undone alone makes FTS5 write
 * out what it has gathered, and registering an order would cost twice as much.
 */
export async function nextInSequence(tx: WriteTransaction, name: string): Promise<number> {
  const used = sequencesOf(tx);
  const last = used.get(name) ?? (await storedLast(tx, name));
  used.set(name, last + 1);
  return last + 1;
}

const inUse = new CacheKey<Map<string, number>>();

/** The last number of each sequence that the group has used; written when the group is committed. */
function sequencesOf(tx: WriteTransaction): Map<string, number> {
  const known = tx.memory.get(inUse);
  if (known !== undefined) return known;
  const used = new Map<string, number>();
  tx.memory.set(inUse, used);
  tx.memory.atCommit(async () => {
    for (const [name, last] of used)
      await tx.run('UPDATE sequence SET last_number = ? WHERE name = ?', last, name);
  });
  return used;
}

/** The last number of each sequence that the present group used. */
export function usedSequences(memory: GroupMemory): ReadonlyMap<string, number> {
  return memory.get(inUse) ?? new Map();
}

async function storedLast(tx: WriteTransaction, name: string): Promise<number> {
  const stored = (
    await tx.get<{ last: number }>('SELECT last_number AS last FROM sequence WHERE name = ?', name)
  )?.last;
  if (stored === undefined) await tx.run('INSERT INTO sequence (name, last_number) VALUES (?, 0)', name);
  return stored ?? 0;
}

/** By the name of a sequence: the last number that is known to have been given, and the last that may have been. */
const givenNumbers = z.record(
  z.string(),
  z.object({ given: z.int().nonnegative(), upTo: z.int().nonnegative() }),
);
type Given = z.infer<typeof givenNumbers>;

/**
 * The numbers that were given, noted outside the database. A database that knows of fewer is an older one, put in place of
 * one that is lost: it goes on above all that may have been given, so that no number is given twice. The note runs a
 * little behind; the database of the run itself is never behind it.
 */
export class GivenNumbers {
  readonly #file: string;
  readonly #given: Given;
  #isWritten = true;

  constructor(dataDir: string) {
    this.#file = join(dataDir, 'numbers.json');
    this.#given = readGiven(this.#file);
  }

  /** Raises the sequences of a database that is older than the note. */
  raise(database: Database.Database): void {
    const known = Object.entries(this.#given);
    if (known.length === 0) return;
    const raise = database.prepare<[string, number, number]>(
      `INSERT INTO sequence (name, last_number) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET last_number = excluded.last_number
        WHERE sequence.last_number < ?`,
    );
    for (const [name, { given, upTo }] of known) raise.run(name, upTo, given);
  }

  note(used: ReadonlyMap<string, number>): void {
    for (const [name, last] of used) {
      this.#given[name] = { given: last, upTo: last + margin };
      this.#isWritten = false;
    }
  }

  /** Writes what was noted since; with no margin where no more is given. Fails silently: a later one may not. */
  write(isLast: boolean): void {
    if (this.#isWritten && !isLast) return;
    if (isLast) for (const numbers of Object.values(this.#given)) numbers.upTo = numbers.given;
    if (Object.keys(this.#given).length === 0) return;
    const aside = `${this.#file}.new`;
    try {
      // Where even the folder was deleted, it is what keeps the numbers.
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      writeFileSync(aside, `${JSON.stringify(this.#given)}\n`, { mode: 0o600 });
      renameSync(aside, this.#file);
      this.#isWritten = true;
    } catch {
      // The disk is full or the folder cannot be written: the database says so itself.
    }
  }
}

/** More than are given between two notes. */
const margin = 10_000;

function readGiven(file: string): Given {
  try {
    return givenNumbers.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}
