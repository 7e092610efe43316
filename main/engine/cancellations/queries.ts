import { orderReferences } from '#shared/marketplace/cancellation.ts';
import { type CancellationState, cancellationStates } from '#shared/terms.ts';
import {
  type AskWithBody,
  type CancellationFilter,
  type CancellationView,
  cappedTotal,
  countCancellationsInStates,
  countProposedCancellations,
  findCancellationView,
  listAsks,
  listCancellationsInStates,
  listMustAskAgain,
  listProposals,
  listProposedCancellations,
  listWaitingQueue,
  type ProposalRow,
  type ReadTransaction,
} from '../store/index.ts';

/** A place in the queue: among those with held calls, or below an id among the others. */
export type Place = { heldUntil: number; id: number } | { belowId: number };

export interface ListQuery {
  /** None for all. */
  states?: readonly CancellationState[] | undefined;
  mustAskAgain?: boolean | undefined;
  /** Those that somebody has to attend to now; no state is looked at then. */
  toAttend?: boolean | undefined;
  /** Those of which an approval waits for a second person. */
  proposed?: boolean | undefined;
  /** Also those that were closed without a verdict; they are in no state. Where no states are given, they are there. */
  withClosed?: boolean | undefined;
  limit: number;
  /** Where the page before ended; absent for the first page. */
  after?: Place | undefined;
}

export interface CancellationPage {
  rows: CancellationView[];
  /** Where the next page begins; null at the end. */
  next: Place | null;
  total: number;
  totalIsCapped: boolean;
}

/** Beyond this many, the total says "at least". */
const maxCount = 10_000;
const newest = Number.MAX_SAFE_INTEGER;

/** A page of the queue: waiting first by the time left, then newest first. */
export async function listCancellations(tx: ReadTransaction, query: ListQuery): Promise<CancellationPage> {
  const states = query.states ?? cancellationStates;
  const withClosed = query.withClosed ?? query.states === undefined;
  const { places, total } = query.proposed
    ? await proposed(tx, query)
    : query.mustAskAgain
      ? await mustAskAgain(tx, states, query)
      : await byState(tx, query.toAttend ? toAttend : { states, withClosed }, query);
  const shown = places.slice(0, query.limit);
  return {
    rows: await cancellationsByIds(
      tx,
      shown.map(({ id }) => id),
    ),
    next: places.length > query.limit ? (shown.at(-1)?.place ?? null) : null,
    ...cappedTotal(total, maxCount),
  };
}

/** Undecided, without what waits for a second person; and what was asked of orders that never came. */
const toAttend: CancellationFilter = {
  states: ['waiting', 'deferred', 'unmatched'],
  withClosed: false,
  exceptProposed: true,
};

interface Found {
  places: { id: number; place: Place }[];
  total: number;
}

async function byState(
  tx: ReadTransaction,
  filter: CancellationFilter,
  { limit, after }: ListQuery,
): Promise<Found> {
  const { states } = filter;
  const places: Found['places'] = [];
  if (states.includes('waiting') && !(after !== undefined && 'belowId' in after)) {
    const from = after ?? { heldUntil: 0, id: 0 };
    for (const row of await listWaitingQueue(tx, from, limit + 1, filter.exceptProposed))
      places.push({ id: row.id, place: row });
  }
  const missing = limit + 1 - places.length;
  const others = { ...filter, states: states.filter((state) => state !== 'waiting') };
  const belowId = after !== undefined && 'belowId' in after ? after.belowId : newest;
  for (const id of await listCancellationsInStates(tx, others, belowId, missing)) {
    places.push({ id, place: { belowId: id } });
  }
  return { places, total: await countCancellationsInStates(tx, filter, maxCount + 1) };
}

async function mustAskAgain(
  tx: ReadTransaction,
  states: readonly CancellationState[],
  { limit, after }: ListQuery,
): Promise<Found> {
  const all = await listMustAskAgain(tx, newest, maxCount + 1);
  const matching = all.filter(({ state }) => states.includes(state));
  const belowId = after !== undefined && 'belowId' in after ? after.belowId : newest;
  const places = matching
    .filter(({ id }) => id < belowId)
    .slice(0, limit + 1)
    .map(({ id }) => ({ id, place: { belowId: id } }));
  return { places, total: matching.length };
}

async function proposed(tx: ReadTransaction, { limit, after }: ListQuery): Promise<Found> {
  const belowId = after !== undefined && 'belowId' in after ? after.belowId : newest;
  const ids = await listProposedCancellations(tx, belowId, limit + 1);
  return {
    places: ids.map((id) => ({ id, place: { belowId: id } })),
    total: await countProposedCancellations(tx, maxCount + 1),
  };
}

/** Those of the ids that there are, in the order of the ids. */
export async function cancellationsByIds(
  tx: ReadTransaction,
  ids: readonly number[],
): Promise<CancellationView[]> {
  const rows: CancellationView[] = [];
  for (const id of ids) {
    const row = await findCancellationView(tx, id);
    if (row !== null) rows.push(row);
  }
  return rows;
}

const maxAsks = 500;
/** Bytes of each body; all bodies of a cancellation with 500 asks are 4 MB. */
const maxBodyBytes = 8 * 1024;

/** Proposals that are shown of one cancellation. */
const maxProposals = 50;

/**
 * A cancellation with its newest asks, oldest first, each with the beginning of its body, and its proposals, newest first;
 * null where none has this id.
 */
export async function cancellationWithAsks(
  tx: ReadTransaction,
  id: number,
): Promise<{ cancellation: CancellationView; asks: AskWithBody[]; proposals: ProposalRow[] } | null> {
  const cancellation = await findCancellationView(tx, id);
  if (cancellation === null) return null;
  return {
    cancellation,
    asks: await listAsks(tx, id, maxAsks, maxBodyBytes),
    proposals: await listProposals(tx, id, maxProposals),
  };
}

/** The claim that the calls of a cancellation name, by its `orderReferences`; null where they name none, or several. */
export function statedClaim(stored: string | null): string | null {
  if (stored === null) return null;
  const [claim = null, ...others] = orderReferences.parse(JSON.parse(stored)).claimNumber;
  return others.length === 0 ? claim : null;
}
