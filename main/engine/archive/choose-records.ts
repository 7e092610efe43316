import { setTimeout as pause } from 'node:timers/promises';
import type { ArchiveChoice, ArchiveCount } from '#shared/contract/archives.ts';
import type { ClaimFileKey } from '#shared/contract/claims.ts';
import { type RecordKind, recordKinds } from '#shared/terms.ts';
import { claimFileOf } from '../claims/index.ts';
import type { FindingThresholds } from '../findings/index.ts';
import { dayBegin, filterOf, searchIds } from '../records/index.ts';
import {
  countStaleSearch,
  findRecordIdByNumber,
  listLinkedRecords,
  listRecordsAfter,
  listRecordsByIds,
  type Store,
} from '../store/index.ts';
import { ArchiveProblem } from './archive-problem.ts';

/** A record that was chosen. */
export interface ChosenRecord {
  id: number;
  kind: RecordKind;
}

type Reading = Pick<Store, 'read'>;

/** Rows that are looked at in one read. */
const pageRows = 500;
/** Records of one claim. */
const maxOfClaim = 10_000;

/** The records of a choice, each once, a page at a time: there may be millions. */
export async function* chosenRecords(
  store: Reading,
  choice: ArchiveChoice,
  thresholds: FindingThresholds,
): AsyncGenerator<ChosenRecord> {
  const isChosen = conditionOf(choice);
  const filter = filterOf(choice);
  for await (const page of pagesOf(store, choice, thresholds)) {
    const rows = await store.read((tx) => listRecordsByIds(tx, page, filter));
    yield* rows
      .filter(isChosen)
      .map(({ id, kind }) => ({ id, kind }))
      .toReversed();
  }
}

/** Ids of records that may be of it. */
async function* pagesOf(
  store: Reading,
  choice: ArchiveChoice,
  thresholds: FindingThresholds,
): AsyncGenerator<readonly number[]> {
  const named = await namedIds(store, choice, thresholds);
  const { search = '', kinds } = choice;
  if (search !== '') {
    for await (const page of foundIds(store, search, kinds.length === 0 ? recordKinds : kinds))
      yield named === null ? page : page.filter((id) => named.has(id));
  } else if (named === null) {
    for (let afterId = 0; ; ) {
      const page = await store.read((tx) => listRecordsAfter(tx, afterId, pageRows));
      const last = page.at(-1);
      if (last === undefined) return;
      yield page.map(({ id }) => id);
      afterId = last.id;
    }
  } else {
    const sorted = [...named].sort((a, b) => a - b);
    for (let from = 0; from < sorted.length; from += pageRows) yield sorted.slice(from, from + pageRows);
  }
}

/** Those that are named one by one or by their claim files; null where none is. */
async function namedIds(
  store: Reading,
  { claims, claimFiles = [], ids, numbers = [] }: ArchiveChoice,
  thresholds: FindingThresholds,
): Promise<ReadonlySet<number> | null> {
  if (claims.length + claimFiles.length + ids.length + numbers.length === 0) return null;
  const files = [...claims.map((value) => ({ by: 'claimNumber' as const, value })), ...claimFiles];
  const named = new Set(ids);
  for (const number of numbers) {
    const id = await store.read((tx) => findRecordIdByNumber(tx, number));
    if (id === undefined) throw new ArchiveProblem('nothingChosen', `No record has the number ${number}.`);
    named.add(id);
  }
  for (const file of files) for (const id of await idsOfClaimFile(store, file, thresholds)) named.add(id);
  return named;
}

/** So long, in milliseconds, words that are just being entered are waited for. */
const enteringMilliseconds = 10_000;
const maxWaiting = 1000;

/** Resolves once a search knows all records. Rejects with an `ArchiveProblem` where that takes longer than a moment, as after an update. */
export async function wordsEntered(store: Reading): Promise<void> {
  const until = performance.now() + enteringMilliseconds;
  for (;;) {
    const count = await store.read((tx) => countStaleSearch(tx, maxWaiting + 1));
    if (count === 0) return;
    if (performance.now() > until)
      throw new ArchiveProblem(
        'wordsWaiting',
        `The words of records are not entered in the search yet (${count > maxWaiting ? `more than ${maxWaiting}` : count}), so that it would leave them out. Perito enters them while it runs: wait for it, or choose without words.`,
      );
    await pause(100);
  }
}

/** What a search finds, newest first. */
async function* foundIds(
  store: Reading,
  search: string,
  kinds: readonly RecordKind[],
): AsyncGenerator<readonly number[]> {
  for (let belowId = Number.MAX_SAFE_INTEGER; ; ) {
    const from = belowId;
    const page = await store.read((tx) => searchIds(tx, search, kinds, from, pageRows));
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    belowId = last;
  }
}

/** No more are counted. */
const maxCounted = 10_000;

/** How many records a choice comes to. */
export async function countChosen(
  store: Reading,
  choice: ArchiveChoice,
  thresholds: FindingThresholds,
): Promise<ArchiveCount> {
  const records: ArchiveCount['records'] = {};
  let total = 0;
  for await (const { kind } of chosenRecords(store, choice, thresholds)) {
    if (total >= maxCounted) return { records, total, isCapped: true };
    records[kind] = (records[kind] ?? 0) + 1;
    total += 1;
  }
  return { records, total, isCapped: false };
}

/** More records than these are not counted before they are read: their ids are held in memory meanwhile. */
const maxCountedAhead = 100_000;

/** The same ids, and how many they are; null where they are more than `most`. */
export async function countAhead(
  ids: AsyncIterable<number> | readonly number[],
  most: number = maxCountedAhead,
): Promise<{ total: number | null; all: AsyncIterable<number> | readonly number[] }> {
  if (!(Symbol.asyncIterator in ids)) return { total: ids.length, all: ids };
  const rest = ids[Symbol.asyncIterator]();
  const first: number[] = [];
  for (;;) {
    const next = await rest.next();
    if (next.done === true) return { total: first.length, all: first };
    first.push(next.value);
    if (first.length > most) break;
  }
  async function* all() {
    yield* first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  }
  return { total: null, all: all() };
}

/** All records with a claim number, or another key, and the others of its claim file. */
async function idsOfClaimFile(
  store: Reading,
  { by, value }: { by: ClaimFileKey; value: string },
  thresholds: FindingThresholds,
): Promise<readonly number[]> {
  const file = await claimFileOf(store, by, value, thresholds);
  if (file === null) return [];
  const own = await store.read((tx) => listLinkedRecords(tx, { name: by, value: file.value }, maxOfClaim));
  return [...file.records.map(({ row }) => row.id), ...own];
}

function conditionOf({ kinds, from, until }: ArchiveChoice) {
  const day = 86_400_000;
  const begin = from === null ? Number.NEGATIVE_INFINITY : dayBegin(from);
  const end = until === null ? Number.POSITIVE_INFINITY : dayBegin(until) + day;
  return ({ kind, receivedAt }: { kind: RecordKind; receivedAt: number }): boolean =>
    (kinds.length === 0 || kinds.includes(kind)) && receivedAt >= begin && receivedAt < end;
}
