/** The order of what a search finds: what was typed exactly comes first, then the newest. */
import type { SearchRank } from '#shared/contract/search.ts';
import type { RecordKind } from '#shared/terms.ts';
import type { SearchConditions } from '../records/index.ts';
import {
  type PlainCondition,
  type ReadTransaction,
  searchRecords,
  searchRecordsOfEach,
} from '../store/index.ts';

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

/** The newest that meet a condition; all of them where there are no others. */
interface NewestFound {
  ids: readonly number[];
  isAll: boolean;
}

/** The newest of a kind that a search finds, and that have what it identifies. */
export interface NewestOfKind {
  found: NewestFound;
  own: NewestFound;
  named: NewestFound;
}

const none: NewestFound = { ids: [], isAll: true };
/** What identifies no more than these is looked up once for all ranks. */
const fewExact = 200;

/** The newest of each kind, no more than `limit`; all of it is asked at once. */
export async function newestFound(
  tx: ReadTransaction,
  conditions: ReadonlyMap<RecordKind, SearchConditions>,
  limit: number,
): Promise<Map<RecordKind, NewestOfKind>> {
  const asked = [...conditions].flatMap(([kind, { found, own, named }]) => [
    { kind, of: 'found' as const, condition: found, limit },
    ...(own === null ? [] : [{ kind, of: 'own' as const, condition: own.any, limit: fewExact }]),
    ...(named === null ? [] : [{ kind, of: 'named' as const, condition: named.any, limit: fewExact }]),
  ]);
  const answers = await newestOfEach(tx, asked);
  const newest = new Map<RecordKind, NewestOfKind>();
  for (const [index, { kind, of }] of asked.entries()) {
    const others = newest.get(kind) ?? { found: none, own: none, named: none };
    newest.set(kind, { ...others, [of]: answers[index] ?? none });
  }
  return newest;
}

async function newestOfEach(
  tx: ReadTransaction,
  asked: readonly { condition: PlainCondition; limit: number }[],
): Promise<NewestFound[]> {
  const found = await searchRecordsOfEach(
    tx,
    asked.map(({ condition, limit }) => ({ condition, belowId: Number.MAX_SAFE_INTEGER, limit: limit + 1 })),
  );
  return asked.map(({ limit }, index) => {
    const ids = found[index] ?? [];
    return { ids: ids.slice(0, limit), isAll: ids.length <= limit };
  });
}

/** The records that a search finds, behind a place. What is known of the newest is not looked up again. */
export async function rankedIds(
  tx: ReadTransaction,
  conditions: ReadonlyMap<RecordKind, SearchConditions>,
  after: FoundPlace | null,
  limit: number,
  newest: ReadonlyMap<RecordKind, NewestOfKind>,
): Promise<RankedId[]> {
  const kinds = await Promise.all(
    [...conditions].flatMap(([kind, of]) => {
      const newestOfKind = newest.get(kind);
      return newestOfKind === undefined ? [] : [rankedKind(tx, of, newestOfKind)];
    }),
  );
  const found: RankedId[] = [];
  for (const rank of ranks.slice(after === null ? 0 : ranks.indexOf(after.rank))) {
    const left = limit - found.length;
    if (left <= 0) break;
    const below = after?.rank === rank ? after.below : Number.MAX_SAFE_INTEGER;
    const ids = (await Promise.all(kinds.map((kind) => kind[rank](below, left)))).flat();
    ids.sort((one, other) => other - one);
    found.push(...ids.slice(0, left).map((id) => ({ id, rank })));
  }
  return found;
}

/** The ids of a kind by their rank: each record has one. Below an id, the newest first, no more than a limit. */
type RankedKind = Record<SearchRank, (below: number, limit: number) => Promise<readonly number[]>>;

async function rankedKind(
  tx: ReadTransaction,
  { found, own, named }: SearchConditions,
  newest: NewestOfKind,
): Promise<RankedKind> {
  const [ownNewest, namedNewest] = await Promise.all([
    newestExact(tx, own, newest.own, newest.found),
    newestExact(tx, named, newest.named, newest.found),
  ]);
  const all = { ids: [...ownNewest.ids, ...namedNewest.ids], isAll: ownNewest.isAll && namedNewest.isAll };
  const anyExact = [own, named].flatMap((one) => one?.any ?? []);
  return {
    own: idsOf(tx, ownNewest, own?.found, { known: none, conditions: [] }),
    named: idsOf(tx, namedNewest, named?.found, {
      known: ownNewest,
      conditions: own === null ? [] : [own.any],
    }),
    words: idsOf(tx, newest.found, found, { known: all, conditions: anyExact }),
  };
}

async function newestExact(
  tx: ReadTransaction,
  condition: SearchConditions['own'],
  any: NewestFound,
  newest: NewestFound,
): Promise<NewestFound> {
  if (condition === null || condition.found === condition.any) return any;
  // What is known to be found, or not to be, is not held against the other words again.
  const oldest = newest.isAll ? 0 : (newest.ids.at(-1) ?? Number.MAX_SAFE_INTEGER);
  if (!any.isAll || any.ids.some((id) => id < oldest)) {
    const [exact = none] = await newestOfEach(tx, [{ condition: condition.found, limit: fewExact }]);
    return exact;
  }
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
