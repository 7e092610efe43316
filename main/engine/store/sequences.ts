/** Sequences of numbers without gaps: those of the database, and those of the journal with the note beside it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { renameFileSync } from '../rename-file.ts';
import { writeWhole } from './folder.ts';
import { StoreProblem } from './store-error.ts';
import type { WriteTransaction } from './transaction.ts';

/** The next number of a sequence of the database, from 1 on; without gaps, since it is undone with its transaction. */
export async function nextInSequence(tx: WriteTransaction, name: string): Promise<number> {
  const row = await tx.get<{ last: number }>(
    `INSERT INTO sequence (name, last_number) VALUES (?, 1)
      ON CONFLICT (name) DO UPDATE SET last_number = sequence.last_number + 1 RETURNING last_number AS last`,
    name,
  );
  if (row === undefined) throw new Error(`The sequence ${name} gave no number.`);
  return row.last;
}

/** By the name of a sequence: the last number that is known to have been given, and the last that may have been. */
const givenNumbers = z.record(
  z.string(),
  z.object({ given: z.int().nonnegative(), upTo: z.int().nonnegative() }),
);
export type Given = z.infer<typeof givenNumbers>;

/** By the name of a sequence its last number, as the head of a journal has it. */
const lastNumbers = z.record(z.string(), z.int());

const noteFile = (dataDir: string): string => join(dataDir, 'numbers.json');

/** What is noted in a data directory; null where nothing is, or what is there is no such note. */
export function readGivenNumbers(dataDir: string): Given | null {
  try {
    return givenNumbers.parse(JSON.parse(readFileSync(noteFile(dataDir), 'utf8')));
  } catch {
    return null;
  }
}

/** Has a journal that knows of fewer numbers go on above these, by the name of each sequence. */
export function writeGivenNumbers(dataDir: string, last: Readonly<Record<string, number>>): void {
  const given: Given = {};
  for (const [name, number] of Object.entries(last)) given[name] = { given: number, upTo: number };
  writeWhole(noteFile(dataDir), `${JSON.stringify(given)}\n`);
}

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
    this.#file = noteFile(dataDir);
    this.#given = readGiven(this.#file);
  }

  /**
   * JSON of the last numbers of the sequences of a journal that is older than the note, raised above what was given; null where
   * it is not. `numbers` is what its head has; `isReplaced` that the database took the place of another, which may have given numbers
   * after the last note of this computer. Throws a `StoreProblem` where it would have to raise one to what no sequence reaches: the journal would keep that for
   * ever, and have no next number soon.
   */
  raised(numbers: string | undefined, isReplaced = false): string | null {
    const known = lastNumbers.parse(JSON.parse(numbers ?? '{}'));
    const raised = { ...known };
    let isOlder = false;
    for (const [name, { given, upTo }] of Object.entries(this.#given)) {
      const last = Math.max(given, upTo);
      if ((known[name] ?? 0) >= (isReplaced ? last : given)) continue;
      if (last > highestNumber) throw impossible(this.#file, `gives ${name} the number ${last}`);
      raised[name] = last;
      isOlder = true;
    }
    return isOlder ? JSON.stringify(raised) : null;
  }

  /** As `note`, of what the head of a journal has that another engine writes. */
  noteOfAnother(numbers: string): void {
    const known = Object.entries(lastNumbers.parse(JSON.parse(numbers)));
    // What this one gave and the database lacks stays noted.
    this.note(Object.fromEntries(known.filter(([name, last]) => last > (this.#given[name]?.given ?? 0))));
    this.write(false);
  }

  note(used: Readonly<Record<string, number>>): void {
    for (const [name, last] of Object.entries(used)) {
      if (this.#given[name]?.given === last) continue;
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
      renameFileSync(aside, this.#file);
      this.#isWritten = true;
    } catch {
      // The disk is full or the folder cannot be written: the database says so itself.
    }
  }
}

/** More than are given between two notes. */
const margin = 10_000;

/** No sequence comes this far, and from here on as many numbers are left as anybody needs: a double counts up to 9 × 10¹⁵. */
export const highestNumber = 10 ** 15;

/** What a loss of power left half is as none; what is whole and no such note was written by somebody else. */
function readGiven(file: string): Given {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
  const read = givenNumbers.safeParse(json);
  if (read.success) return read.data;
  const where = read.error.issues[0]?.path.join(', ') ?? '';
  throw impossible(file, `is not what Perito wrote${where === '' ? '' : ` (at ${where})`}`);
}

const impossible = (file: string, what: string): StoreProblem =>
  new StoreProblem(
    'notAccessible',
    `${file} ${what}. Put there what it had before: of each sequence the last number that was given. Where journal.db is the newest that there ever was, removing the file does as well. Nothing was changed.`,
  );
