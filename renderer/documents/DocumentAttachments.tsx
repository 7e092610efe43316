import type { RecordDetail } from '#shared/contract/records.ts';
import type { FinancialDocument } from '#shared/marketplace/financial-document.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { PaperList } from '../document-viewer/PaperList.tsx';

/** The files that came with the document. */
export function DocumentAttachments({
  record,
  document,
}: {
  record: RecordDetail;
  document: FinancialDocument;
}) {
  const { t } = useI18n();
  return (
    <PaperList
      record={record}
      title={t('documents.section.attachments')}
      at="/attachments"
      named={document.attachments.length}
      none={t('documents.attachments.none')}
    />
  );
}
