import { isDefinedError } from '@orpc/client';
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { AttachmentHost } from '#shared/contract/attachments.ts';
import { useErrorMessage, useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { pageOptions, useInfiniteList } from '../components/list/useListQuery.ts';
import { type WaitingState, waitingRecordsByHost } from './download-state.ts';

/** The state of all downloads, refreshed by change events. */
export const useDownloads = () => useQuery(useApi().attachments.downloads.queryOptions());

/** The servers of files; those without a decision first. */
export const useHosts = () =>
  useQuery(
    useApi().attachments.hosts.queryOptions({
      // How many files wait is known once they are moved, which nobody tells of.
      refetchInterval: ({ state }) => (state.data?.some(({ waiting }) => waiting === null) ? 1000 : false),
    }),
  );

/** The attachments that are not stored, newest first. */
export function useWaitingList(state: WaitingState | 'all') {
  const api = useApi();
  const query = useInfiniteQuery(
    api.attachments.waiting.infiniteOptions(pageOptions({ ...(state === 'all' ? {} : { state }) })),
  );
  return useInfiniteList(query);
}

/** The newest files from which the records of a host are gathered. */
const maxFiles = 200;

/** The records whose files wait for each host, among the newest files. */
export function useWaitingRecordsByHost() {
  const api = useApi();
  const { data } = useQuery({
    ...api.attachments.waiting.queryOptions({ input: { state: 'awaitingApproval', limit: maxFiles } }),
    placeholderData: keepPreviousData,
  });
  return useMemo(() => waitingRecordsByHost(data?.rows ?? []), [data]);
}

/**
 * Refreshes the lists of attachments when the counts change: the change event of a decision about a server names no
 * records, and looks like that of mere progress.
 */
export function useRefreshOnCounts() {
  const api = useApi();
  const queries = useQueryClient();
  const { data } = useDownloads();
  const counted = data === undefined ? null : JSON.stringify(data.counts);
  const before = useRef(counted);
  useEffect(() => {
    const first = before.current === null;
    before.current = counted;
    if (first || counted === null) return;
    for (const procedure of [api.attachments.waiting, api.attachments.hosts, api.attachments.list])
      void queries.invalidateQueries({ queryKey: procedure.key() });
  }, [counted, api, queries]);
}

/** Pauses or resumes all downloads. */
export function useSetPaused() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useI18n();
  const onError = useNotDone();
  const change = useMutation({
    ...api.attachments.setPaused.mutationOptions(),
    onSuccess: (downloads) => {
      queries.setQueryData(api.attachments.downloads.queryKey(), downloads);
      void queries.invalidateQueries({ queryKey: api.settings.key() });
    },
    onError,
  });
  const setPaused = (paused: boolean) =>
    void change.mutateAsync({ paused }).then(
      () =>
        notify({
          tone: 'done',
          text: t(paused ? 'downloads.summary.nowPaused' : 'downloads.summary.nowResumed'),
          undo: () => change.mutate({ paused: !paused }),
        }),
      () => undefined,
    );
  return { setPaused, pending: change.isPending };
}

/** Retries downloads; `notice` says how many were begun. */
export function useRetry() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useI18n();
  const onError = useNotDone();
  const change = useMutation({
    ...api.attachments.retry.mutationOptions(),
    onError,
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: api.attachments.key() });
      void queries.invalidateQueries({ queryKey: api.status.key() });
    },
  });
  const begun = (count: number) =>
    count === 0 ? t('downloads.retry.none') : t('downloads.retry.begun', { count });
  const retry = (downloads: Parameters<typeof change.mutate>[0], notice: (count: number) => string = begun) =>
    change.mutateAsync(downloads).then(
      ({ count }) => notify({ tone: 'done', text: notice(count) }),
      () => undefined,
    );
  return { retry, isPending: change.isPending };
}

export type HostDecision = Pick<AttachmentHost, 'decision' | 'allowHttp'>;

/** Decides about a host and offers to undo that. */
export function useDecideHost() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useI18n();
  const errorMessage = useErrorMessage();
  const change = useMutation({
    ...api.attachments.decideHost.mutationOptions(),
    onSuccess: (hosts) => {
      queries.setQueryData(api.attachments.hosts.queryKey(), hosts);
      for (const procedure of [
        api.attachments.waiting,
        api.attachments.downloads,
        api.attachments.get,
        api.attachments.list,
      ])
        void queries.invalidateQueries({ queryKey: procedure.key() });
      void queries.invalidateQueries({ queryKey: api.status.key() });
    },
    onError: (error) => {
      const reason = !isDefinedError(error)
        ? errorMessage(error)
        : t(
            error.code === 'IS_GIVEN'
              ? 'downloads.hosts.error.fromCommandLine'
              : 'downloads.hosts.error.notAHost',
          );
      notify({ tone: 'failed', text: t('common.error.notDone', { why: reason }) });
    },
  });
  const decide = ({ host, decision: before, allowHttp }: AttachmentHost, decision: HostDecision) =>
    // A promise outlives the card, which is gone once the host is decided about.
    void change.mutateAsync({ host, ...decision }).then(
      () =>
        notify({
          tone: 'done',
          text: t(`downloads.hosts.done.${decision.decision}`, { host }),
          undo: () => change.mutate({ host, decision: before, allowHttp }),
        }),
      () => undefined,
    );
  return { decide, pending: change.isPending };
}
