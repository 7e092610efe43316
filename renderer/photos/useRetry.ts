import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Attachment } from '#shared/contract/attachments.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { useNotDone } from '../app/useNotDone.ts';
import { useCaption } from './caption.ts';

/** Has one fetched again, before all others. */
export function useRetry() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useI18n();
  const notDone = useNotDone();
  const captionOf = useCaption();
  const retry = useMutation({
    ...api.attachments.retry.mutationOptions(),
    onError: notDone,
    onSettled: () => queries.invalidateQueries({ queryKey: api.attachments.key() }),
  });
  return (attachment: Attachment) =>
    retry.mutate(
      { id: attachment.id },
      {
        onSuccess: ({ count }) =>
          notify({
            tone: 'done',
            text:
              count === 0
                ? t('photos.grid.notRetried')
                : t('photos.grid.retried', { caption: captionOf(attachment) }),
          }),
      },
    );
}
