import { type ReactNode, useEffect, useState } from 'react';
import { maxChosen } from '#shared/contract/common.ts';
import { isReadOnly } from '../../app/read-only.tsx';
import type { List } from './useListQuery.ts';

type WithId = { id: number | string };

/** The rows of a list that somebody chose, each as it was then; and the last range of them, which can still be drawn longer or shorter. */
export interface Chosen<Row extends WithId> {
  rows: ReadonlyMap<Row['id'], Row>;
  range: {
    /** The row at which it began, and the row at its other end. */
    anchor: Row['id'];
    lead: Row['id'];
    /** Whether its rows are chosen, or are no longer. */
    isChosen: boolean;
    /** What was chosen without it. */
    before: ReadonlyMap<Row['id'], Row>;
  } | null;
}

export const nothingChosen = <Row extends WithId>(): Chosen<Row> => ({ rows: new Map(), range: null });

/** Chooses a row, or no longer; a range may begin there, of which all become what this one became. */
export function toggled<Row extends WithId>(chosen: Chosen<Row>, row: Row): Chosen<Row> {
  const isChosen = !chosen.rows.has(row.id);
  const rows = withRows(chosen.rows, [row], isChosen);
  return { rows, range: { anchor: row.id, lead: row.id, isChosen, before: rows } };
}

/**
 * Draws the range to a row: the rows from where it began become what the first became, those that it covered before and does not
 * cover now what they were. It begins at `from` where there is none, and with `isNew` where it did not end there.
 */
export function extended<Row extends WithId>(
  chosen: Chosen<Row>,
  list: readonly Row[],
  { to, from, isNew }: { to: Row; from: Row | null; isNew: boolean },
): Chosen<Row> {
  const goesOn = chosen.range !== null && !(isNew && chosen.range.lead !== from?.id);
  const range = goesOn
    ? chosen.range
    : from && { anchor: from.id, lead: from.id, isChosen: true, before: chosen.rows };
  const first = range === null ? -1 : list.findIndex(({ id }) => id === range.anchor);
  const last = list.findIndex(({ id }) => id === to.id);
  // Where it began may be in the list no more.
  if (range === null || first < 0 || last < 0) return toggled(chosen, to);
  const covered = first <= last ? list.slice(first, last + 1) : list.slice(last, first + 1).reverse();
  return { rows: withRows(range.before, covered, range.isChosen), range: { ...range, lead: to.id } };
}

/** Chooses these besides. */
export function withAll<Row extends WithId>(chosen: Chosen<Row>, list: readonly Row[]): Chosen<Row> {
  return { rows: withRows(chosen.rows, list, true), range: null };
}

/** As many as there may be, the first of them first. */
function withRows<Row extends WithId>(
  before: ReadonlyMap<Row['id'], Row>,
  list: readonly Row[],
  isChosen: boolean,
): ReadonlyMap<Row['id'], Row> {
  const rows = new Map(before);
  for (const row of list) {
    if (!isChosen) rows.delete(row.id);
    else if (rows.size < maxChosen || rows.has(row.id)) rows.set(row.id, row);
  }
  return rows;
}

/** The rows that are chosen in a list, and how they are. */
export interface Selection<Row extends WithId> {
  rows: Chosen<Row>['rows'];
  toggle(row: Row): void;
  /** `from` is where a range begins that goes on from none; with `isNew` it begins there unless the last one ended there. */
  extend(range: { to: Row; from: Row | null; isNew: boolean }): void;
  /** Chooses the rows that the list has loaded. */
  chooseLoaded(): void;
  /** Loads as many as may be chosen, and chooses them. */
  chooseAll(): void;
  isLoadingAll: boolean;
  clear(): void;
}

/** How rows of a list are chosen, what they are called, and what is done with them. */
export interface Choosing<Row extends WithId> {
  selection: Selection<Row>;
  nameOf: (row: Row) => string;
  /** Of the rows' Spanish name: la orden, el reclamo. */
  gender: 'feminine' | 'masculine';
  /** Beside how many they are: what they come to. */
  about?: ReactNode;
  actions: ReactNode;
}

/**
 * Lets somebody choose rows of a list. They stay chosen while it is scrolled and while rows arrive or leave; nothing is chosen
 * any more once it is another list, which `scope` names. Null where nothing can be done with rows.
 */
export function useSelection<Row extends WithId>(list: List<Row>, scope: string): Selection<Row> | null {
  const [state, setState] = useState<{ scope: string; chosen: Chosen<Row>; loadsAll: boolean }>({
    ...{ scope, chosen: nothingChosen(), loadsAll: false },
  });
  const { chosen, loadsAll } = state;
  // Drawn again at once, so that nobody sees what was chosen in another list.
  if (state.scope !== scope) setState({ scope, chosen: nothingChosen(), loadsAll: false });
  const change = (next: (chosen: Chosen<Row>) => Chosen<Row>) =>
    setState((now) => ({ ...now, chosen: next(now.chosen), loadsAll: false }));
  const { rows, hasMore, onNearEnd, query } = list;
  useEffect(() => {
    if (!loadsAll) return;
    if (hasMore && rows.length < maxChosen && !query.isError) onNearEnd();
    else setState((now) => ({ ...now, chosen: withAll(now.chosen, rows), loadsAll: false }));
  }, [loadsAll, hasMore, rows, query.isError, onNearEnd]);
  if (isReadOnly()) return null;
  return {
    rows: chosen.rows,
    toggle: (row) => change((now) => toggled(now, row)),
    extend: (range) => change((now) => extended(now, rows, range)),
    chooseLoaded: () => change((now) => withAll(now, rows)),
    chooseAll: () => setState((now) => ({ ...now, loadsAll: true })),
    isLoadingAll: loadsAll,
    clear: () => change(() => nothingChosen()),
  };
}
