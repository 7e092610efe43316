/** Answers what people type: the records that it finds, ranked, and what it may mean while it is typed. */
import type { MarkedText, SearchHit, SearchRank } from '#shared/contract/search.ts';
import { cutAround, marksIn, searchMarks } from '#shared/search-marks.ts';
import { type RecordKind, recordKinds } from '#shared/terms.ts';
import { countPdfsToRead } from '../attachments/index.ts';
import { searchConditions } from '../records/index.ts';
import {
  countStaleSearch,
  findClaimNote,
  findReminder,
  listRecordsByIds,
  type ReadTransaction,
  type RecordListRow,
  searchClaimNotes,
} from '../store/index.ts';
import { HitFinder } from './hits.ts';
import { type FoundPlace, type NewestOfKind, newestFound, type RankedId, rankedIds } from './ranked.ts';
import { didYouMean } from './spelling.ts';

export type { FoundPlace } from './ranked.ts';
export { didYouMean } from './spelling.ts';
export { suggest } from './suggest.ts';

/** Nothing is counted further than this. */
const maxCount = 1000;
const maxClaimNotes = 5;

interface FoundRow {
  row: RecordListRow;
  rank: SearchRank;
  hits: SearchHit[];
}

interface Capped {
  count: number;
  isCapped: boolean;
}

interface ClaimNoteFound {
  what: 'claimNote' | 'claimReminder';
  id: number;
  claimNumber: string;
  at: number;
  who: string;
  text: MarkedText;
}

export interface FoundPage {
  /** Ranked; those of one claim together, where the first of them stands. */
  groups: { claimNumber: string | null; records: FoundRow[] }[];
  next: FoundPlace | null;
  totals: Record<RecordKind, Capped>;
  /** Notes on claims, and what people are to be reminded of in them. */
  claimNotes: ClaimNoteFound[];
  waiting: Capped;
  waitingPdfs: Capped;
  /** Where nothing is found, the search with a wrong letter put right; else null. */
  didYouMean: string | null;
}

/** A page of what a search finds, behind a place. */
export async function find(
  tx: ReadTransaction,
  query: { search: string; kind?: RecordKind | undefined; after: FoundPlace | null; limit: number },
): Promise<FoundPage> {
  const { search, kind, after, limit } = query;
  const conditions = await searchConditions(tx, search, recordKinds);
  const asked = new Map([...conditions].filter(([of]) => kind === undefined || of === kind));
  const counted = [...conditions].map(
    ([of, one]) => [of, asked.has(of) ? one : { ...one, own: null, named: null }] as const,
  );
  const newest = await newestFound(tx, new Map(counted), maxCount);
  const found = await rankedIds(tx, asked, after, limit + 1, newest);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const isFirst = kind === undefined && after === null;
  const [records, claimNotes, waiting, waitingPdfs] = await Promise.all([
    withHits(tx, search, shown),
    isFirst ? claimNotesOf(tx, search) : [],
    countStaleSearch(tx, maxCount + 1),
    countPdfsToRead(tx, maxCount + 1),
  ]);
  const groups = new Map<string, FoundPage['groups'][number]>();
  for (const record of records) {
    const { claimNumber, id } = record.row;
    const key = claimNumber === null ? `record ${id}` : `claim ${claimNumber}`;
    const group = groups.get(key) ?? { claimNumber, records: [] };
    group.records.push(record);
    groups.set(key, group);
  }
  const isNothing = isFirst && found.length === 0 && claimNotes.length === 0;
  return {
    groups: [...groups.values()],
    next: found.length > limit && last !== undefined ? { rank: last.rank, below: last.id } : null,
    totals: totalsOf(newest),
    claimNotes,
    waiting: capped(waiting),
    waitingPdfs: capped(waitingPdfs),
    didYouMean: isNothing ? await didYouMean(tx, search) : null,
  };
}

async function withHits(
  tx: ReadTransaction,
  search: string,
  found: readonly RankedId[],
): Promise<FoundRow[]> {
  const ids = found.map(({ id }) => id);
  const rows = new Map((await listRecordsByIds(tx, ids, {})).map((row) => [row.id, row]));
  const marks = searchMarks(search);
  const records = found.flatMap(({ id, rank }) => {
    const row = rows.get(id);
    return row === undefined ? [] : [{ row, rank }];
  });
  if (marks === null) return records.map((record) => ({ ...record, hits: [] }));
  const hits = await new HitFinder(marks).hitsOf(
    tx,
    records.map(({ row }) => row),
  );
  return records.map((record, index) => ({ ...record, hits: hits[index] ?? [] }));
}

const capped = (count: number): Capped => ({ count: Math.min(count, maxCount), isCapped: count > maxCount });

function totalsOf(newest: ReadonlyMap<RecordKind, NewestOfKind>): FoundPage['totals'] {
  const count = (kind: RecordKind): Capped => {
    const found = newest.get(kind)?.found;
    return { count: found?.ids.length ?? 0, isCapped: found?.isAll === false };
  };
  return {
    purchaseOrder: count('purchaseOrder'),
    serviceOrder: count('serviceOrder'),
    incidentReport: count('incidentReport'),
    financialDocument: count('financialDocument'),
  };
}

async function claimNotesOf(tx: ReadTransaction, search: string): Promise<FoundPage['claimNotes']> {
  const conditions = await searchConditions(tx, search, ['claimNote', 'claimReminder']);
  const marks = searchMarks(search);
  if (marks === null) return [];
  const noted = async (what: ClaimNoteFound['what'], id: number): Promise<ClaimNoteFound[]> => {
    const note = what === 'claimNote' ? await findClaimNote(tx, id) : await findReminder(tx, id);
    if (note?.claimNumber == null) return [];
    const { ranges } = marksIn(note.text, marks, false);
    const { claimNumber, at, who } = note;
    return [{ what, id, claimNumber, at, who, text: cutAround(note.text, ranges) }];
  };
  const notes = await Promise.all(
    [...conditions].map(async ([what, { found }]) => {
      const ids = await searchClaimNotes(tx, found, maxClaimNotes, what);
      return Promise.all(ids.map((id) => noted(what, id)));
    }),
  );
  return notes
    .flat(2)
    .sort((one, other) => other.at - one.at)
    .slice(0, maxClaimNotes);
}
