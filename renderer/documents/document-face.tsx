import type { RecordDetail } from '#shared/contract/records.ts';
import { type FinancialDocument, isCreditNote } from '#shared/marketplace/financial-document.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Amount } from '../components/Amount.tsx';
import type { RecordFace } from '../records/RecordDetail.tsx';
import { DocumentAttachments } from './DocumentAttachments.tsx';
import { DocumentFacts } from './DocumentFacts.tsx';
import { DocumentLines } from './DocumentLines.tsx';
import { DocumentLinks } from './DocumentLinks.tsx';
import { DocumentOrigin } from './DocumentOrigin.tsx';
import { useDocumentText } from './document-words.ts';
import { TaxReceipt } from './TaxReceipt.tsx';

type Props = { record: RecordDetail };

const documentOf = ({ content }: RecordDetail): FinancialDocument | null =>
  content.kind === 'financialDocument' ? content.document : null;

function Worth({ record }: Props) {
  const document = documentOf(record);
  return (
    <>
      {document !== null && isCreditNote(document) && '−\u2009'}
      <Amount value={record.total} currency={document?.currency?.code ?? 'DOP'} />
    </>
  );
}

function About({ record }: Props) {
  const { t } = useI18n();
  const what = useDocumentText();
  const document = documentOf(record);
  return [document === null ? null : what(document), record.partyName ?? t('records.row.noParty')]
    .filter(Boolean)
    .join(' · ');
}

const Body: RecordFace['Body'] = ({ record, findings, notes }) => {
  const document = documentOf(record);
  if (document === null) return null;
  return (
    <>
      <TaxReceipt document={document} />
      <DocumentLinks record={record} document={document} />
      {findings}
      <DocumentLines record={record} document={document} />
      <DocumentFacts document={document} />
      <DocumentAttachments record={record} document={document} />
      {notes}
    </>
  );
};

/** What a financial document shows of its own: its receipt and its order first. */
export const documentFace: RecordFace = { Worth, About, Body, Origin: DocumentOrigin };
