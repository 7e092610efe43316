import { ORPCError } from '@orpc/client';
import { useCallback } from 'react';
import * as z from 'zod';
import { type EngineAway, engineAway } from '#shared/contract/status.ts';
import { type Role, role } from '#shared/terms.ts';
import { useI18n } from './locale/i18n.ts';
import { notify } from './snackbar.ts';

/** What the shell says of an engine that is away; null of every other failure. */
export function awayOf(error: unknown): EngineAway | null {
  if (!(error instanceof ORPCError) || error.status !== 503) return null;
  const read = engineAway.safeParse(error.data);
  return read.success ? read.data : null;
}

/** Which words say why a call failed, where the call has no words of its own for it. */
export function errorKind(
  error: unknown,
):
  | 'away'
  | 'databaseAway'
  | 'unreachable'
  | 'sessionOver'
  | 'signedOut'
  | 'forbidden'
  | 'invalid'
  | 'notFound'
  | 'notCapable'
  | 'internal' {
  if (!(error instanceof ORPCError)) return 'unreachable';
  if (error.code === 'DATABASE_AWAY') return 'databaseAway';
  if (error.code === 'FORBIDDEN') return 'forbidden';
  if (error.code === 'SIGN_IN') return 'signedOut';
  if (error.code === 'NOT_CAPABLE') return 'notCapable';
  if (error.status === 401 || error.status === 403) return 'sessionOver';
  if (error.status === 404) return 'notFound';
  if (error.status === 400 || error.status === 422) return 'invalid';
  if (awayOf(error) !== null) return 'away';
  if (error.status === 502 || error.status === 503 || error.status === 504) return 'unreachable';
  return 'internal';
}

/** Whether a mark was refused since a newer revision came than whoever set it had seen. */
export const isNewerRevision = (error: unknown): boolean =>
  error instanceof ORPCError && error.code === 'NEWER_REVISION';

/** Whether nothing of the engine answered, so that the same call may well be answered later. */
export const isUnanswered = (error: unknown): boolean => ['away', 'unreachable'].includes(errorKind(error));

/** The least role that a refused call needs. */
function neededRole(error: unknown): Role {
  const data: unknown = error instanceof ORPCError ? error.data : null;
  return z.object({ least: role }).safeParse(data).data?.least ?? 'administrator';
}

export function useErrorMessage(): (error: unknown) => string {
  const { t } = useI18n();
  return useCallback(
    (error) => {
      const kind = errorKind(error);
      return kind === 'forbidden' ? t(`people.needs.${neededRole(error)}`) : t(`common.error.${kind}`);
    },
    [t],
  );
}

/** Says why something was not done, where the call has no words of its own for it. */
export function useNotDone(): (error: unknown) => void {
  const { t } = useI18n();
  const errorMessage = useErrorMessage();
  return useCallback(
    (error) => {
      const why = errorMessage(error);
      // Whether it was done is not known then.
      const text = errorKind(error) === 'databaseAway' ? why : t('common.error.notDone', { why });
      notify({ tone: 'failed', text });
    },
    [t, errorMessage],
  );
}
