import type { TakeOver } from '#shared/contract/database.ts';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { useWhen } from '../../components/RelativeTime.tsx';
import { useI18n } from '../locale/i18n.ts';

/** Where the engines are listed. */
export const databasePath = '/settings/database';

/** Says who leads since when in whose place, and whether anything was lost by it. */
export function useTakeOverText(): (
  takeOver: Pick<TakeOver, 'at' | 'leader' | 'before' | 'isPlanned' | 'isServerReplaced'>,
) => string {
  const { t, format } = useI18n();
  const when = useWhen();
  const sinceOf = (at: string) => {
    if (dominicanDay(Date.parse(at)) !== dominicanDay(Date.now()))
      return t('database.engines.since', { when: when(at) });
    const time = format.time(at);
    // "Desde la 1:05", "desde las 2:05".
    return t(/^1\D/.test(time) ? 'database.takeOver.sinceOne' : 'database.takeOver.since', { time });
  };
  return ({ at, leader, before, isPlanned, isServerReplaced }) =>
    [
      t(`database.takeOver.${isPlanned ? 'planned' : 'unplanned'}`, { since: sinceOf(at), leader, before }),
      t(`database.takeOver.${isServerReplaced ? 'serverReplaced' : 'nothingLost'}`),
    ].join(' ');
}
