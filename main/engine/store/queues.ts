/**
 * What lists of rows that are filtered and sorted have in common as SQL: conditions of a row, the lists of an index that hold all
 * rows for which some of them hold, and the walk of an order.
 */
import { countRows, type ReadTransaction, type SqlValue } from './transaction.ts';

/** What a condition asks of a row. */
export interface Condition {
  sql: string;
  parameters: readonly SqlValue[];
}

/** By their names. */
export type Conditions = ReadonlyMap<string, Condition>;

/** Rows of a table, each with an id that is given in the order of arrival. */
export interface QueueTable<By extends string> {
  /** FROM, under the name by which conditions call it. */
  from: string;
  id: string;
  /** When a row was received, in milliseconds since 1970. */
  receivedAt: string;
  /** What each order sorts by, but for the order of arrival; of amounts the column of their currency, which is their group. */
  orders: Readonly<Record<By, { key: string; has: string; group: string | null }>>;
}

/** Whether a column is any of a list. */
export const isIn = (sql: string): string => `${sql} IN (SELECT value FROM json_each(?))`;
export const isAmongIds = (sql: string): string =>
  `${sql} IN (SELECT CAST(value AS BIGINT) FROM json_each(?))`;

/** The condition that a column has one of these persons, or nobody, with its parameter. */
export function assignedTo(column: string, among: readonly (number | 'nobody')[]): [string, string] {
  const persons = among.filter((one) => one !== 'nobody');
  const nobody = persons.length < among.length ? `${column} IS NULL OR ` : '';
  return [`(${nobody}${isAmongIds(column)})`, JSON.stringify(persons)];
}

/** Whether a filter says something of a list of values. */
export const says = <Value>(list: readonly Value[] | undefined): list is readonly Value[] =>
  (list?.length ?? 0) > 0;

/** Conditions as what follows another in WHERE. */
export function whereOf(conditions: Conditions): { sql: string; parameters: SqlValue[] } {
  const all = [...conditions.values()];
  return {
    sql: all.map(({ sql }) => ` AND ${sql}`).join(''),
    parameters: all.flatMap(({ parameters }) => parameters),
  };
}

/** A list of an index: the ids of the rows with one value. */
export interface IndexList {
  /** FROM and WHERE. */
  sql: string;
  id: string;
  /** Whether an id may stand there more than once. */
  repeats?: boolean;
  parameters: readonly SqlValue[];
}

/** Lists that together hold every row for which some conditions hold. */
export interface Drive {
  lists: readonly IndexList[];
  /** Whether each is in the order of its ids. */
  isSorted: boolean;
  /** Each is in the order of a key, and ids stand anywhere in it. */
  isByKey?: boolean;
  /** The conditions that hold for all that stands there. */
  covers: readonly string[];
  /** Whether a row may stand in two of them. */
  overlaps: boolean;
}

export const driveOf = (
  lists: readonly IndexList[],
  covers: readonly string[],
  { isSorted = true, isByKey = false, overlaps = false } = {},
): Drive => ({ lists, covers, isSorted, isByKey, overlaps });

/** Of these ids those whose rows fulfil all conditions, in no order. */
export async function listMatchingIds(
  tx: ReadTransaction,
  { from, id }: Pick<QueueTable<string>, 'from' | 'id'>,
  ids: readonly number[],
  conditions: Conditions,
): Promise<number[]> {
  if (conditions.size === 0) return [...ids];
  const { sql, parameters } = whereOf(conditions);
  const rows = await tx.all<{ id: number }>(
    `SELECT ${id} AS id FROM json_each(?) ids CROSS JOIN ${from} ON ${id} = CAST(ids.value AS BIGINT) WHERE true${sql}`,
    JSON.stringify(ids),
    ...parameters,
  );
  return rows.map((row) => row.id);
}

/** Ids, both included. */
export interface IdBounds {
  from: number;
  until: number;
}

const unbounded = { sql: () => '', ids: [] };
const inBounds = (id: string): string => `${id} >= ? AND ${id} <= ?`;

/**
 * Counts what stands in the lists between two ids, up to `limit`; what stands in two of them, or twice in one, counts twice. Of a list
 * in the order of a key all counts, wherever it lies: to pass over what lies elsewhere takes as long as the list is.
 */
export async function countDrive(
  tx: ReadTransaction,
  { lists, isByKey }: Drive,
  { from, until }: IdBounds,
  limit: number,
): Promise<number> {
  const bounds = isByKey ? unbounded : { sql: (id: string) => ` AND ${inBounds(id)}`, ids: [from, until] };
  let count = 0;
  for (const { sql, id, parameters } of lists) {
    if (count >= limit) break;
    count += await countRows(
      tx,
      `SELECT 1 ${sql}${bounds.sql(id)} LIMIT ?`,
      ...parameters,
      ...bounds.ids,
      limit - count,
    );
  }
  return count;
}

/** All ids of the lists between two, each once, in no order. */
export async function listDriveIds(
  tx: ReadTransaction,
  { lists }: Drive,
  bounds: IdBounds,
): Promise<number[]> {
  const ids = new Set<number>();
  for (const { sql, id, parameters } of lists) {
    const rows = await tx.all<{ id: number }>(
      `SELECT ${id} AS id ${sql} AND ${inBounds(id)}`,
      ...parameters,
      bounds.from,
      bounds.until,
    );
    for (const row of rows) ids.add(row.id);
  }
  return [...ids];
}

/** The next ids of sorted lists between two, each once: the greatest first, or the smallest. */
export async function nextDriveIds(
  tx: ReadTransaction,
  { lists }: Drive,
  { from, until, descending, limit }: IdBounds & { descending: boolean; limit: number },
): Promise<number[]> {
  const ids = new Set<number>();
  for (const { sql, id, repeats = false, parameters } of lists) {
    const rows = await tx.all<{ id: number }>(
      `SELECT ${repeats ? 'DISTINCT ' : ''}${id} AS id ${sql} AND ${inBounds(id)}
        ORDER BY ${id} ${descending ? 'DESC' : ''} LIMIT ?`,
      ...parameters,
      from,
      until,
      limit,
    );
    for (const row of rows) ids.add(row.id);
  }
  const sorted = [...ids].sort((a, b) => (descending ? b - a : a - b));
  return sorted.slice(0, limit);
}

/** Bounds of the key of an order, both included; within one group of it, where it has groups. */
export interface KeyBounds {
  group: string | null;
  from: SqlValue;
  until: SqlValue;
}

/** A row's place in an order: its key, and of amounts the group of its currency; both null where it lacks the value. */
export interface Place {
  group: string | null;
  key: string | number | null;
  id: number;
}

/** The condition of what lacks an order's value. */
export const lacksKey = <By extends string>({ orders }: QueueTable<By>, by: By): Condition => ({
  sql: `NOT (${orders[by].has})`,
  parameters: [],
});

/** The places of those of these ids whose rows fulfil all conditions, in no order. */
export async function listPlaces<By extends string>(
  tx: ReadTransaction,
  { from, id, orders }: QueueTable<By>,
  ids: readonly number[],
  { by, conditions }: { by: By; conditions: Conditions },
): Promise<Place[]> {
  const { key, has, group } = orders[by];
  const { sql, parameters } = whereOf(conditions);
  const known = (column: string) => `CASE WHEN ${has} THEN ${column} END`;
  return tx.all<Place>(
    `SELECT ${id} AS id, ${known(key)} AS key, ${group === null ? 'NULL' : known(group)} AS "group"
      FROM json_each(?) ids CROSS JOIN ${from} ON ${id} = CAST(ids.value AS BIGINT) WHERE true${sql}`,
    JSON.stringify(ids),
    ...parameters,
  );
}

/**
 * The next places of one part of a table that have the value of an order, behind `after`, within bounds; in one group where the order
 * has groups.
 */
export async function nextPlaces<By extends string>(
  tx: ReadTransaction,
  { from, id, orders }: QueueTable<By>,
  walk: {
    by: By;
    descending: boolean;
    /** What the index of the order begins with; null where it begins with its key. */
    part: Condition | null;
    bounds: KeyBounds | null;
    group: string | null;
    after: { key: string | number; id: number } | null;
    limit: number;
  },
): Promise<Place[]> {
  const { by, descending, part, bounds, group, after, limit } = walk;
  const { key, has, group: groupColumn } = orders[by];
  const [way, beyond] = descending ? ['DESC', '<'] : ['', '>'];
  const where = [
    ...(part === null ? [] : [part.sql]),
    ...(groupColumn === null ? [] : [`${groupColumn} = ?`]),
    has,
  ].join(' AND ');
  const common: SqlValue[] = [...(part?.parameters ?? []), ...(groupColumn === null ? [] : [group])];
  const select = `SELECT ${id} AS id, ${key} AS key, ${groupColumn ?? 'NULL'} AS "group" FROM ${from} WHERE ${where}`;
  const places: Place[] = [];
  if (after !== null)
    places.push(
      ...(await tx.all<Place>(
        `${select} AND ${key} = ? AND ${id} ${beyond} ? ORDER BY ${id} ${way} LIMIT ?`,
        ...common,
        after.key,
        after.id,
        limit,
      )),
    );
  if (places.length >= limit) return places;
  const begin = after === null ? [] : [`${key} ${beyond} ?`];
  const bounded = bounds === null ? [] : [`${key} >= ?`, `${key} <= ?`];
  const rest = [...begin, ...bounded].map((condition) => ` AND ${condition}`).join('');
  places.push(
    ...(await tx.all<Place>(
      `${select}${rest} ORDER BY ${key} ${way}, ${id} ${way} LIMIT ?`,
      ...common,
      ...(after === null ? [] : [after.key]),
      ...(bounds === null ? [] : [bounds.from, bounds.until]),
      limit - places.length,
    )),
  );
  return places;
}

/** A clock that was set back may have given a later record an earlier time, by no more than this. */
const clockDoubt = 86_400_000;

/**
 * Ids between which all rows lie that were received from one instant on and before another, by halving: ids are given in the
 * order of arrival.
 */
export async function idsReceived(
  tx: ReadTransaction,
  { from, id, receivedAt }: Pick<QueueTable<string>, 'from' | 'id' | 'receivedAt'>,
  {
    receivedFrom,
    receivedBefore,
  }: { receivedFrom?: number | undefined; receivedBefore?: number | undefined },
): Promise<IdBounds> {
  const firstFrom = async (at: number): Promise<number> => {
    const ends = await tx.get<{ low: number | null; high: number | null }>(
      `SELECT (SELECT min(${id}) FROM ${from}) AS low, (SELECT max(${id}) FROM ${from}) AS high`,
    );
    let low = ends?.low ?? 1;
    let high = (ends?.high ?? 0) + 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const row = await tx.get<{ id: number; at: number }>(
        `SELECT ${id} AS id, ${receivedAt} AS at FROM ${from} WHERE ${id} >= ? ORDER BY ${id} LIMIT 1`,
        middle,
      );
      if (row === undefined || row.at >= at) high = middle;
      else low = row.id + 1;
    }
    return low;
  };
  return {
    from: receivedFrom === undefined ? 0 : await firstFrom(receivedFrom - clockDoubt),
    until:
      receivedBefore === undefined
        ? Number.MAX_SAFE_INTEGER
        : (await firstFrom(receivedBefore + clockDoubt)) - 1,
  };
}
