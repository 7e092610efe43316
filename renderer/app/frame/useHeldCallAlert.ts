import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { create } from 'zustand';
import type { CancellationRow } from '#shared/contract/cancellations.ts';
import { countdown, useServerNow } from '../live/server-clock.ts';
import { useI18n } from '../locale/i18n.ts';
import { useApi } from '../queries.ts';
import { useKeptTitle } from '../window-title.ts';
import { navItems } from './nav-items.ts';

/** As many held calls are looked at; whoever has more works off some first. */
const limit = 20;
const none: readonly CancellationRow[] = [];

/** Cancellations whose calls are held, the least time left first. */
function useHeld(): readonly CancellationRow[] {
  const api = useApi();
  const query = useQuery(api.cancellations.list.queryOptions({ input: { state: 'waiting', limit } }));
  return query.data?.rows ?? none;
}

type Told = { telling: ReadonlySet<number>; told: ReadonlySet<number> };

/** Of this sitting, whatever is on the screen meanwhile. */
const useTold = create<Told>(() => ({ telling: new Set(), told: new Set() }));

/** What is told of and what was, with these held now: what is held no more was told of, and what somebody looks at. */
export function toldOf({ telling, told }: Told, held: readonly number[], isSeen: boolean): Told {
  const still = new Set(held);
  const over = [...telling].filter((id) => !still.has(id));
  const after = new Set([...told, ...over, ...(isSeen ? held : [])]);
  return { telling: new Set(held.filter((id) => !after.has(id))), told: after };
}

/**
 * Cancellations to tell of: each from its first call until nothing of it is held, or until somebody has seen it, and then
 * never again, however often the marketplace asks about it.
 */
export function useArrived(): { rows: readonly CancellationRow[]; seen: (id: number) => void } {
  const held = useHeld();
  const [path] = useLocation();
  const telling = useTold((state) => state.telling);
  const isThere = path.startsWith('/cancellations');
  useEffect(() => {
    const ids = held.map(({ id }) => id);
    useTold.setState((before) => toldOf(before, ids, isThere));
  }, [held, isThere]);
  const seen = (id: number) =>
    useTold.setState(({ telling: before, told }) => ({
      telling: new Set([...before].filter((one) => one !== id)),
      told: new Set([...told, id]),
    }));
  return { rows: held.filter(({ id }) => telling.has(id)), seen };
}

/** Order, amount and what is left of its time, for a notice and for the window's title. */
export function useHeldCallText(): (row: CancellationRow, seconds: number) => string {
  const { t, format } = useI18n();
  return (row, seconds) =>
    t(row.total === null ? 'frame.waiting.withoutAmount' : 'frame.waiting.words', {
      number: row.orderNumber ?? String(row.marketplaceId),
      amount: format.money(row.total),
      seconds,
    });
}

/** Keeps the window's title; draws nothing, so that its seconds move nothing else. */
export function WindowTitle(): null {
  const { t } = useI18n();
  const [path] = useLocation();
  const held = useHeld();
  const label = useHeldCallText();
  const [first] = held;
  const now = useServerNow(first !== undefined);
  const place = navItems.find((one) => path.startsWith(one.path));
  useKeptTitle({
    waiting:
      first === undefined ? null : { count: held.length, label: label(first, secondsLeft(first, now)) },
    section: place === undefined ? null : t(`frame.rail.${place.label}`),
  });
  return null;
}

/** What is left of a held call in whole seconds. */
export function secondsLeft({ heldUntil, lastAskedAt }: CancellationRow, now: number): number {
  return heldUntil === null ? 0 : countdown(heldUntil, lastAskedAt, now).seconds;
}
