import { useCallback } from 'react';
import type { ReferenceProblem } from '#shared/contract/reference.ts';
import { useWords } from '../app/locale/i18n.ts';
import { certificateFault } from '../parts/certificate-fault.ts';

/** The statuses of the interface, "Errors". */
const statuses = {
  400: 'platform.problem.statuses.badRequest',
  401: 'platform.problem.statuses.unauthorized',
  403: 'platform.problem.statuses.forbidden',
  404: 'platform.problem.statuses.notFound',
  500: 'platform.problem.statuses.serverError',
} as const;
const isKnown = (status: number): status is keyof typeof statuses => Object.hasOwn(statuses, status);

/** Why a list could not be taken: in our words, and after them in those of the platform's problem document. */
export function useReferenceProblemWords() {
  const { t } = useWords();
  return useCallback(
    (problem: ReferenceProblem): { ours: string; theirs: string | null } => {
      const { code, status } = problem;
      const theirs = [problem.title, problem.detail]
        .filter((part) => part !== null && part !== '')
        .join('. ');
      const fault = code === 'tls' ? certificateFault(problem.detail) : null;
      const ours =
        fault !== null
          ? t(`platform.problem.certificate.${fault}`)
          : code !== 'status'
            ? t(`platform.problem.${code}`)
            : status !== null && isKnown(status)
              ? t(statuses[status])
              : t('platform.problem.status', { status: status ?? '—' });
      if (theirs === '') return { ours, theirs: null };
      return { ours, theirs: code === 'status' ? t('platform.problem.said', { text: theirs }) : theirs };
    },
    [t],
  );
}
