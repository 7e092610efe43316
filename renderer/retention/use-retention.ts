import { isDefinedError } from '@orpc/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RetentionBundle } from '#shared/contract/retention.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { isReadOnly } from '../app/read-only.tsx';
import { notify } from '../app/snackbar.ts';
import { openOwnTab } from '../archives/own-tab.ts';

/** How retention stands, looked at every second while a run goes on. */
export function useRetention() {
  return useQuery({
    ...useApi().retention.get.queryOptions(),
    refetchInterval: ({ state }) => (state.data?.running == null ? 15_000 : 1000),
  });
}

/** The bundles to which claims were moved; what is opened read-only knows of none. */
export function useBundles({ isWatched = false }: { isWatched?: boolean } = {}) {
  return useQuery({
    ...useApi().retention.bundles.queryOptions(),
    enabled: !isReadOnly(),
    staleTime: isWatched ? 0 : 60_000,
  });
}

/** One of them; null while nobody knows it. */
export function useBundle(id: number | null): RetentionBundle | null {
  const bundles = useBundles();
  return bundles.data?.find((bundle) => bundle.id === id) ?? null;
}

/** All that the screen knows of retention is asked for anew. */
export function useRefreshRetention() {
  const api = useApi();
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: api.retention.key() });
}

/** Opens a bundle beside the live data, at a screen of it; whether its file was there. */
export function useOpenBundle() {
  const { t } = useI18n();
  const notDone = useNotDone();
  const [isAway, setAway] = useState(false);
  const open = useMutation(useApi().retention.open.mutationOptions());
  const openAt = (id: number, at: string | null) => {
    const tab = openOwnTab();
    open.mutate(
      { id, at },
      {
        onSuccess: ({ home }) => {
          setAway(false);
          tab.show(home);
        },
        onError: (failure) => {
          tab.close();
          if (isDefinedError(failure) && failure.code === 'AWAY') setAway(true);
          else if (isDefinedError(failure) && failure.code === 'TOO_MANY')
            notify({ tone: 'failed', text: t('retention.open.tooMany') });
          else notDone(failure);
        },
      },
    );
  };
  return { openAt, isOpening: open.isPending, isAway, found: () => setAway(false) };
}
