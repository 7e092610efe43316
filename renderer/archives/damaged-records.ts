import type { DamagedRecord } from '#shared/contract/archives.ts';
import { useI18n } from '../app/locale/i18n.ts';

/** Names records of which something is damaged, by kind and number; empty where there are none. */
export function useDamagedRecords(): (records: readonly DamagedRecord[]) => string {
  const { t } = useI18n();
  return (records) =>
    records
      .map(({ kind, number }) =>
        number === null
          ? t('archives.damagedUnnumbered', { kind: t(`records.kind.${kind}`) })
          : `${t(`records.kind.${kind}`)} ${number}`,
      )
      .join(', ');
}
