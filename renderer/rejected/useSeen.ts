import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { useNotDone } from '../app/useNotDone.ts';

/** Marks a rejected delivery as seen, or takes the mark back. */
export function useSeen() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useI18n();
  const notDone = useNotDone();
  const change = useMutation({
    ...api.rejected.setSeen.mutationOptions(),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: api.rejected.key() });
      void queries.invalidateQueries({ queryKey: api.status.key() });
    },
    onError: notDone,
  });
  return (id: number, seen: boolean) =>
    change.mutate(
      { id, seen },
      {
        onSuccess: () => {
          if (!seen) return;
          notify({
            tone: 'done',
            text: t('rejected.detail.nowSeen'),
            undo: () => change.mutate({ id, seen: false }),
          });
        },
      },
    );
}
