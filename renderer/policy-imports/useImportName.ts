import type { PolicyImport } from '#shared/contract/policy-imports.ts';
import { useI18n } from '../app/locale/i18n.ts';

/** What an import is called: its file, or that a program gave rows without one. */
export function useImportName() {
  const { t } = useI18n();
  return ({ filename, via }: PolicyImport) =>
    via === 'script' && filename === 'rows' ? t('policies.imports.givenRows') : filename;
}
