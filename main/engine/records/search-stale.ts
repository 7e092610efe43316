/**
 * Enters anew in the search what it does not know as it is now: notes that were written, PDFs that were read, and all that an older
 * version entered.
 */
import { parsedBody } from '../bodies/index.ts';
import {
  deleteSearchTerms,
  deleteStaleSearch,
  enteringPace,
  findClaimNote,
  findEntry,
  findLatestRevision,
  findRecord,
  findReminder,
  isSearchInPieces,
  isStoreAtFault,
  listArchivedEntries,
  listPdfTexts,
  listStaleSearch,
  mergeSearch,
  type ReadTransaction,
  type RecordListRow,
  replaceSearchTerms,
  type SearchSubject,
  type Store,
  type UnexaminedRow,
  type WriteTransaction,
} from '../store/index.ts';
import { termsOf } from './search-index.ts';
import {
  maxPdfs,
  type SearchText,
  textsOfBody,
  textsOfNotes,
  textsOfPdfs,
  textsOfReminders,
  textsOfRow,
} from './search-texts.ts';
import { readStub, termsOfStub } from './stub.ts';
import { headingOf } from './summary.ts';
import { textsBeside } from './texts-beside.ts';

/** So many are read together: the index takes them in one piece. */
const batchSize = 64;

export const isAnythingToEnter = async (store: Pick<Store, 'read'>): Promise<boolean> =>
  (await store.read((tx) => listStaleSearch(tx, 1))).length > 0;

/**
 * Enters as many as there is time for, the newest first; whether more may wait. One that cannot be entered, through a fault of ours, is
 * told, and keeps nothing else from it: it is found by what it was found by before. Rejects where the store is at fault.
 */
export async function enterSome(
  store: Store,
  milliseconds: number,
  onSetAside: (failure: unknown, subject: SearchSubject) => void,
): Promise<boolean> {
  // Nothing is written while nothing waits.
  if (!(await isAnythingToEnter(store))) return false;
  let current: readonly SearchSubject[] = [];
  const enterBatch = (isOneByOne: boolean) =>
    store.derive(async (tx) => {
      const waiting = await listStaleSearch(tx, batchSize);
      const given = isOneByOne ? { first: 1, milliseconds } : enteringPace(tx, milliseconds);
      await enterWithin(tx, waiting, given, (entered) => {
        current = entered;
      });
      current = [];
    });
  try {
    await enterBatch(false).catch((failure) => {
      // Of several that are entered at once it is not known which failed.
      if (current.length < 2 || isStoreAtFault(failure)) throw failure;
      return enterBatch(true);
    });
  } catch (failure) {
    const [faulty] = current;
    if (faulty === undefined || isStoreAtFault(failure)) throw failure;
    await store.derive((tx) => deleteStaleSearch(tx, faulty));
    onSetAside(failure, faulty);
  }
  return true;
}

/** Enters what waits for about so long: the first of them at once, and of several then as many as there is time for. */
async function enterWithin(
  tx: WriteTransaction,
  waiting: readonly SearchSubject[],
  { first, milliseconds }: { first: number; milliseconds: number },
  onBegin: (entered: readonly SearchSubject[]) => void,
): Promise<void> {
  const began = performance.now();
  for (let at = 0, count = first; at < waiting.length; at += count) {
    const passed = performance.now() - began;
    if (at > 0 && passed >= milliseconds) break;
    if (at > 0 && first > 1) count = Math.ceil(((milliseconds - passed) * at) / passed);
    const entered = waiting.slice(at, at + count);
    onBegin(entered);
    // None goes on behind a transaction that is undone.
    const outcomes = await Promise.allSettled(entered.map((subject) => enter(tx, subject)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }
}

/** Merges what was entered in small pieces, for about so long; whether more is to be merged. */
export async function mergeSome(store: Store, milliseconds: number): Promise<boolean> {
  if (!(await store.read(isSearchInPieces))) return false;
  return store.derive((tx) => mergeSearch(tx, milliseconds));
}

async function enter(tx: WriteTransaction, subject: SearchSubject): Promise<void> {
  const terms = await termsOfSubject[subject.what](tx, subject.id);
  if (terms !== null) await replaceSearchTerms(tx, subject, terms);
  else if (subject.what === 'claimReminder') await deleteSearchTerms(tx, subject);
  await deleteStaleSearch(tx, subject);
}

const termsOfSubject: Record<
  SearchSubject['what'],
  (tx: ReadTransaction, id: number) => Promise<string | null>
> = { record: recordTerms, claimNote: noteTerms, claimReminder: reminderTerms };

async function reminderTerms(tx: ReadTransaction, id: number): Promise<string | null> {
  const reminder = await findReminder(tx, id);
  if (reminder?.claimNumber == null) return null;
  const claim: SearchText = { is: 'code', field: 'claimNumber', text: reminder.claimNumber };
  return termsOf('claimReminder', [claim, ...textsOfReminders([reminder])]);
}

async function noteTerms(tx: ReadTransaction, id: number): Promise<string | null> {
  const note = await findClaimNote(tx, id);
  if (note === undefined) return null;
  const claim: SearchText = { is: 'code', field: 'claimNumber', text: note.claimNumber };
  return termsOf('claimNote', [claim, ...textsOfNotes([note])]);
}

async function recordTerms(tx: ReadTransaction, id: number): Promise<string | null> {
  const row = await findRecord(tx, id);
  if (row === undefined) return null;
  const beside = await textsBeside(tx, id);
  if (row.archivedRevision === row.revision) {
    const archived = await findStub(tx, row);
    if (archived !== null) return termsOfStub({ ...row, stub: archived }, beside);
  }
  const latest = await findLatestRevision(tx, id);
  const pdfs = textsOfPdfs(await listPdfTexts(tx, id, maxPdfs));
  return termsOf(row.kind, [...textsOfRecord(row, latest), ...beside, ...pdfs]);
}

async function findStub(tx: ReadTransaction, row: RecordListRow) {
  for (const { seq } of (await listArchivedEntries(tx, row.id)).toReversed()) {
    const entry = await findEntry(tx, seq);
    if (entry === undefined) continue;
    const { stub, archived } = readStub(entry);
    if (archived.revision === row.revision) return stub;
  }
  return null;
}

/** The texts of a record by its latest revision; of one that cannot be read those of its row. */
export function textsOfRecord(row: RecordListRow, latest: UnexaminedRow | undefined): SearchText[] {
  const json = latest === undefined ? null : readJson(latest);
  return json === null ? textsOfRow(row, headingOf(row)) : textsOfBody(row, json);
}

function readJson({ body, leftOut }: UnexaminedRow): object | null {
  if (body === null) return null;
  try {
    const json = leftOut === null ? parsedBody(body) : parsedBody(Buffer.from(body), JSON.parse(leftOut));
    return typeof json === 'object' && json !== null ? json : null;
  } catch {
    return null;
  }
}
