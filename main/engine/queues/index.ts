/**
 * Pages of filtered and sorted rows. Where a condition holds for few rows, all of them are looked at and sorted. Otherwise
 * the order is walked, or of the order of arrival the shortest list that holds all that is asked for, and each row that it
 * comes by is held against the conditions, for so long as a call may take.
 */
import {
  type Condition,
  type Conditions,
  countDrive,
  type Drive,
  defaultCurrency,
  type IdBounds,
  type KeyBounds,
  lacksKey,
  listDriveIds,
  listMatchingIds,
  listPlaces,
  nextDriveIds,
  nextPlaces,
  type Place,
  type QueueTable,
  type ReadTransaction,
} from '../store/index.ts';

/** The order of a list: by what, or in that of arrival. */
interface QueueOrder<By extends string> {
  by: By | 'received';
  descending: boolean;
}

/** Which rows, in which order, from behind a place on; null is the beginning. */
export interface PageRequest<By extends string> {
  order: QueueOrder<By>;
  after: Place | null;
  limit: number;
}

/** A list with its filter: what it asks of rows, and every way to come by them. */
export interface Queue<By extends string> {
  table: QueueTable<By>;
  conditions: Conditions;
  /** Between these ids lie all rows of the filter. */
  bounds: IdBounds;
  /** Every way to come by the filter's rows through an index, but for `whole`. */
  drives: readonly Drive[];
  /** All rows of the list, as far as an index has those of the filter; and all that it may ever have. */
  whole: Drive;
  all: Drive;
  /** What the indexes of its orders begin with: each is walked in every one of these parts. Null where they begin with their key. */
  parts: readonly (Condition | null)[];
  /** The conditions that hold for all of these parts. */
  coveredByParts: readonly string[];
  /** The bounds that the filter sets to the key of an order; null where it sets none. */
  keyBounds: (by: By) => KeyBounds | null;
  /** The group behind one in which rows have the value of an order with groups; null where there is none. */
  groupBehind?: (before: string) => Promise<string | null>;
}

/** What a search finds below an id, the newest first. */
export type Finder = (below: number, limit: number) => Promise<number[]>;

/** A page in its order; `next` goes on behind it, also where it is short or empty, and is null where there is no more. */
interface Page {
  ids: number[];
  next: Place | null;
}

/** How much one call does. */
export interface Effort {
  /** No further span of a page is begun so long after the call, and none to count after so long. */
  milliseconds: number;
  countMilliseconds: number;
  /** Rows that are looked at together. */
  span: number;
  /** So many are looked at and sorted for a page at the most. */
  collected: number;
}
/** A page takes two thirds of what a list may take, the count what is left of it. */
const usualEffort: Effort = { milliseconds: 8, countMilliseconds: 11, span: 250, collected: 2000 };

/** The shortest of several long lists is found among those that are no longer than this. */
const longestCounted = 20_000;

/** How a page is come by. */
interface Plan {
  /** The shortest list, and whether it holds few. */
  drive: Drive;
  isShort: boolean;
}

async function planOf<By extends string>(
  tx: ReadTransaction,
  { bounds, drives, whole }: Queue<By>,
  effort: Effort,
): Promise<Plan> {
  let drive = whole;
  let candidates = [...drives, whole];
  for (let most = effort.collected; ; most = longestCounted) {
    let fewest = most + 1;
    for (const candidate of candidates) {
      const count = await countDrive(tx, candidate, bounds, fewest);
      if (count < fewest) [fewest, drive] = [count, candidate];
    }
    if (most === longestCounted || fewest <= most) return { drive, isShort: fewest <= effort.collected };
    // A long list that is not sorted by arrival is walked by no page.
    candidates = candidates.filter(({ isSorted }) => isSorted);
    if (candidates.every((one) => one === whole)) return { drive: whole, isShort: false };
  }
}

/** A page of ids. */
export async function pageOfIds<By extends string>(
  tx: ReadTransaction,
  queue: Queue<By>,
  request: PageRequest<By>,
  effort: Effort = usualEffort,
): Promise<Page> {
  const until = performance.now() + effort.milliseconds;
  const way = await wayOf(tx, queue, request, effort);
  if ('all' in way) return pageOfPlaces(way.all, request);
  const { ids, next } = await walkPage(way.walk, request, until, effort.span);
  return { ids, next };
}

/**
 * The same with how many rows the filter has, counted no further than `most`. What a page was looked for among is not looked at
 * again to be counted. What a `finder` finds comes in the order of arrival, the newest first.
 */
export async function countedPage<By extends string>(
  tx: ReadTransaction,
  queue: Queue<By>,
  request: PageRequest<By>,
  {
    most,
    effort = usualEffort,
    finder,
  }: { most: number; effort?: Effort | undefined; finder?: Finder | undefined },
): Promise<Page & Count> {
  const began = performance.now();
  const way = await wayOf(tx, queue, request, effort, finder);
  if ('all' in way) return { ...pageOfPlaces(way.all, request), ...countOf(way.all.length, most) };
  const { ids, next, walked } = await walkPage(way.walk, request, began + effort.milliseconds, effort.span);
  const count = await way.count(request.after === null ? walked : nothingWalked, {
    most: Math.max(most, ids.length),
    until: began + effort.countMilliseconds,
    span: effort.span,
  });
  // What the page shows is there.
  const least = Math.max(count.count, ids.length);
  return { ids, next, total: Math.min(least, most), totalIsCapped: !count.isAll || least > most };
}

/** How a page of a request is come by: all at once, or by a walk, which is counted along another where that one is shorter. */
type Way = { all: Place[] } | { walk: Walk; count: (begun: Walked, bounds: CountBounds) => Promise<Counted> };

async function wayOf<By extends string>(
  tx: ReadTransaction,
  queue: Queue<By>,
  { order }: PageRequest<By>,
  effort: Effort,
  finder?: Finder,
): Promise<Way> {
  if (finder !== undefined) {
    const walk = byFinder(tx, queue, finder);
    return { walk, count: (begun, bounds) => countWalk(walk, begun, bounds) };
  }
  const { drive, isShort } = await planOf(tx, queue, effort);
  if (isShort) return { all: await collect(tx, order, queue, drive) };
  const { by, descending } = order;
  const walk =
    by === 'received' ? byArrival(tx, descending, queue, drive) : byKey(tx, { by, descending }, queue);
  const { bounds, conditions } = queue;
  return {
    walk,
    count: async (begun, { most, until, span }) => {
      if (without(conditions, drive.covers).size === 0 && !drive.overlaps) {
        const count = await countDrive(tx, drive, bounds, most + 1);
        return { count, isAll: count <= most };
      }
      return by === 'received'
        ? countWalk(walk, begun, { most, until, span })
        : countWalk(byArrival(tx, true, queue, drive), nothingWalked, { most, until, span });
    },
  };
}

function pageOfPlaces<By extends string>(
  all: readonly Place[],
  { after, limit, order }: PageRequest<By>,
): Page {
  const rest = after === null ? all : all.filter((place) => comparePlaces(order, after, place) < 0);
  return {
    ids: rest.slice(0, limit).map(({ id }) => id),
    next: rest[limit] === undefined ? null : (rest[limit - 1] ?? null),
  };
}

/** The next of a walk: places in its order, those of them that fulfil all conditions, and whether there are no more. */
type Walk = (after: Place | null, limit: number) => Promise<Span>;

interface Span {
  places: Place[];
  matching: ReadonlySet<number>;
  isLast: boolean;
}

/** How far a walk came: how many places it looked at, how many of them fulfil all conditions, and whether there are no more. */
interface Walked {
  looked: number;
  count: number;
  last: Place | null;
  isAll: boolean;
}
const nothingWalked: Walked = { looked: 0, count: 0, last: null, isAll: false };

async function walkPage(
  walk: Walk,
  { after, limit }: Pick<PageRequest<string>, 'after' | 'limit'>,
  until: number,
  span: number,
): Promise<Page & { walked: Walked }> {
  const found: Place[] = [];
  const walked: Walked = { ...nothingWalked, last: after };
  const page = (next: Place | null) => ({ ids: found.slice(0, limit).map(({ id }) => id), next, walked });
  do {
    const { places, matching, isLast } = await walk(walked.last, span);
    walked.looked += places.length;
    walked.count += matching.size;
    walked.isAll = isLast;
    walked.last = places.at(-1) ?? walked.last;
    found.push(...places.filter(({ id }) => matching.has(id)));
    // There is at least one more.
    if (found.length > limit) return page(found[limit - 1] ?? null);
  } while (!walked.isAll && performance.now() < until);
  return page(walked.isAll ? null : walked.last);
}

const without = (conditions: Conditions, names: readonly string[]): Conditions =>
  new Map([...conditions].filter(([name]) => !names.includes(name)));

/** All rows of a short list that fulfil the conditions, in the order. */
async function collect<By extends string>(
  tx: ReadTransaction,
  order: QueueOrder<By>,
  { table, conditions, bounds }: Queue<By>,
  drive: Drive,
): Promise<Place[]> {
  const ids = await listDriveIds(tx, drive, bounds);
  const rest = without(conditions, drive.covers);
  const places =
    order.by === 'received'
      ? (await listMatchingIds(tx, table, ids, rest)).map(arrivalPlace)
      : await listPlaces(tx, table, ids, { by: order.by, conditions: rest });
  return places.sort((a, b) => comparePlaces(order, a, b));
}

async function spanOf(
  tx: ReadTransaction,
  table: Pick<QueueTable<string>, 'from' | 'id'>,
  places: Place[],
  conditions: Conditions,
  isLast: boolean,
): Promise<Span> {
  const ids = places.map(({ id }) => id);
  return { places, matching: new Set(await listMatchingIds(tx, table, ids, conditions)), isLast };
}

const arrivalPlace = (id: number): Place => ({ group: null, key: null, id });

/** Along the shortest list, in the order of arrival. */
function byArrival<By extends string>(
  tx: ReadTransaction,
  descending: boolean,
  { table, bounds, conditions }: Pick<Queue<By>, 'table' | 'bounds' | 'conditions'>,
  drive: Drive,
): Walk {
  const rest = without(conditions, drive.covers);
  return async (after, limit) => {
    const behind =
      after === null
        ? {}
        : descending
          ? { until: Math.min(bounds.until, after.id - 1) }
          : { from: Math.max(bounds.from, after.id + 1) };
    const ids = await nextDriveIds(tx, drive, { ...bounds, ...behind, descending, limit });
    return spanOf(tx, table, ids.map(arrivalPlace), rest, ids.length < limit);
  };
}

/** Along what a search finds, the newest first. */
function byFinder<By extends string>(
  tx: ReadTransaction,
  { table, conditions, coveredByParts }: Queue<By>,
  finder: Finder,
): Walk {
  const rest = without(conditions, coveredByParts);
  return async (after, limit) => {
    const ids = await finder(after?.id ?? Number.MAX_SAFE_INTEGER, limit);
    return spanOf(tx, table, ids.map(arrivalPlace), rest, ids.length < limit);
  };
}

/** Along the index of an order; what lacks its value comes last, in the order of arrival. */
function byKey<By extends string>(
  tx: ReadTransaction,
  order: QueueOrder<By> & { by: By },
  queue: Queue<By>,
): Walk {
  const { table, parts, coveredByParts, conditions, groupBehind } = queue;
  const { by, descending } = order;
  const within = queue.keyBounds(by);
  const rest = without(conditions, within === null ? coveredByParts : [...coveredByParts, by]);
  const next = async (group: string | null, after: Place | null, limit: number) => {
    const behind = after?.key == null ? null : { key: after.key, id: after.id };
    const walk = { by, descending, bounds: within, group, after: behind, limit };
    const places: Place[] = [];
    for (const part of parts) places.push(...(await nextPlaces(tx, table, { ...walk, part })));
    return places.sort((a, b) => comparePlaces(order, a, b)).slice(0, limit);
  };
  const firstGroup = table.orders[by].group === null ? null : (within?.group ?? defaultCurrency);
  const nextWithKey = async (after: Place | null, limit: number): Promise<Place[]> => {
    let group = after === null ? firstGroup : after.group;
    let places = await next(group, after, limit);
    while (places.length === 0 && group !== null && within === null) {
      group = (await groupBehind?.(group)) ?? null;
      if (group !== null) places = await next(group, null, limit);
    }
    return places;
  };
  const lacking = byArrival(
    tx,
    descending,
    { ...queue, conditions: new Map([...conditions, ['lacksKey', lacksKey(table, by)]]) },
    queue.all,
  );
  return async (after, limit) => {
    if (after === null || after.key !== null) {
      const places = await nextWithKey(after, limit);
      // What lacks the value is in no bounds, and else behind all that have it.
      if (places.length > 0 || within !== null) return spanOf(tx, table, places, rest, places.length === 0);
    }
    return lacking(after?.key === null ? after : null, limit);
  };
}

/** Below zero where the first of two places comes first. */
function comparePlaces({ by, descending }: QueueOrder<string>, a: Place, b: Place): number {
  const sign = descending ? -1 : 1;
  if (by !== 'received') {
    if (a.key === null || b.key === null) {
      if (a.key !== b.key) return a.key === null ? 1 : -1;
    } else {
      const byGroup = compareGroups(a.group, b.group);
      if (byGroup !== 0) return byGroup;
      const byKey = compareKeys(a.key, b.key);
      if (byKey !== 0) return sign * byKey;
    }
  }
  return sign * (a.id - b.id);
}

function compareGroups(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === defaultCurrency || b === defaultCurrency) return a === defaultCurrency ? -1 : 1;
  return compareTexts(a ?? '', b ?? '');
}

function compareKeys(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareTexts(String(a), String(b));
}

/** As the database compares them: by their bytes. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  if (/[\ud800-\uffff]/.test(a + b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}

/** Rows that are looked at to be counted, where no index counts them. */
const maxCountedRows = 2000;

interface Count {
  total: number;
  totalIsCapped: boolean;
}

const countOf = (count: number, most: number): Count => ({
  total: Math.min(count, most),
  totalIsCapped: count > most,
});

interface CountBounds {
  most: number;
  /** No further span is begun after this moment. */
  until: number;
  span: number;
}

/** What was counted, to one more than the most at least or as far as there was time, and whether it is all. */
interface Counted {
  count: number;
  isAll: boolean;
}

/** Counts what a walk comes by from where it came to. */
async function countWalk(walk: Walk, begun: Walked, { most, until, span }: CountBounds): Promise<Counted> {
  let { looked, count, last, isAll } = begun;
  while (!isAll && looked < maxCountedRows && count <= most && performance.now() < until) {
    const { places, matching, isLast } = await walk(last, span);
    count += matching.size;
    looked += places.length;
    last = places.at(-1) ?? last;
    isAll = isLast;
  }
  return { count, isAll };
}
