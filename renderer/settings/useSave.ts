import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { useNotDone } from '../app/useNotDone.ts';

/** Saves a part of the settings. */
export function useSave(said: boolean = true) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useI18n();
  const notDone = useNotDone();
  return useMutation({
    ...api.settings.update.mutationOptions(),
    onSuccess: (settings) => {
      queries.setQueryData(api.settings.get.queryKey(), settings);
      void queries.invalidateQueries({ queryKey: api.status.key() });
      if (said) notify({ tone: 'done', text: t('settings.saved') });
    },
    onError: notDone,
  });
}
