/** What the screen says of a step of the check from outside. */
import type { TFunction } from 'i18next';
import type { ReachReason, ReachStep } from '#shared/contract/reachability.ts';
import type { Format } from '../app/locale/format.ts';

interface ReachText {
  /** What was found; whole sentences but where `detail` follows. */
  what: string;
  /** What to do about it; null where there is nothing to be done. */
  todo: string | null;
  /** Addresses, a port or the system's own words, shown beside. Empty where there are none. */
  detail: string;
}

/** Failures that a router may cause for calls from inside alone: it need not lead its own address back (RFC 4787, 6). */
const onlyFromInside: ReadonlySet<ReachReason> = new Set(['timedOut', 'refused', 'otherProgram']);

/** Whether a step failed in a way that shows nothing of calls from outside. */
export const mayBeOnlyFromInside = ({ result, reason }: ReachStep): boolean =>
  result === 'failed' && reason !== null && onlyFromInside.has(reason);

/** What a step that was tried came to, in sentences. */
export function reachText(
  { step, result, reason, detail }: ReachStep,
  { t, format }: { t: TFunction; format: Format },
): ReachText {
  if (reason !== null)
    return {
      what: t(`connection.reason.${reason}.what`),
      todo: t(`connection.reason.${reason}.todo`),
      detail,
    };
  if (result === 'notTried') return { what: t('connection.check.notTried'), todo: null, detail };
  if (step !== 'certificate') return { what: t(`connection.ok.${step}`), todo: null, detail };
  const until = Date.parse(detail);
  return Number.isNaN(until)
    ? { what: t('connection.ok.certificateNoDate'), todo: null, detail }
    : {
        what: t('connection.ok.certificate', { date: format.date(new Date(until).toISOString()) }),
        todo: null,
        detail: '',
      };
}

/** What all steps together came to; null where there are not all of them. */
export function reachOutcome(
  steps: readonly ReachStep[],
): { name: 'good' | 'goodInside' | 'goodProxy'; failed: null } | { name: 'bad'; failed: ReachStep } | null {
  const failed = steps.find(({ step, result }) => result === 'failed' && step !== 'proxy');
  if (failed !== undefined) return { name: 'bad', failed };
  if (steps.at(-1)?.step !== 'key') return null;
  if (steps.some(({ step, result }) => step === 'proxy' && result === 'failed'))
    return { name: 'goodProxy', failed: null };
  const isInside = steps.some(({ reason }) => reason === 'onlyInside');
  return { name: isInside ? 'goodInside' : 'good', failed: null };
}
