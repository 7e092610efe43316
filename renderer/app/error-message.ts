import { ORPCError } from '@orpc/client';
import { useCallback } from 'react';
import { useI18n } from './locale/i18n.ts';
import { notify } from './snackbar.ts';

/** Which words say why a call failed, where the call has no words of its own for it. */
export function errorKind(error: unknown): 'unreachable' | 'signedOut' | 'invalid' | 'notFound' | 'internal' {
  if (!(error instanceof ORPCError)) return 'unreachable';
  if (error.status === 401 || error.status === 403) return 'signedOut';
  if (error.status === 404) return 'notFound';
  if (error.status === 400 || error.status === 422) return 'invalid';
  if (error.status === 502 || error.status === 503 || error.status === 504) return 'unreachable';
  return 'internal';
}

export function useErrorMessage(): (error: unknown) => string {
  const { t } = useI18n();
  return useCallback((error) => t(`common.error.${errorKind(error)}`), [t]);
}

/** Says why something was not done, where the call has no words of its own for it. */
export function useNotDone(): (error: unknown) => void {
  const { t } = useI18n();
  const errorMessage = useErrorMessage();
  return useCallback(
    (error) => notify({ tone: 'failed', text: t('common.error.notDone', { why: errorMessage(error) }) }),
    [t, errorMessage],
  );
}
