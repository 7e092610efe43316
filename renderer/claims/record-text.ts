import { useMemo } from 'react';
import type { RecordRow } from '#shared/contract/records.ts';
import { isCreditNote } from '#shared/marketplace/financial-document.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useIncidentType } from '../incidents/incident-text.ts';
import { useItemText } from '../records/record-view.tsx';

/** The title of a record of any kind, in one line. */
export function useRecordLabel() {
  const { t } = useI18n();
  const item = useItemText();
  const typeName = useIncidentType();
  return useMemo(
    () => ({
      title(record: RecordRow): string {
        const { heading } = record;
        if (heading?.kind === 'incidentReport')
          return [heading.vehicle ?? t('claims.row.noVehicle'), typeName(heading.typeId, heading.typeName)]
            .filter(Boolean)
            .join(' · ');
        if (heading?.kind === 'financialDocument') {
          const type = t(isCreditNote(heading) ? 'claims.match.creditNote' : 'claims.match.invoice');
          return [type, heading.taxReceiptNumber].filter(Boolean).join(' ');
        }
        return item(record);
      },
      currency: (record: RecordRow): string =>
        record.heading?.kind === 'financialDocument' ? (record.heading.currency ?? 'DOP') : 'DOP',
    }),
    [t, item, typeName],
  );
}
