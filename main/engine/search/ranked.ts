/** The order of what a search finds: what was typed exactly comes first, then the newest. */
import type { SearchRank } from '#shared/contract/search.ts';
import type { RecordKind } from '#shared/terms.ts';
import type { SearchConditions } from '../records/index.ts';
import { type PlainCondition, type ReadTransaction, searchRecords } from '../store/index.ts';

const ranks: readonly SearchRank[] = ['own', 'named', 'words'];

export interface FoundPlace {
  rank: SearchRank;
  /** The newest of a rank come first. */
  below: number;
}

export interface RankedId {
  id: number;
  rank: SearchRank;
}

/** The newest that a search finds of a kind; all of them where there are no others. */
export interface NewestFound {
  ids: readonly number[];
  isAll: boolean;
}

/** The newest of each kind, no more than `limit`. */
export async function newestFound(
  tx: ReadTransaction,
  conditions: ReadonlyMap<RecordKind, SearchConditions>,
  limit: number,
): Promise<Map<RecordKind, NewestFound>> {
  const newest = new Map<RecordKind, NewestFound>();
  for (const [kind, { found }] of conditions) newest.set(kind, await newestOf(tx, found, limit));
  return newest;
}

async function newestOf(tx: ReadTransaction, condition: PlainCondition, limit: number): Promise<NewestFound> {
  const ids = await searchRecords(tx, condition, Number.MAX_SAFE_INTEGER, limit + 1);
  return { ids: ids.slice(0, limit), isAll: ids.length <= limit };
}

/** The records that a search finds, behind a place. What is known of the newest is not looked up again. */
export async function rankedIds(
  tx: ReadTransaction,
  conditions: ReadonlyMap<RecordKind, SearchConditions>,
  after: FoundPlace | null,
  limit: number,
  newest: ReadonlyMap<RecordKind, NewestFound>,
): Promise<RankedId[]> {
  const kinds: RankedKind[] = [];
  for (const [kind, of] of conditions)
    kinds.push(await rankedKind(tx, of, newest.get(kind) ?? { ids: [], isAll: false }));
  const found: RankedId[] = [];
  for (const rank of ranks.slice(after === null ? 0 : ranks.indexOf(after.rank))) {
    const left = limit - found.length;
    if (left <= 0) break;
    const below = after?.rank === rank ? after.below : Number.MAX_SAFE_INTEGER;
    const ids: number[] = [];
    for (const kind of kinds) ids.push(...(await kind[rank](below, left)));
    ids.sort((one, other) => other - one);
    found.push(...ids.slice(0, left).map((id) => ({ id, rank })));
  }
  return found;
}

/** The ids of a kind by their rank: each record has one. Below an id, the newest first, no more than a limit. */
type RankedKind = Record<SearchRank, (below: number, limit: number) => Promise<readonly number[]>>;

/** What identifies no more than these is looked up once for all ranks. */
const fewExact = 200;

async function rankedKind(
  tx: ReadTransaction,
  { found, own, named }: SearchConditions,
  newest: NewestFound,
): Promise<RankedKind> {
  const [ownNewest, namedNewest] = [await newestExact(tx, own, newest), await newestExact(tx, named, newest)];
  const all = { ids: [...ownNewest.ids, ...namedNewest.ids], isAll: ownNewest.isAll && namedNewest.isAll };
  const anyExact = [own, named].flatMap((one) => one?.any ?? []);
  return {
    own: idsOf(tx, ownNewest, own?.found, { known: { ids: [], isAll: true }, conditions: [] }),
    named: idsOf(tx, namedNewest, named?.found, {
      known: ownNewest,
      conditions: own === null ? [] : [own.any],
    }),
    words: idsOf(tx, newest, found, { known: all, conditions: anyExact }),
  };
}

async function newestExact(
  tx: ReadTransaction,
  condition: SearchConditions['own'],
  newest: NewestFound,
): Promise<NewestFound> {
  if (condition === null) return { ids: [], isAll: true };
  const any = await newestOf(tx, condition.any, fewExact);
  if (condition.found === condition.any) return any;
  // What is known to be found, or not to be, is not held against the other words again.
  const oldest = newest.isAll ? 0 : (newest.ids.at(-1) ?? Number.MAX_SAFE_INTEGER);
  if (!any.isAll || any.ids.some((id) => id < oldest)) return newestOf(tx, condition.found, fewExact);
  const found = new Set(newest.ids);
  return { ids: any.ids.filter((id) => found.has(id)), isAll: true };
}

/** The ids of one rank, without those of the ranks before it. */
function idsOf(
  tx: ReadTransaction,
  newest: NewestFound,
  condition: PlainCondition | undefined,
  before: { known: NewestFound; conditions: readonly PlainCondition[] },
): RankedKind[SearchRank] {
  const ofBefore = new Set(before.known.ids);
  return async (below, limit) => {
    if (condition === undefined) return [];
    if (!before.known.isAll)
      return searchRecords(tx, { this: condition, without: { any: before.conditions } }, below, limit);
    const known = newest.ids.filter((id) => id < below && !ofBefore.has(id)).slice(0, limit);
    if (newest.isAll || known.length === limit) return known;
    // As many more as may be left out.
    const more = await searchRecords(tx, condition, below, limit + ofBefore.size);
    return more.filter((id) => !ofBefore.has(id)).slice(0, limit);
  };
}
