import type { RecordDetail } from '#shared/contract/records.ts';
import { useWords } from '../app/locale/i18n.ts';
import { Field, Fields, Section } from '../parts/Fields.tsx';
import { TechnicalData } from '../parts/TechnicalData.tsx';
import { At, Id, Said } from '../records/Facts.tsx';
import { useDocumentStatus } from './document-words.ts';

/** Where the document comes from, and its names at the marketplace. */
export function DocumentOrigin({ record }: { record: RecordDetail }) {
  const { t } = useWords();
  const statusOf = useDocumentStatus();
  if (record.content.kind !== 'financialDocument') return null;
  const { document } = record.content;
  return (
    <Section title={t('records.detail.section.origin')}>
      <Fields>
        <Field label={t('documents.facts.createdBy')}>
          <Said>{document.createdByDisplayName}</Said>
        </Field>
        <Field label={t('documents.facts.createdOn')}>
          <At value={document.creationDateUtc} />
        </Field>
        <Field label={t('records.facts.status')}>
          <Said>{statusOf(document.documentStatusId, document.documentStatusName)}</Said>
        </Field>
        <Field label={t('documents.facts.currency')}>
          <Said>
            {[document.currency?.code, document.currency?.currencyName].filter(Boolean).join(' · ')}
          </Said>
        </Field>
        <Field label={t('documents.facts.marketplaceId')}>
          <Id value={record.marketplaceId} what={t('documents.facts.marketplaceId')} />
        </Field>
      </Fields>
      <TechnicalData>
        <Fields>
          <Field label={t('records.facts.guid')} wide>
            <Id value={document.documentGuid} what={t('records.facts.guid')} />
          </Field>
        </Fields>
      </TechnicalData>
    </Section>
  );
}
