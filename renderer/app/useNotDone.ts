import { useCallback } from 'react';
import { useErrorMessage } from './error-message.ts';
import { useI18n } from './locale/i18n.ts';
import { notify } from './snackbar.ts';

/** Says why something was not done, where the call has no words of its own for it. */
export function useNotDone(): (error: unknown) => void {
  const { t } = useI18n();
  const errorMessage = useErrorMessage();
  return useCallback(
    (error) => notify({ tone: 'failed', text: t('common.error.notDone', { why: errorMessage(error) }) }),
    [t, errorMessage],
  );
}
