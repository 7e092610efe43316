import type { RecordDetail } from '#shared/contract/records.ts';
import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { PaperList } from '../document-viewer/PaperList.tsx';

/** The report's papers, in their order. */
export function IncidentDocuments({ record, report }: { record: RecordDetail; report: IncidentReport }) {
  const { t } = useI18n();
  return (
    <PaperList
      record={record}
      title={t('incidents.section.documents')}
      at="/attachmentsDocuments"
      named={report.attachmentsDocuments.length}
    />
  );
}
