import { isDefinedError } from '@orpc/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useErrorMessage } from '../app/error-message.ts';
import { maxImportFileBytes } from '../app/limits.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi, useConnection } from '../app/queries.ts';
import { importOfPath } from '../policies/paths.ts';
import { sendFile } from './uploads.ts';

/** Announces a file, opens its import, and sends it. */
export function useBeginImport() {
  const { t, format } = useI18n();
  const api = useApi();
  const { client } = useConnection();
  const queries = useQueryClient();
  const errorMessage = useErrorMessage();
  const [, go] = useLocation();
  const [wrong, setWrong] = useState<string | null>(null);
  const tooLarge = t('policies.imports.uploading.tooLarge', { size: format.bytes(maxImportFileBytes) });
  const begin = useMutation({
    ...api.policyImports.begin.mutationOptions(),
    onError: (error) => {
      if (isDefinedError(error) && error.code === 'BUSY') setWrong(t('policies.imports.uploading.busy'));
      else if (isDefinedError(error) && error.code === 'TOO_LARGE') setWrong(tooLarge);
      else setWrong(t('policies.imports.uploading.failed', { why: errorMessage(error) }));
    },
  });
  return {
    wrong,
    pending: begin.isPending,
    take: (file: File) => {
      setWrong(null);
      if (file.size === 0) return setWrong(t('policies.imports.uploading.empty'));
      if (file.size > maxImportFileBytes) return setWrong(tooLarge);
      begin.mutate(
        { filename: file.name.slice(-255), bytes: file.size },
        {
          onSuccess: (begun) => {
            queries.setQueryData(api.policyImports.get.queryKey({ input: { id: begun.id } }), begun);
            void queries.invalidateQueries({ queryKey: api.policyImports.list.key() });
            void sendFile(client, begun, file);
            go(importOfPath(begun.id));
          },
        },
      );
    },
  };
}
