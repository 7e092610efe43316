import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { useNotDone } from '../app/useNotDone.ts';

/** Holds all downloads, or lets them go on. */
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

/** Has files fetched again, and says how many. */
export function useRetry() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useI18n();
  const onError = useNotDone();
  return useMutation({
    ...api.attachments.retry.mutationOptions(),
    onSuccess: ({ count }) => {
      void queries.invalidateQueries({ queryKey: api.attachments.key() });
      void queries.invalidateQueries({ queryKey: api.status.key() });
      notify({
        tone: 'done',
        text: count === 0 ? t('downloads.retry.none') : t('downloads.retry.begun', { count }),
      });
    },
    onError,
  });
}
