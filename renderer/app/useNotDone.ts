import { useCallback } from 'react';
import { useWords } from './locale/i18n.ts';
import { notify } from './notice.ts';
import { useTrouble } from './trouble.ts';

/** Says why something was not done, where the call has no words of its own for it. */
export function useNotDone(): (error: unknown) => void {
  const { t } = useWords();
  const trouble = useTrouble();
  return useCallback(
    (error) => notify({ tone: 'failed', text: t('common.trouble.notDone', { why: trouble(error) }) }),
    [t, trouble],
  );
}
