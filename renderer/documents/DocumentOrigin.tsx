import type { RecordDetail } from '#shared/contract/records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Field, Fields, Section } from '../components/Fields.tsx';
import { At, Id, Said } from '../records/Facts.tsx';
import { useDocumentStatus } from './document-words.ts';

/** Where the document comes from, and its names at the marketplace. */
export function DocumentOrigin({ record }: { record: RecordDetail }) {
  const { t } = useI18n();
  const statusOf = useDocumentStatus();
  if (record.content.kind !== 'financialDocument') return null;
  const { document } = record.content;
  return (
    <Section title={t('records.detail.section.origin')}>
      <Fields>
        <Field label={t('documents.facts.createdBy')} at="/createdByDisplayName">
          <Said>{document.createdByDisplayName}</Said>
        </Field>
        <Field label={t('documents.facts.createdOn')} at="/creationDateUtc">
          <At value={document.creationDateUtc} />
        </Field>
        <Field label={t('records.facts.status')} at="/documentStatusName">
          <Said>{statusOf(document.documentStatusId, document.documentStatusName)}</Said>
        </Field>
        <Field
          label={t('documents.facts.currency')}
          at={['/currency', '/currency/code', '/currency/currencyName']}
        >
          <Said>
            {[document.currency?.code, document.currency?.currencyName].filter(Boolean).join(' · ')}
          </Said>
        </Field>
        <Field label={t('documents.facts.marketplaceId')} at="/documentId">
          <Id value={record.marketplaceId} what={t('documents.facts.marketplaceId')} />
        </Field>
      </Fields>
    </Section>
  );
}
