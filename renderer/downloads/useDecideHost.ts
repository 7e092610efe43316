import { isDefinedError } from '@orpc/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AttachmentHost } from '#shared/contract/attachments.ts';
import { useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';

export type HostDecision = Pick<AttachmentHost, 'standing' | 'allowHttp'>;

/** Decides about a host with one click, and offers the way back. */
export function useDecideHost() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useI18n();
  const errorMessage = useErrorMessage();
  const change = useMutation({
    ...api.attachments.decideHost.mutationOptions(),
    onSuccess: (hosts) => {
      queries.setQueryData(api.attachments.hosts.queryKey(), hosts);
      for (const room of [
        api.attachments.waiting,
        api.attachments.downloads,
        api.attachments.get,
        api.attachments.list,
      ])
        void queries.invalidateQueries({ queryKey: room.key() });
      void queries.invalidateQueries({ queryKey: api.status.key() });
    },
    onError: (error) => {
      const why = !isDefinedError(error)
        ? errorMessage(error)
        : t(
            error.code === 'IS_GIVEN'
              ? 'downloads.hosts.error.fromCommandLine'
              : 'downloads.hosts.error.notAHost',
          );
      notify({ tone: 'failed', text: t('common.error.notDone', { why }) });
    },
  });
  const decide = ({ host, standing, allowHttp }: AttachmentHost, decision: HostDecision) =>
    // A promise outlives the card, which goes where the host is decided about.
    void change.mutateAsync({ host, ...decision }).then(
      () =>
        notify({
          tone: 'done',
          text: t(`downloads.hosts.done.${decision.standing}`, { host }),
          undo: () => change.mutate({ host, standing, allowHttp }),
        }),
      () => undefined,
    );
  return { decide, pending: change.isPending };
}
