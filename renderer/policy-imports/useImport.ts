import { isDefinedError } from '@orpc/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { create } from 'zustand';
import type { ImportFailure } from '#shared/contract/policies.ts';
import type { ColumnMapping, PolicyImport } from '#shared/contract/policy-imports.ts';
import { useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';

/** The steps of an import; each returns the import after it. */
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
  /** The import is in another state by now, or another one runs: refetch. */
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

/** Unchecked choices for an import, kept while the window is open. */
type Choice = {
  sheet: string | null;
  mapping: ColumnMapping | null;
  /** Whether the columns are mapped again after a dry run. */
  again: boolean;
};
const nothing: Choice = { sheet: null, mapping: null, again: false };

const useChoices = create<{ choices: Readonly<Partial<Record<number, Choice>>> }>(() => ({ choices: {} }));

export const useChoice = (id: number): Choice => useChoices((state) => state.choices[id]) ?? nothing;

export const updateDraft = (id: number, part: Partial<Choice>) =>
  useChoices.setState(({ choices }) => ({
    choices: { ...choices, [id]: { ...nothing, ...choices[id], ...part } },
  }));

/** The locale key of a failure; some codes have a longer text where details are known. */
export function failureKey({ code, limit, columns }: ImportFailure) {
  if (code === 'noColumns' && columns.length === 0) return 'noColumnsAtAll';
  return code === 'tooLarge' && limit !== null ? 'tooLargeFor' : code;
}

/** Why a file was not imported, as the end of a sentence. */
export function useFailureText(): (failure: ImportFailure) => string {
  const { t, format } = useI18n();
  return useCallback(
    (failure) =>
      t(`policies.imports.failed.code.${failureKey(failure)}`, {
        line: format.count(failure.line ?? 0),
        limit: format.count(failure.limit ?? 0),
        size: format.bytes(failure.limit ?? 0),
        columns: failure.columns.map((column) => t(`policies.column.${column}`)).join(', '),
      }),
    [t, format],
  );
}

/** The name of an import: its file, or a text for rows without a file. */
export function useImportName() {
  const { t } = useI18n();
  return ({ filename, via }: PolicyImport) =>
    via === 'script' && filename === 'rows' ? t('policies.imports.givenRows') : filename;
}
