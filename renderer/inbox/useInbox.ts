import { ORPCError } from '@orpc/client';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { create } from 'zustand';
import type { InboxEntry, InboxWorked } from '#shared/contract/inbox.ts';
import { isNewerRevision, useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi, useConnection } from '../app/queries.ts';
import { isReadOnly } from '../app/read-only.tsx';
import { notify, useSnackbar } from '../app/snackbar.ts';
import { type List, pageOptions } from '../components/list/useListQuery.ts';
import {
  afterwards,
  type Kept,
  type Live,
  nothingKept,
  type Place,
  pulled,
  shownOf,
  withBack,
  withLeft,
  withLive,
} from './kept-inbox.ts';

/** A reminder comes due without anything being written. */
const lookMs = 60_000;

/** How many entries the inbox of whoever is here has; 0 while nobody knows, and of what is opened read-only. */
export function useInboxCount(): number {
  const query = useQuery({
    ...useApi().inbox.list.queryOptions({ input: { limit: 1 } }),
    enabled: !isReadOnly(),
    refetchInterval: lookMs,
  });
  return query.data?.total ?? 0;
}

/** The inbox as the screen shows it: a list that does not move by itself. */
export function useInbox() {
  const api = useApi();
  const { t, format } = useI18n();
  const query = useInfiniteQuery(
    api.inbox.list.infiniteOptions({ ...pageOptions({}), refetchInterval: lookMs }),
  );
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const live = useMemo<Live | null>(
    () => (data === undefined ? null : { pages: data.pages, hasMore: hasNextPage }),
    [data, hasNextPage],
  );
  const [state, setState] = useState<{ kept: Kept; live: Live | null }>({ kept: nothingKept, live: null });
  let { kept } = state;
  if (live !== null && live !== state.live) {
    kept = withLive(kept, live);
    setState({ kept, live });
  }
  const change = useCallback(
    (next: (kept: Kept, live: Live | null) => Kept) =>
      setState((now) => ({ ...now, kept: next(now.kept, now.live) })),
    [],
  );
  const pull = useCallback(() => change((now, its) => (its === null ? now : pulled(now, its))), [change]);
  const rows = useMemo(() => shownOf(kept), [kept]);
  const onNearEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const first = data?.pages[0];
  const total = first?.total ?? 0;
  const list: List<Place> = {
    query,
    rows,
    total,
    onNearEnd,
    hasMore: hasNextPage,
    count:
      first === undefined
        ? null
        : first.isCapped
          ? t('common.rowsMany', { count: total })
          : format.count(total),
  };
  return {
    list,
    kept,
    pull,
    came: first ?? null,
    leave: (id: string) => change((now) => withLeft(now, id)),
    back: (id: string) => change((now) => withBack(now, id)),
    after: (id: string) => afterwards(kept, id),
  };
}
export type Inbox = ReturnType<typeof useInbox>;

interface Worked {
  key: string;
  /** Once it is answered: it can be brought back before. */
  worked: Promise<InboxWorked>;
}
/** What was worked off in this window, the last last. */
const useWorked = create<{ stack: readonly Worked[] }>(() => ({ stack: [] }));

/** Works an entry off and opens the next, and brings the last that was back; `open` opens an entry, or none. */
export function useWorkOff(inbox: Inbox, open: (key: string | null) => void) {
  const { api, client } = useConnection();
  const { t } = useI18n();
  const queries = useQueryClient();
  const notDone = useNotDone();
  const last = useWorked(({ stack }) => stack.at(-1)) ?? null;
  const settle = () => {
    const changed = [api.inbox.key(), api.status.key(), api.records.get.key(), api.work.key()];
    for (const queryKey of changed) void queries.invalidateQueries({ queryKey });
  };
  const bringBack = async (one: Worked) => {
    useWorked.setState(({ stack }) => ({ stack: stack.filter((other) => other !== one) }));
    // Its notice would offer the same once more.
    useSnackbar.getState().close();
    const worked = await one.worked.catch(() => null);
    // It was not worked off, which is said already.
    if (worked === null) return;
    try {
      await client.inbox.reopen(worked);
      inbox.back(one.key);
      open(one.key);
    } catch (error) {
      useWorked.setState(({ stack }) => ({ stack: [...stack, one] }));
      notDone(error);
    }
    settle();
  };
  /** What is read is the open record; until it is there, its row. */
  const seenOf = (entry: InboxEntry): { revision?: number } => {
    if (entry.kind !== 'record') return {};
    const { id, revision } = entry.record;
    const shown = queries.getQueryData(api.records.get.queryKey({ input: { id } }));
    return { revision: shown?.revision ?? revision };
  };
  const workOff = async (entry: InboxEntry, name: string, isUndecided: boolean) => {
    const { key } = entry;
    const seen = seenOf(entry);
    const next = inbox.after(key);
    inbox.leave(key);
    open(next);
    const one = { key, worked: client.inbox.done({ key, ...seen }) };
    useWorked.setState(({ stack }) => ({ stack: [...stack, one] }));
    try {
      await one.worked;
      if (useWorked.getState().stack.includes(one))
        notify({
          tone: 'done',
          text: isUndecided ? t('decisions.reviewedUndecided', { number: name }) : t('inbox.done', { name }),
          undo: () => void bringBack(one),
        });
    } catch (error) {
      useWorked.setState(({ stack }) => ({ stack: stack.filter((other) => other !== one) }));
      // Somebody else was faster: it is worked off all the same.
      if (!(error instanceof ORPCError && error.code === 'NOT_THERE')) {
        inbox.back(key);
        // It is not opened by itself: the next key would be meant for what is open.
        if (isNewerRevision(error))
          notify({
            tone: 'hint',
            text: t('records.detail.newer', { number: name }),
            see: () => open(key),
          });
        else notDone(error);
      }
    }
    settle();
  };
  return {
    /** `isUndecided`: it is an invoice with an error that nobody has decided on. */
    workOff: (entry: InboxEntry, name: string, isUndecided: boolean) =>
      void workOff(entry, name, isUndecided),
    bringBack: last === null ? null : () => void bringBack(last),
  };
}

/** So often somebody who works at the inbox is noted as being there. */
const visitMs = 5 * 60_000;

/** Says that the person looks at the inbox: when it opens, and as long as somebody does something there. */
export function useVisit() {
  const { api, client } = useConnection();
  const queries = useQueryClient();
  useEffect(() => {
    let last = 0;
    const visit = async () => {
      if (Date.now() - last < visitMs) return;
      last = Date.now();
      await client.inbox.visit().catch(() => undefined);
      void queries.invalidateQueries({ queryKey: api.inbox.key() });
    };
    const onAct = () => void visit();
    onAct();
    window.addEventListener('keydown', onAct);
    window.addEventListener('pointerdown', onAct);
    return () => {
      window.removeEventListener('keydown', onAct);
      window.removeEventListener('pointerdown', onAct);
    };
  }, [api, client, queries]);
}
