import { useCallback } from 'react';
import type { ReferenceProblem } from '#shared/contract/reference.ts';
import { isInTheirWords } from '#shared/reference-terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { certificateFault } from '../components/certificate-fault.ts';

/** The statuses of the interface, "Errors". */
const statuses = {
  400: 'platform.problem.statuses.badRequest',
  401: 'platform.problem.statuses.unauthorized',
  403: 'platform.problem.statuses.forbidden',
  404: 'platform.problem.statuses.notFound',
  500: 'platform.problem.statuses.serverError',
} as const;
const isKnown = (status: number): status is keyof typeof statuses => Object.hasOwn(statuses, status);

/**
 * Why a list could not be taken: in our words, and apart from them either what the platform said in its own or what the
 * system did, as the code has it. Either may be empty.
 */
type ReferenceProblemText = { ours: string; theirs: string; technical: string };

export function useReferenceProblemText() {
  const { t } = useI18n();
  return useCallback(
    (problem: ReferenceProblem): ReferenceProblemText => {
      const { code, status } = problem;
      const fault = code === 'tls' ? certificateFault(problem.detail) : null;
      const ours =
        fault !== null
          ? t(`platform.problem.certificate.${fault}`)
          : code !== 'status'
            ? t(`platform.problem.${code}`)
            : status !== null && isKnown(status)
              ? t(statuses[status])
              : t('platform.problem.status', { status: status ?? '—' });
      return { ours, ...apart(problem) };
    },
    [t],
  );
}

/** What goes with a problem and is not in our words. */
export function apart(problem: ReferenceProblem): { theirs: string; technical: string } {
  const { code, title, detail, type, instance } = problem;
  const joined = (parts: readonly (string | null)[], between: string) =>
    parts.filter((part) => part !== null && part !== '').join(between);
  const text = joined([title, detail], '. ');
  const named = [type === null ? null : `type ${type}`, instance === null ? null : `instance ${instance}`];
  return isInTheirWords(code)
    ? { theirs: text, technical: joined(named, ' · ') }
    : { theirs: '', technical: joined([text, ...named], ' · ') };
}
