import { useCallback } from 'react';
import { useWords } from '../app/locale/i18n.ts';

/** "Bumper delantero y 4 más". */
export function useItemWords() {
  const { t } = useWords();
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
