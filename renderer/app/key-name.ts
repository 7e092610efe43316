import { useCallback } from 'react';
import { numberOfEnvironmentKey } from '#shared/contract/receiver-keys.ts';
import { useI18n } from './locale/i18n.ts';

/** What a key is called: the name that somebody gave it, or "Clave del equipo 1" of one that the computer brings. */
export function useKeyName(): (label: string) => string {
  const { t } = useI18n();
  return useCallback(
    (label) => {
      const number = numberOfEnvironmentKey(label);
      return number === null ? label : t('common.environmentKey', { number });
    },
    [t],
  );
}
