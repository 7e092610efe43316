import type { InferClientErrors } from '@orpc/client';
import { isDefinedError } from '@orpc/client';
import type { Client } from '../app/connection.ts';
import { useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useActorName } from '../app/names.ts';
import { useWhen } from '../components/RelativeTime.tsx';

type Errors = InferClientErrors<Client>['cancellations'];

/** Why a verdict or its withdrawal was not taken, in words. */
export function useVerdictError() {
  const { t } = useI18n();
  const errorMessage = useErrorMessage();
  const who = useActorName();
  const when = useWhen();
  return {
    ofDeciding: (error: Errors['decide']): string => {
      if (!isDefinedError(error)) return errorMessage(error);
      switch (error.code) {
        case 'ALREADY_DECIDED':
          return t(`cancellations.verdict.error.ALREADY_DECIDED.${error.data.verdict}`, {
            who: who(error.data.decidedBy),
            when: when(error.data.decidedAt),
          });
        case 'NOT_DECIDABLE':
          return t('cancellations.verdict.error.NOT_DECIDABLE', {
            state: t(`cancellations.state.${error.data.state}`).toLocaleLowerCase(),
          });
        default:
          return t(`cancellations.verdict.error.${error.code}`);
      }
    },
    ofWithdrawing: (error: Errors['withdraw']): string => {
      if (!isDefinedError(error)) return errorMessage(error);
      return error.code === 'NOT_WITHDRAWABLE'
        ? t(`cancellations.verdict.error.NOT_WITHDRAWABLE.${error.data.reason}`)
        : t('cancellations.verdict.error.NOT_FOUND');
    },
  };
}
