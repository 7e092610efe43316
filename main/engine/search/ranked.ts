/** The order of what a search finds: what was typed exactly comes first, then the newest. */
import type { SearchRank } from '#shared/contract/search.ts';
import type { RecordKind } from '#shared/terms.ts';
import { type SearchConditions, searchConditions } from '../records/index.ts';
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

/** The records that a search finds, behind a place. */
export async function rankedIds(
  tx: ReadTransaction,
  search: string,
  kinds: readonly RecordKind[],
  after: FoundPlace | null,
  limit: number,
): Promise<RankedId[]> {
  const found: RankedId[] = [];
  const conditions = await searchConditions(tx, search, kinds);
  const exact = await exactKinds(tx, conditions);
  for (const rank of ranks.slice(after === null ? 0 : ranks.indexOf(after.rank))) {
    if (found.length >= limit) break;
    const below = after?.rank === rank ? after.below : Number.MAX_SAFE_INTEGER;
    const ids: number[] = [];
    for (const [kind, ofKind] of conditions) {
      const condition = rankCondition(ofKind, rank, exact.has(kind));
      if (condition !== null) ids.push(...(await searchRecords(tx, condition, below, limit - found.length)));
    }
    ids.sort((one, other) => other - one);
    found.push(...ids.slice(0, limit - found.length).map((id) => ({ id, rank })));
  }
  return found;
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
