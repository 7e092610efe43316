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
import { type FoundPlace, type NewestFound, newestFound, type RankedId, rankedIds } from './ranked.ts';
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
  const newest = await newestFound(tx, conditions, maxCount);
  const asked = new Map([...conditions].filter(([of]) => kind === undefined || of === kind));
  const found = await rankedIds(tx, asked, after, limit + 1, newest);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const groups = new Map<string, FoundPage['groups'][number]>();
  for (const record of await withHits(tx, search, shown)) {
    const { claimNumber, id } = record.row;
    const key = claimNumber === null ? `record ${id}` : `claim ${claimNumber}`;
    const group = groups.get(key) ?? { claimNumber, records: [] };
    group.records.push(record);
    groups.set(key, group);
  }
  const isFirst = kind === undefined && after === null;
  const claimNotes = isFirst ? await claimNotesOf(tx, search) : [];
  const isNothing = isFirst && found.length === 0 && claimNotes.length === 0;
  return {
    groups: [...groups.values()],
    next: found.length > limit && last !== undefined ? { rank: last.rank, below: last.id } : null,
    totals: totalsOf(newest),
    claimNotes,
    waiting: capped(await countStaleSearch(tx, maxCount + 1)),
    waitingPdfs: capped(await countPdfsToRead(tx, maxCount + 1)),
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
  const finder = marks === null ? null : new HitFinder(marks);
  const records: FoundRow[] = [];
  for (const { id, rank } of found) {
    const row = rows.get(id);
    if (row !== undefined) records.push({ row, rank, hits: (await finder?.hitsOf(tx, row)) ?? [] });
  }
  return records;
}

const capped = (count: number): Capped => ({ count: Math.min(count, maxCount), isCapped: count > maxCount });

const nothing: NewestFound = { ids: [], isAll: true };

function totalsOf(newest: ReadonlyMap<RecordKind, NewestFound>): FoundPage['totals'] {
  const count = (kind: RecordKind): Capped => {
    const { ids, isAll } = newest.get(kind) ?? nothing;
    return { count: ids.length, isCapped: !isAll };
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
  const notes: FoundPage['claimNotes'] = [];
  for (const [what, { found }] of conditions) {
    for (const id of await searchClaimNotes(tx, found, maxClaimNotes, what)) {
      const note = what === 'claimNote' ? await findClaimNote(tx, id) : await findReminder(tx, id);
      if (note?.claimNumber == null) continue;
      const { ranges } = marksIn(note.text, marks, false);
      const { claimNumber, at, who } = note;
      notes.push({ what, id, claimNumber, at, who, text: cutAround(note.text, ranges) });
    }
  }
  return notes.toSorted((one, other) => other.at - one.at).slice(0, maxClaimNotes);
}
