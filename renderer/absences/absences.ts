import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Absence } from '#shared/contract/absences.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { isReadOnly } from '../app/read-only.tsx';

/** Where all of them are listed. */
export const absencesPath = '/settings/absences';

/** When nothing was received, the newest first; what is opened read-only tells of none. */
export const useAbsences = () =>
  useQuery({ ...useApi().absences.list.queryOptions(), enabled: !isReadOnly(), staleTime: 60_000 });

export const useAbsence = (id: number) =>
  useQuery({ ...useApi().absences.get.queryOptions({ input: { id } }), staleTime: 60_000 });

/** Notes that somebody has read of one, and of all before it. */
export function useReadAbsence() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    ...api.absences.setSeen.mutationOptions(),
    onSuccess: () => void queries.invalidateQueries({ queryKey: api.absences.key() }),
    onError: useNotDone(),
  });
}

/** Says how long one was, in its two largest units. */
export function useAbsenceLength(): (absence: Pick<Absence, 'from' | 'until'>) => string {
  const { t } = useI18n();
  return ({ from, until }) => {
    const all = Math.max(1, Math.round((Date.parse(until) - Date.parse(from)) / 60_000));
    const [days, hours, minutes] = [Math.floor(all / 1440), Math.floor(all / 60) % 24, all % 60];
    if (days > 0) return t('absences.long.days', { days, hours });
    return hours > 0
      ? t('absences.long.hours', { hours, minutes })
      : t('absences.long.minutes', { minutes: all });
  };
}
