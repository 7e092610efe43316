import { memo } from 'react';
import type { RecordDetail } from '#shared/contract/records.ts';
import { type FinancialDocument, isCreditNote } from '#shared/marketplace/financial-document.ts';
import { useMinuteClock } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Amount } from '../components/Amount.tsx';
import { PlainCode } from '../components/Code.tsx';
import { DecisionSection } from '../decisions/DecisionSection.tsx';
import { AttachedDocuments } from '../document-viewer/AttachedDocuments.tsx';
import { RecordRowLink, type RecordRowProps, type RecordView } from '../records/record-view.tsx';
import { DocumentFacts, DocumentOrigin, TaxReceipt, useDocumentText } from './FinancialDocumentFacts.tsx';
import { DocumentLines } from './FinancialDocumentLines.tsx';
import { DocumentLinks } from './FinancialDocumentLinks.tsx';

type Props = { record: RecordDetail };

const documentOf = ({ content }: RecordDetail): FinancialDocument | null =>
  content.kind === 'financialDocument' ? content.document : null;

function SignedTotal({ record }: Props) {
  const document = documentOf(record);
  return (
    <>
      {document !== null && isCreditNote(document) && '−\u2009'}
      <Amount value={record.total} currency={document?.currency?.code ?? 'DOP'} />
    </>
  );
}

function Subtitle({ record }: Props) {
  const { t } = useI18n();
  const documentText = useDocumentText();
  const document = documentOf(record);
  return [document === null ? null : documentText(document), record.partyName ?? t('records.row.noParty')]
    .filter(Boolean)
    .join(' · ');
}

const Details: RecordView['Details'] = ({ record, findings, notes }) => {
  const document = documentOf(record);
  if (document === null) return null;
  return (
    <>
      <DecisionSection key={record.id} record={record} />
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
export const financialDocumentView: RecordView = {
  Row: memo(DocumentRow),
  Amount: SignedTotal,
  Subtitle,
  Details,
  Source: DocumentOrigin,
};

/** A document in a list: its issuer and total, then its receipt and its day, which are never cut, and what it is. */
function DocumentRow({ row, href, selected }: RecordRowProps) {
  const { t, format } = useI18n();
  const now = useMinuteClock();
  const documentText = useDocumentText();
  const heading = row.heading?.kind === 'financialDocument' ? row.heading : null;
  return (
    <RecordRowLink
      row={row}
      href={href}
      selected={selected}
      first={
        <>
          <span className="grow">{row.partyName ?? t('records.row.noParty')}</span>
          <span>
            {heading !== null && isCreditNote(heading) && '−\u2009'}
            <Amount value={row.total} currency={heading?.currency ?? 'DOP'} />
          </span>
        </>
      }
      second={
        <span className="grow">
          {heading?.taxReceiptNumber == null ? (
            t('documents.row.noReceipt')
          ) : (
            <PlainCode value={heading.taxReceiptNumber} />
          )}
          {heading?.documentDate != null && ` · ${format.dayShort(heading.documentDate, now)}`}
          {heading !== null && ` · ${documentText(heading)}`}
        </span>
      }
    />
  );
}

/** The files that came with the document. */
function DocumentAttachments({ record, document }: { record: RecordDetail; document: FinancialDocument }) {
  const { t } = useI18n();
  return (
    <AttachedDocuments
      record={record}
      title={t('documents.section.attachments')}
      at="/attachments"
      named={document.attachments.length}
      none={t('documents.attachments.none')}
    />
  );
}
