import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { useNotDone } from '../app/error-message.ts';
import { retryNow } from '../app/live/changes.ts';
import { useMinuteClock } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { useStatus } from '../app/status.ts';
import { useWhen } from '../components/RelativeTime.tsx';

const pathOfSettings = '/settings/backups';
export const backupPaths = { settings: pathOfSettings, restore: `${pathOfSettings}/restore` } as const;

/**
 * How backups and second copy stand: looked at every half minute, and every second or two while somebody looks on. What is
 * opened read-only has neither.
 */
export function useBackups({ isWatched = false }: { isWatched?: boolean } = {}) {
  const status = useStatus();
  return useQuery({
    ...useApi().backups.get.queryOptions(),
    enabled: status.isError || status.data?.archive === null,
    refetchInterval: ({ state }) => (!isWatched ? 30_000 : state.data?.running == null ? 2000 : 1000),
  });
}

function useRefresh() {
  const api = useApi();
  const queries = useQueryClient();
  // Not waited for: what is told of a success would be told after the component that asked for it is gone.
  return () => void queries.invalidateQueries({ queryKey: api.backups.get.key() });
}

export function useConfigure() {
  const notDone = useNotDone();
  const refresh = useRefresh();
  return useMutation(useApi().backups.configure.mutationOptions({ onSuccess: refresh, onError: notDone }));
}

export function useStartBackup() {
  const notDone = useNotDone();
  const refresh = useRefresh();
  return useMutation(useApi().backups.start.mutationOptions({ onSuccess: refresh, onError: notDone }));
}

export function useStopBackup() {
  const notDone = useNotDone();
  const refresh = useRefresh();
  return useMutation(useApi().backups.stop.mutationOptions({ onSuccess: refresh, onError: notDone }));
}

/** Begins a restore; how far it is comes with the state of the connection. */
export function useRestore() {
  const notDone = useNotDone();
  return useMutation(useApi().backups.restore.mutationOptions({ onSuccess: retryNow, onError: notDone }));
}

export function useStopRestore() {
  const notDone = useNotDone();
  return useMutation(useApi().backups.stopRestore.mutationOptions({ onSuccess: retryNow, onError: notDone }));
}

/** Says how old something is: "hace 8 horas". */
export function useAge(): (at: string) => string {
  const { format } = useI18n();
  const now = useMinuteClock();
  return (at) => format.age(at, now);
}

/** Says a moment after "since": by the clock where it was today. */
export function useSince(): (at: string) => string {
  const { t, format } = useI18n();
  const when = useWhen();
  const now = useMinuteClock();
  return (at) => {
    if (dominicanDay(Date.parse(at)) !== dominicanDay(now)) return when(at);
    const time = format.time(at);
    return t(/^1\D/.test(time) ? 'backups.sinceOne' : 'backups.sinceTime', { time });
  };
}

/** Says a day and a time of it, however long ago. */
export function useMoment(): (at: string) => string {
  const { format } = useI18n();
  const now = useMinuteClock();
  return (at) => `${format.dayShort(dominicanDay(Date.parse(at)), now)}, ${format.time(at)}`;
}
