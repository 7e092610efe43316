/** Holds what a marketplace was told against what a journal has: slow and obvious. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import { verifyData } from '../../main/engine/verify.ts';
import { type RecordKind, recordKinds } from '../../shared/terms.ts';
import {
  type Marketplace,
  repeatedRefusal,
  type SentOnce,
  type SentRecord,
  type Told,
} from './marketplace.ts';

/** Of all that was answered; everything but the first two has to be 0. */
export interface Reckoning {
  acknowledged: number;
  found: number;
  lost: number;
  /** There twice, or with two numbers, or a number with two records, or there though nobody sent it. */
  doubled: number;
  /** Answered with another number than the journal has, or with two. */
  renumbered: number;
  /** Behind something that was sent only after it was answered; or with a number that is not the next of its kind. */
  outOfOrder: number;
  /** In the journal's entries or a kind's numbers. */
  gaps: number;
  /** "Cancelled" was answered, and the journal does not say so before. */
  untrueAnswers: number;
}

/** An entry of the journal. */
export interface Row {
  seq: number;
  kind: RecordKind | 'ask' | 'answer' | 'outcome' | 'lookup' | 'rejected';
  marketplaceId: number | null;
  subjectId: number;
  revision: number | null;
  number: string | null;
  detail: string | null;
  bytes: Buffer | null;
}

interface ReckoningOptions {
  /** An answer "in review" goes out also where it cannot be kept, as of an engine that another has followed. */
  mayLoseAnswers?: boolean;
}

/** How it stands now. What was sent and not answered may be there or not. */
export function reckon(dataDir: string, sent: Marketplace): Reckoning {
  const database = new Database(join(dataDir, 'journal.db'), { readonly: true });
  const rows = database
    .prepare<[], Row>(
      `SELECT seq, kind, marketplace_id AS marketplaceId, subject_id AS subjectId, revision, number, detail, bytes
        FROM entry ORDER BY seq`,
    )
    .all();
  database.close();
  return reckonRows(rows, sent);
}

/** The same of entries that were read already, in their order. */
export function reckonRows(
  rows: readonly Row[],
  sent: Marketplace,
  { mayLoseAnswers = false }: ReckoningOptions = {},
): Reckoning {
  const books = new Books(rows, mayLoseAnswers);
  books.reckonRecords(sent.records);
  books.reckonOthers(sent.once);
  books.reckonRepeats(sent.repeated);
  books.reckonNumbers();
  return { acknowledged: sent.acknowledged + sent.repeated.answered, ...books.end() };
}

class Books {
  readonly #rows: readonly Row[];
  readonly #mayLoseAnswers: boolean;
  readonly #found = {
    found: 0,
    lost: 0,
    doubled: 0,
    renumbered: 0,
    outOfOrder: 0,
    gaps: 0,
    untrueAnswers: 0,
  };
  /** What was told of each entry. */
  readonly #order: (Told & { seq: number })[] = [];

  constructor(rows: readonly Row[], mayLoseAnswers: boolean) {
    this.#rows = rows;
    this.#mayLoseAnswers = mayLoseAnswers;
  }

  end(): Omit<Reckoning, 'acknowledged'> {
    this.#found.outOfOrder += countOutOfOrder(this.#order);
    return this.#found;
  }

  /** Books a call with the entries that it has; it should have one, and may have none where it was not answered. */
  #book({ sentAt, answeredAt }: Told, [seq, ...more]: readonly number[]): void {
    this.#found.doubled += more.length;
    if (seq !== undefined) this.#order.push({ seq, sentAt, answeredAt });
    if (answeredAt === null) return;
    if (seq === undefined) this.#found.lost += 1;
    else this.#found.found += 1;
  }

  reckonRecords(records: readonly SentRecord[]): void {
    const nameOf = (kind: string, id: number | null) => `${kind} ${id}`;
    const deliveries = Map.groupBy(
      this.#rows.filter(({ revision }) => revision !== null),
      ({ kind, marketplaceId }) => nameOf(kind, marketplaceId),
    );
    for (const { kind, id, contents, numbers } of records) {
      const revisions = deliveries.get(nameOf(kind, id)) ?? [];
      deliveries.delete(nameOf(kind, id));
      for (const [index, content] of contents.entries()) {
        const row = revisions[index];
        const isIt = row?.revision === index + 1 && row.bytes?.toString() === content.body;
        this.#book(content, isIt ? [row.seq] : []);
      }
      this.#found.doubled += Math.max(0, revisions.length - contents.length);
      const kept = new Set(revisions.map(({ number }) => number));
      this.#found.doubled += Math.max(0, kept.size - 1);
      this.#found.renumbered += [...numbers].filter((number) => !kept.has(number)).length;
      this.#found.renumbered += Math.max(0, numbers.size - 1);
    }
    // What nobody sent.
    this.#found.doubled += deliveries.size;
  }

  reckonOthers(calls: readonly SentOnce[]): void {
    const marks = Map.groupBy(this.#rows, markOf);
    marks.delete('');
    const answers = new Map(
      this.#rows.filter(({ kind }) => kind === 'answer').map((row) => [row.subjectId, row]),
    );
    for (const call of calls) {
      const there = (marks.get(call.mark) ?? []).map(({ seq }) => seq);
      marks.delete(call.mark);
      const answer = answers.get(there[0] ?? 0);
      const mayLack = call.answeredAt === null || (this.#mayLoseAnswers && !call.isCancelled);
      const isKept = call.what !== 'ask' || mayLack || answer !== undefined;
      this.#book(call, isKept ? there : []);
      const kept: unknown = JSON.parse(answer?.detail ?? '{}').answer;
      if (call.isCancelled && kept !== 'cancelled') this.#found.untrueAnswers += 1;
    }
    this.#found.doubled += marks.size;
  }

  /** The same wrong body, of which each entry may be anybody's. */
  reckonRepeats({ sent, answered }: Marketplace['repeated']): void {
    // The bytes stand in the first of them.
    const holders = new Set(
      this.#rows.filter(({ bytes }) => bytes?.toString() === repeatedRefusal).map(({ seq }) => seq),
    );
    const kept = this.#rows.filter(
      ({ seq, kind, detail }) =>
        kind === 'rejected' && (holders.has(seq) || holders.has(JSON.parse(detail ?? '{}').bytesOf)),
    ).length;
    this.#found.found += Math.min(kept, answered);
    this.#found.lost += Math.max(0, answered - kept);
    this.#found.doubled += Math.max(0, kept - sent);
  }

  reckonNumbers(): void {
    for (const [index, { seq }] of this.#rows.entries()) if (seq !== index + 1) this.#found.gaps += 1;
    for (const kind of recordKinds) {
      const numbers = this.#rows
        .filter((row) => row.kind === kind && row.revision === 1)
        .map(({ number }) => Number(/\d+$/.exec(number ?? '')?.[0]));
      for (const [index, number] of numbers.entries()) if (number !== index + 1) this.#found.outOfOrder += 1;
      const different = new Set(numbers);
      this.#found.doubled += numbers.length - different.size;
      this.#found.gaps += Math.max(0, ...different) - different.size;
    }
  }
}

/** What tells a refused body, a lookup or a cancel call from all others; empty of anything else. */
function markOf({ kind, bytes, detail }: Row): string {
  if (kind === 'lookup') return JSON.parse(detail ?? '').insurancePolicyNumber;
  if (kind !== 'ask' && kind !== 'rejected') return '';
  return /(?:ask|rejected)-\d+\./.exec(bytes?.toString() ?? '')?.[0] ?? '';
}

/** Those that stand behind something that was sent only once they were answered. */
function countOutOfOrder(calls: (Told & { seq: number })[]): number {
  let count = 0;
  let earliestAnswer = Infinity;
  for (const { sentAt, answeredAt } of calls.toSorted((a, b) => b.seq - a.seq)) {
    if (earliestAnswer < sentAt) count += 1;
    earliestAnswer = Math.min(earliestAnswer, answeredAt ?? Infinity);
  }
  return count;
}

/** All that was answered is there once, under its number and in its place. */
export function expectWhole(found: Reckoning): void {
  const { acknowledged } = found;
  const nothing = { lost: 0, doubled: 0, renumbered: 0, outOfOrder: 0, gaps: 0, untrueAnswers: 0 };
  expect(found).toEqual({ acknowledged, found: acknowledged, ...nothing });
}

/** `perito verify` finds nothing: both databases, both chains, the numbers, and what is derived beside the journal. */
export async function expectVerified(dataDir: string): Promise<void> {
  const { parts, facts } = await verifyData({ dataDir });
  const { audit, journal, numbers, derived } = facts;
  // Who may read the folder of a test is not looked at.
  const found = parts.flatMap(({ part, findings }) => (part === 'rights' ? [] : findings));
  expect([found, audit?.intact, journal?.intact, derived === null]).toEqual([[], true, true, false]);
  for (const { gaps, last, kept } of numbers ?? []) expect([gaps, last]).toEqual([[], kept]);
}

/**
 * What is listed is what was sent: every record once, by its number, with as many revisions as it had contents. All of it
 * was answered. */
export function expectListed(dataDir: string, sent: Marketplace): void {
  const database = new Database(join(dataDir, 'perito.db'), { readonly: true });
  const listed = database
    .prepare('SELECT kind, marketplace_id AS id, number, revision FROM record ORDER BY kind, marketplace_id')
    .all();
  database.close();
  expect(listed).toEqual(listedOf(sent));
}

/** Every record as it is to be listed, by kind and marketplace id. */
export function listedOf(sent: Marketplace) {
  return sent.records
    .map(({ kind, id, numbers, contents }) => ({
      ...{ kind, id, number: [...numbers][0] },
      revision: contents.length,
    }))
    .toSorted((a, b) => (a.kind === b.kind ? a.id - b.id : a.kind < b.kind ? -1 : 1));
}
