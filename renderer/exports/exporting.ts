import { useMutation, useQueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import type { ExportFormat, ExportSource } from '#shared/contract/exports.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';

/** Which PDF this window shows, and which it shows once they are done, since they were asked for to be printed. */
export const useExporting = create<{ shown: string | null; awaited: readonly string[] }>(() => ({
  shown: null,
  awaited: [],
}));

/** Begins an export; a PDF that `isToShow` opens by itself once it is done. */
export function useExport() {
  const { t, locale } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const notDone = useNotDone();
  const begin = useMutation(api.exports.begin.mutationOptions());
  return {
    isPending: begin.isPending,
    begin(source: ExportSource, format: ExportFormat, { isToShow = false }: { isToShow?: boolean } = {}) {
      begin.mutate(
        { source, format, locale },
        {
          onSuccess({ id }) {
            if (isToShow) useExporting.setState(({ awaited }) => ({ awaited: [...awaited, id] }));
            void queries.invalidateQueries({ queryKey: api.exports.key() });
          },
          onError(failure) {
            if ('code' in failure && failure.code === 'BUSY')
              notify({ tone: 'failed', text: t('exports.busy') });
            else notDone(failure);
          },
        },
      );
    },
  };
}

/** Where the file of an export is; of a PDF `original` shows it. */
export const exportUrl = (id: string, variant: 'download' | 'original'): string => `exports/${id}/${variant}`;
