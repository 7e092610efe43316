import type { TakeOver } from '#shared/contract/database.ts';
import { useSince } from '../../backups/use-backups.ts';
import { useI18n } from '../locale/i18n.ts';

/** Where the engines are listed. */
export const databasePath = '/settings/database';

/** Says who leads since when in whose place, and whether anything was lost by it. */
export function useTakeOverText(): (
  takeOver: Pick<TakeOver, 'at' | 'leader' | 'before' | 'isPlanned' | 'isServerReplaced'>,
) => string {
  const { t } = useI18n();
  const sinceOf = useSince();
  return ({ at, leader, before, isPlanned, isServerReplaced }) => {
    const since = t('database.engines.since', { when: sinceOf(at) });
    return [
      t(`database.takeOver.${isPlanned ? 'planned' : 'unplanned'}`, { since, leader, before }),
      t(`database.takeOver.${isServerReplaced ? 'serverReplaced' : 'nothingLost'}`),
    ].join(' ');
  };
}
