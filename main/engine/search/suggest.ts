/** What may be meant by what was typed so far. */
import type { MarkedText, SearchHit, Suggestion } from '#shared/contract/search.ts';
import { marksIn, type SearchMarks, searchMarks } from '#shared/search-marks.ts';
import { recordKinds } from '#shared/terms.ts';
import { withoutAccents } from '#shared/without-accents.ts';
import { findPolicies } from '../policies/index.ts';
import { headingOf, searchConditions } from '../records/index.ts';
import {
  listClaimsByPrefix,
  listFilterChoices,
  listRecordsByIds,
  type ReadTransaction,
  type RecordListRow,
} from '../store/index.ts';
import { HitFinder } from './hits.ts';
import { newestFound, rankedIds } from './ranked.ts';

/** Records that are looked at for what they name. */
const looked = 40;
/** Of one sort no more are suggested where there are others. */
const most = { own: 4, claim: 3, policy: 2, party: 2, item: 3 } as const;

/** The first suggestions, what was typed exactly before all else. */
export async function suggest(tx: ReadTransaction, search: string, limit: number): Promise<Suggestion[]> {
  const marks = searchMarks(search);
  if (marks === null) return [];
  const conditions = await searchConditions(tx, search, recordKinds);
  const newest = await newestFound(tx, conditions, looked);
  const ranked = await rankedIds(tx, conditions, null, looked, newest);
  const rows = new Map(
    (
      await listRecordsByIds(
        tx,
        ranked.map(({ id }) => id),
        {},
      )
    ).map((row) => [row.id, row]),
  );
  const finder = new HitFinder(marks);
  const recordsOf = async (some: readonly { row: RecordListRow }[]): Promise<Suggestion[]> => {
    const hits = await finder.hitsOf(
      tx,
      some.map(({ row }) => row),
    );
    return some.map(({ row }, index) => suggestedRecord(row, hits[index]?.[0] ?? null));
  };
  const inOrder = ranked.flatMap(({ id, rank }) => {
    const row = rows.get(id);
    return row === undefined ? [] : [{ row, rank }];
  });
  const own = inOrder.filter(({ rank }) => rank === 'own').slice(0, most.own);
  const first = await Promise.all([
    recordsOf(own),
    claims(tx, search, marks, inOrder),
    policies(tx, search, marks),
    parties(tx, search),
  ]);
  const suggestions = [...first.flat(), ...items(marks, inOrder)].slice(0, limit);
  const others = inOrder.filter((one) => !own.includes(one));
  return [...suggestions, ...(await recordsOf(others.slice(0, limit - suggestions.length)))];
}

function suggestedRecord(row: RecordListRow, hit: SearchHit | null): Suggestion {
  const { id, kind, number, partyName, firstItem } = row;
  const heading = headingOf(row);
  const about = heading?.kind === 'incidentReport' ? (heading.vehicle ?? firstItem) : firstItem;
  return { of: 'record', id, kind, number, about, partyName, hit };
}

/** Those whose number begins so; and those of the records that it identifies. */
async function claims(
  tx: ReadTransaction,
  search: string,
  marks: SearchMarks,
  found: readonly { row: RecordListRow }[],
): Promise<Suggestion[]> {
  const numbers = new Set<string>();
  for (const { claimNumber } of await listClaimsByPrefix(tx, search, most.claim)) numbers.add(claimNumber);
  for (const { row } of found)
    if (row.claimNumber !== null && marksIn(row.claimNumber, marks, true).found.size === marks.parts.length)
      numbers.add(row.claimNumber);
  return [...numbers].slice(0, most.claim).map((claimNumber) => ({ of: 'claim', claimNumber }));
}

async function policies(tx: ReadTransaction, search: string, marks: SearchMarks): Promise<Suggestion[]> {
  const found = await findPolicies(tx, search, most.policy);
  return found.map((row) => ({
    of: 'policy',
    id: row.id,
    number: row.insurancePolicyNumber,
    ownerName: row.ownerName,
    vehicle: [row.makeName, row.modelName, row.year].filter((part) => part !== null && part !== '').join(' '),
    vin: markedVin(row.vin, marks),
  }));
}

function markedVin(vin: string, marks: SearchMarks): MarkedText | null {
  const { ranges } = marksIn(vin, marks, true);
  return ranges.length === 0 ? null : { text: vin, ranges };
}

/** A text that a program gave as a key: it names nothing to a person. */
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function parties(tx: ReadTransaction, search: string): Promise<Suggestion[]> {
  const digits = /^[\d\s-]+$/.test(search) ? search.replaceAll(/\D/g, '') : null;
  const beginning = digits ?? withoutAccents(search);
  const found = await listFilterChoices(tx, { name: 'party', beginning, limit: most.party });
  return found.map(({ value, label }) => ({ of: 'party', taxId: value, name: label }));
}

/** The first lines of those found that hold all that was typed. */
function items(marks: SearchMarks, found: readonly { row: RecordListRow }[]): Suggestion[] {
  const texts = new Map<string, string>();
  for (const { row } of found) {
    const { firstItem } = row;
    if (
      firstItem === null ||
      uuid.test(firstItem.trim()) ||
      marksIn(firstItem, marks, false).found.size < marks.parts.length
    )
      continue;
    const key = withoutAccents(firstItem);
    if (!texts.has(key)) texts.set(key, firstItem);
    if (texts.size === most.item) break;
  }
  return [...texts.values()].map((text) => ({ of: 'item', text }));
}
