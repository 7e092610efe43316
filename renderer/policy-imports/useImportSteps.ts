import { isDefinedError } from '@orpc/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PolicyImport } from '#shared/contract/policy-imports.ts';
import { useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';

/** What a person can do with an import; each answer is the import as it is then. */
export function useImportSteps(id: number) {
  const { t } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const errorMessage = useErrorMessage();
  const onSuccess = (now: PolicyImport) => {
    queries.setQueryData(api.policyImports.get.queryKey({ input: { id } }), now);
    void queries.invalidateQueries({ queryKey: api.policyImports.list.key() });
    void queries.invalidateQueries({ queryKey: api.policyImports.problems.key() });
  };
  const failed = (why: string) => notify({ tone: 'failed', text: t('common.error.notDone', { why }) });
  /** It is elsewhere by now, or another one runs: what is shown is asked for anew. */
  const onError = (code: string | null, error: unknown) => {
    void queries.invalidateQueries({ queryKey: api.policyImports.key() });
    failed(code === 'BUSY' ? t('policies.imports.uploading.busy') : errorMessage(error));
  };
  const check = useMutation({
    ...api.policyImports.check.mutationOptions(),
    onSuccess,
    onError: (error) => {
      if (!isDefinedError(error)) onError(null, error);
      else if (error.code !== 'MAPPING') onError(error.code, error);
    },
  });
  const apply = useMutation({
    ...api.policyImports.apply.mutationOptions(),
    onSuccess,
    onError: (error) => onError(isDefinedError(error) ? error.code : null, error),
  });
  const cancel = useMutation({
    ...api.policyImports.cancel.mutationOptions(),
    onSuccess,
    onError: (error) => onError(isDefinedError(error) ? error.code : null, error),
  });
  return { check, apply, cancel };
}
export type ImportSteps = ReturnType<typeof useImportSteps>;
