import { useI18n } from '../app/locale/i18n.ts';
import { DocumentRow, documentFace } from '../financial-documents/FinancialDocumentView.tsx';
import { RecordsScreen } from '../records/RecordsScreen.tsx';

/** Invoices and credit notes of suppliers and workshops. */
export function Documents({ id }: { id: number | null }) {
  const { t } = useI18n();
  return (
    <RecordsScreen
      key="financialDocument"
      kind="financialDocument"
      id={id}
      title={t('frame.rail.documents')}
      Row={DocumentRow}
      face={documentFace}
    />
  );
}
