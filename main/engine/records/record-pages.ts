/**
 * Pages of filtered and sorted records. Where a condition holds for few records, all of them are looked at and sorted. Otherwise
 * the order is walked, or of the order of arrival the shortest list that holds all that is asked for, and each record that it
 * comes by is held against the conditions, for so long as a call may take.
 */
import type { RecordOrder } from '#shared/contract/records.ts';
import type { RecordKind } from '#shared/terms.ts';
import {
  type Conditions,
  conditionsOf,
  countDrive,
  type Drive,
  defaultCurrency,
  driveOfKinds,
  drivesOf,
  type IdBounds,
  idsReceived,
  keyBounds,
  lacksKey,
  listDriveIds,
  listMatchingIds,
  listPlaces,
  nextCurrency,
  nextDriveIds,
  nextPlacesOfKind,
  type Place,
  type ReadTransaction,
  type RecordFilter,
} from '../store/index.ts';

/** Which records, in which order, from behind a place on; null is the beginning. */
export interface PageRequest {
  kinds: readonly RecordKind[];
  filter: RecordFilter;
  order: RecordOrder;
  after: Place | null;
  limit: number;
}

/** A page in its order; `next` goes on behind it, also where it is short or empty, and is null where there is no more. */
interface Page {
  ids: number[];
  next: Place | null;
}

/** How much one call does. */
export interface Effort {
  /** No further span is begun after so long. */
  milliseconds: number;
  /** Records that are looked at together. */
  span: number;
  /** So many are looked at and sorted for a page at the most. */
  collected: number;
}
const usualEffort: Effort = { milliseconds: 10, span: 250, collected: 2000 };

/** The shortest of several long lists is found among those that are no longer than this. */
const longestCounted = 20_000;

/** How a page is come by. */
interface Plan {
  conditions: Conditions;
  /** Between these ids lie all records of the filter. */
  bounds: IdBounds;
  /** The shortest list, how long it is, and whether it holds few. */
  drive: Drive;
  isShort: boolean;
}

async function planOf(
  tx: ReadTransaction,
  { kinds, filter }: Pick<PageRequest, 'kinds' | 'filter'>,
  effort: Effort,
): Promise<Plan> {
  const conditions = conditionsOf(filter, kinds);
  const bounds = await idsReceived(tx, filter);
  let drive = driveOfKinds(filter, kinds);
  const candidates = [...drivesOf(filter, kinds), drive];
  for (let most = effort.collected; ; most = longestCounted) {
    let fewest = most + 1;
    for (const candidate of candidates) {
      // A long list that is not sorted by arrival is walked by no page.
      if (most > effort.collected && !candidate.isSorted) continue;
      const count = await countDrive(tx, candidate, bounds, fewest);
      if (count < fewest) [fewest, drive] = [count, candidate];
    }
    if (most === longestCounted || fewest <= most)
      return { conditions, bounds, drive, isShort: fewest <= effort.collected };
  }
}

/** A page of ids. */
export async function pageOfIds(
  tx: ReadTransaction,
  request: PageRequest,
  effort: Effort = usualEffort,
): Promise<Page> {
  const plan = await planOf(tx, request, effort);
  return plan.isShort
    ? pageOfPlaces(await collect(tx, request, plan), request)
    : walkPage(walkOf(tx, request, plan), request, effort);
}

/** The same with how many records the filter has, counted no further than `most`: what is short is looked at once for both. */
export async function countedPage(
  tx: ReadTransaction,
  request: PageRequest,
  most: number,
  effort: Effort = usualEffort,
): Promise<Page & Count> {
  const plan = await planOf(tx, request, effort);
  if (plan.isShort) {
    const all = await collect(tx, request, plan);
    return { ...pageOfPlaces(all, request), ...countOf(all.length, most) };
  }
  const page = await walkPage(walkOf(tx, request, plan), request, effort);
  return { ...page, ...(await countPlanned(tx, request, plan, most, effort)) };
}

function pageOfPlaces(all: readonly Place[], { after, limit, order }: PageRequest): Page {
  const rest = after === null ? all : all.filter((place) => comparePlaces(order, after, place) < 0);
  return {
    ids: rest.slice(0, limit).map(({ id }) => id),
    next: rest[limit] === undefined ? null : (rest[limit - 1] ?? null),
  };
}

const walkOf = (tx: ReadTransaction, request: PageRequest, plan: Plan): Walk =>
  request.order.by === 'received' ? byArrival(tx, request, plan) : byKey(tx, request, plan);

/** The next of a walk: places in its order, those of them that fulfil all conditions, and nothing at its end. */
type Walk = (
  after: Place | null,
  limit: number,
) => Promise<{ places: Place[]; matching: ReadonlySet<number> }>;

async function walkPage(walk: Walk, { after, limit }: PageRequest, effort: Effort): Promise<Page> {
  const stopAt = performance.now() + effort.milliseconds;
  const found: Place[] = [];
  let last = after;
  do {
    const { places, matching } = await walk(last, effort.span);
    if (places.length === 0) return { ids: found.map(({ id }) => id), next: null };
    for (const place of places) {
      if (matching.has(place.id)) found.push(place);
      // There is at least one more.
      if (found.length > limit)
        return { ids: found.slice(0, limit).map(({ id }) => id), next: found[limit - 1] ?? null };
      last = place;
    }
  } while (performance.now() < stopAt);
  return { ids: found.map(({ id }) => id), next: last };
}

const without = (conditions: Conditions, names: readonly string[]): Conditions =>
  new Map([...conditions].filter(([name]) => !names.includes(name)));

/** All records of a short list that fulfil the conditions, in the order. */
async function collect(
  tx: ReadTransaction,
  { order }: Pick<PageRequest, 'order'>,
  { conditions, bounds, drive }: Plan,
): Promise<Place[]> {
  const ids = await listDriveIds(tx, drive, bounds);
  const rest = without(conditions, drive.covers);
  const places =
    order.by === 'received'
      ? (await listMatchingIds(tx, ids, rest)).map(arrivalPlace)
      : await listPlaces(tx, ids, { by: order.by, conditions: rest });
  return places.sort((a, b) => comparePlaces(order, a, b));
}

const arrivalPlace = (id: number): Place => ({ group: null, key: null, id });

/** Along the shortest list, in the order of arrival. */
function byArrival(tx: ReadTransaction, { order: { descending } }: PageRequest, plan: Plan): Walk {
  const { bounds, drive } = plan;
  const rest = without(plan.conditions, drive.covers);
  return async (after, limit) => {
    const behind =
      after === null
        ? {}
        : descending
          ? { until: Math.min(bounds.until, after.id - 1) }
          : { from: Math.max(bounds.from, after.id + 1) };
    const ids = await nextDriveIds(tx, drive, { ...bounds, ...behind, descending, limit });
    return { places: ids.map(arrivalPlace), matching: new Set(await listMatchingIds(tx, ids, rest)) };
  };
}

/** Along the index of an order; what lacks its value comes last, in the order of arrival. */
function byKey(tx: ReadTransaction, request: PageRequest, plan: Plan): Walk {
  const { kinds, filter, order } = request;
  const by = order.by === 'received' ? 'dated' : order.by;
  const within = keyBounds(by, filter);
  const rest = without(plan.conditions, within === null ? ['kind'] : ['kind', by]);
  const next = async (group: string | null, after: Place | null, limit: number) => {
    const behind = after?.key == null ? null : { key: after.key, id: after.id };
    const walk = { by, descending: order.descending, bounds: within, group, after: behind, limit };
    const places: Place[] = [];
    for (const kind of kinds) places.push(...(await nextPlacesOfKind(tx, { ...walk, kind })));
    return places.sort((a, b) => comparePlaces(order, a, b)).slice(0, limit);
  };
  const firstGroup = by === 'amount' ? (within?.group ?? defaultCurrency) : null;
  const nextWithKey = async (after: Place | null, limit: number): Promise<Place[]> => {
    let group = after === null ? firstGroup : after.group;
    let places = await next(group, after, limit);
    while (places.length === 0 && group !== null && within === null) {
      group = await currencyBehind(tx, kinds, group);
      if (group !== null) places = await next(group, null, limit);
    }
    return places;
  };
  const lacking = byArrival(tx, request, {
    ...plan,
    conditions: new Map([...plan.conditions, ['lacksKey', lacksKey(by)]]),
    drive: driveOfKinds({}, kinds),
  });
  return async (after, limit) => {
    if (after === null || after.key !== null) {
      const places = await nextWithKey(after, limit);
      const ids = places.map(({ id }) => id);
      if (ids.length > 0) return { places, matching: new Set(await listMatchingIds(tx, ids, rest)) };
      // What lacks the value is in no bounds.
      if (within !== null) return { places, matching: new Set() };
    }
    return lacking(after?.key === null ? after : null, limit);
  };
}

/** Pesos stand first, the others by their code. */
async function currencyBehind(
  tx: ReadTransaction,
  kinds: readonly RecordKind[],
  before: string,
): Promise<string | null> {
  const found: string[] = [];
  for (const kind of kinds) {
    let next = await nextCurrency(tx, kind, before === defaultCurrency ? '' : before);
    if (next === defaultCurrency) next = await nextCurrency(tx, kind, next);
    if (next !== null) found.push(next);
  }
  return found.sort(compareTexts)[0] ?? null;
}

/** Below zero where the first of two places comes first. */
function comparePlaces({ by, descending }: RecordOrder, a: Place, b: Place): number {
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
function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  if (/[\ud800-\uffff]/.test(a + b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}

/** Records that are looked at to be counted, where no index counts them. */
const maxCountedRows = 2000;

interface Count {
  total: number;
  totalIsCapped: boolean;
}

const countOf = (count: number, most: number): Count => ({
  total: Math.min(count, most),
  totalIsCapped: count > most,
});

/** How many records a filter has, counted no further than `limit` and no longer than a page may take. */
export async function countRecords(
  tx: ReadTransaction,
  request: Pick<PageRequest, 'kinds' | 'filter'>,
  limit: number,
  effort: Effort = usualEffort,
): Promise<Count> {
  const plan = await planOf(tx, request, effort);
  return countPlanned(tx, request, plan, limit, effort);
}

async function countPlanned(
  tx: ReadTransaction,
  request: Pick<PageRequest, 'kinds' | 'filter'>,
  plan: Plan,
  limit: number,
  effort: Effort,
): Promise<Count> {
  const order = { by: 'received', descending: true } as const;
  if (plan.isShort) return countOf((await collect(tx, { order }, plan)).length, limit);
  const { drive, bounds, conditions } = plan;
  if (without(conditions, drive.covers).size === 0 && !drive.overlaps)
    return countOf(await countDrive(tx, drive, bounds, limit + 1), limit);
  const walk = byArrival(tx, { ...request, order, after: null, limit }, plan);
  let [count, looked] = [0, 0];
  for (let last: Place | null = null; looked < maxCountedRows && count <= limit; ) {
    const { places, matching } = await walk(last, effort.span);
    last = places.at(-1) ?? null;
    if (last === null) return countOf(count, limit);
    count += matching.size;
    looked += places.length;
  }
  return { total: Math.min(count, limit), totalIsCapped: true };
}
