import { useCallback } from 'react';
import type { ImportFailure } from '#shared/contract/policies.ts';
import { useI18n } from '../app/locale/i18n.ts';

/** Which words say why: some codes say more where more is known. */
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
