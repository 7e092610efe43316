import { useCallback } from 'react';
import { useI18n } from '../app/locale/i18n.ts';

/** "Bumper delantero y 4 más". */
export function useItemText() {
  const { t } = useI18n();
  return useCallback(
    ({ firstItem, itemCount }: { firstItem: string | null; itemCount: number }): string => {
      if (firstItem === null) return t('records.row.noItems');
      return itemCount > 1
        ? t('records.row.itemMore', { first: firstItem, count: itemCount - 1 })
        : firstItem;
    },
    [t],
  );
}
