/** The order of what a search finds: what was typed exactly comes first, then the newest. */
import type { SearchRank } from '#shared/contract/search.ts';
import type { RecordKind } from '#shared/terms.ts';
import type { SearchConditions } from '../records/index.ts';
import { type ReadTransaction, type SearchCondition, searchRecords } from '../store/index.ts';

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

/** The records that a search finds, behind a place. What is known of the newest is not looked up again. */
export async function rankedIds(
  tx: ReadTransaction,
  conditions: ReadonlyMap<RecordKind, SearchConditions>,
  after: FoundPlace | null,
  limit: number,
  newest: ReadonlyMap<RecordKind, NewestFound> = new Map(),
): Promise<RankedId[]> {
  const found: RankedId[] = [];
  const exact = await exactKinds(tx, conditions);
  for (const rank of ranks.slice(after === null ? 0 : ranks.indexOf(after.rank))) {
    const left = limit - found.length;
    if (left <= 0) break;
    const below = after?.rank === rank ? after.below : Number.MAX_SAFE_INTEGER;
    const ids: number[] = [];
    for (const [kind, ofKind] of conditions) {
      const isExact = exact.has(kind);
      const condition = rankCondition(ofKind, rank, isExact);
      if (condition === null) continue;
      const known = isExact ? null : knownBelow(newest.get(kind), below, left);
      ids.push(...(known ?? (await searchRecords(tx, condition, below, left))));
    }
    ids.sort((one, other) => other - one);
    found.push(...ids.slice(0, left).map((id) => ({ id, rank })));
  }
  return found;
}

/** Null where too few are known. */
function knownBelow(newest: NewestFound | undefined, below: number, limit: number): number[] | null {
  if (newest === undefined) return null;
  const ids = newest.ids.filter((id) => id < below).slice(0, limit);
  return newest.isAll || ids.length === limit ? ids : null;
}

/** The kinds in which what was typed, or a part of it, identifies something: mostly none, which spares asking more of them. */
async function exactKinds(
  tx: ReadTransaction,
  conditions: ReadonlyMap<RecordKind, SearchConditions>,
): Promise<ReadonlySet<RecordKind>> {
  const exact = new Set<RecordKind>();
  for (const [kind, { own, named }] of conditions) {
    const any = await searchRecords(tx, { any: [own, named] }, Number.MAX_SAFE_INTEGER, 1);
    if (any.length > 0) exact.add(kind);
  }
  return exact;
}

/** Each record has one rank. */
function rankCondition(
  { found, own, named, hasParts }: SearchConditions,
  rank: SearchRank,
  isExact: boolean,
): SearchCondition | null {
  if (!isExact) return rank === 'words' ? found : null;
  // What the only part identifies is found.
  const within = (exact: SearchCondition) => (hasParts ? { all: [exact, found] } : exact);
  if (rank === 'own') return within(own);
  if (rank === 'named') return { this: within(named), without: own };
  return { this: found, without: { any: [own, named] } };
}
