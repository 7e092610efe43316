import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { create } from 'zustand';
import type { CancellationRow } from '#shared/contract/cancellations.ts';
import { useOfPath } from '../hash-location.ts';
import { useConnectionState } from '../live/connection-state.ts';
import { countdown, useServerNow } from '../live/server-clock.ts';
import { useI18n } from '../locale/i18n.ts';
import { useApi } from '../queries.ts';
import { useMay } from '../read-only.tsx';
import { useStatus } from '../status.ts';
import { useKeptTitle } from '../window-title.ts';
import { navItemsOf } from './nav-items.ts';
import { panelCauseOf } from './panel-cause.ts';

/** The most held calls that are shown. */
const limit = 20;
const none: readonly CancellationRow[] = [];

/** The cancellations whose calls are held, the least time left first, and how many there are beside these. */
interface HeldCalls {
  rows: readonly CancellationRow[];
  beside: number;
}

/** None while there is no database that would know of them, nor for whoever may not answer them. */
function useHeldCalls(): HeldCalls {
  const api = useApi();
  // Whoever is held in an archive is long gone; there nobody may answer.
  const mayAnswer = useMay('cancellations.decide');
  const isKnown = useConnectionState((link) => panelCauseOf(link.away) === null) && mayAnswer;
  const query = useQuery(api.cancellations.list.queryOptions({ input: { state: 'waiting', limit } }));
  return isKnown && query.data !== undefined
    ? { rows: query.data.rows, beside: query.data.total - query.data.rows.length }
    : { rows: none, beside: 0 };
}

/** Ids of cancellations: those with a current alert, and those whose alert is over. */
type AlertedCalls = { alerting: ReadonlySet<number>; alerted: ReadonlySet<number> };

/** Kept as long as the window, whatever screen is open. */
const useAlertedCalls = create<AlertedCalls>(() => ({ alerting: new Set(), alerted: new Set() }));

/** The alerts for these held calls; the alert of a call is over once it is no longer held or its screen was opened. */
export function updateAlertedCalls(
  { alerting, alerted }: AlertedCalls,
  held: readonly number[],
  isSeen: boolean,
): AlertedCalls {
  const still = new Set(held);
  const over = [...alerting].filter((id) => !still.has(id));
  const after = new Set([...alerted, ...over, ...(isSeen ? held : [])]);
  return { alerting: new Set(held.filter((id) => !after.has(id))), alerted: after };
}

/**
 * The cancellations to alert of: each from its first call until none of its calls is held or somebody saw it. It is never
 * alerted of again, however often the marketplace asks.
 */
export function useHeldCallAlert(): HeldCalls & { seen: (id: number) => void } {
  const { rows: held, beside } = useHeldCalls();
  const isThere = useOfPath((path) => path.startsWith('/cancellations'));
  const alerting = useAlertedCalls((state) => state.alerting);
  useEffect(() => {
    const ids = held.map(({ id }) => id);
    useAlertedCalls.setState((before) => updateAlertedCalls(before, ids, isThere));
  }, [held, isThere]);
  const seen = (seenId: number) =>
    useAlertedCalls.setState((before) => ({
      alerting: new Set([...before.alerting].filter((id) => id !== seenId)),
      alerted: new Set([...before.alerted, seenId]),
    }));
  return { rows: held.filter(({ id }) => alerting.has(id)), beside, seen };
}

/** Order, amount and remaining time of a held call, for a notice and the window's title. */
export function useHeldCallText(): (row: CancellationRow, seconds: number) => string {
  const { t, format } = useI18n();
  return (row, seconds) =>
    t(row.total === null ? 'frame.waiting.withoutAmount' : 'frame.waiting.summary', {
      number: row.orderNumber ?? String(row.marketplaceId),
      amount: format.money(row.total),
      seconds,
    });
}

/** Keeps the window's title. It renders nothing, so that its ticks re-render nothing else. */
export function WindowTitle(): null {
  const { t } = useI18n();
  const { data } = useStatus();
  const items = navItemsOf(data?.archive);
  const at = useOfPath((path) => items.find((item) => path.startsWith(item.path))?.path ?? null);
  const { rows: held } = useHeldCalls();
  const label = useHeldCallText();
  const [first] = held;
  const now = useServerNow(first !== undefined);
  const place = items.find(({ path }) => path === at);
  useKeptTitle({
    waiting:
      first === undefined ? null : { count: held.length, label: label(first, secondsLeft(first, now)) },
    section: place === undefined ? null : t(`frame.rail.${place.label}`),
    archive: data?.archive == null ? null : t('archives.title', { name: data.archive.name }),
  });
  return null;
}

/** The remaining time of a held call in whole seconds. */
export function secondsLeft({ heldUntil, lastAskedAt }: CancellationRow, now: number): number {
  return heldUntil === null ? 0 : countdown(heldUntil, lastAskedAt, now).seconds;
}
