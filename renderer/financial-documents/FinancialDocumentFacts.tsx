import { BadgeCheck, CircleHelp, Infinity as Endless, TriangleAlert } from 'lucide-react';
import { useCallback } from 'react';
import type { RecordDetail } from '#shared/contract/records.ts';
import type { DocumentPerson, FinancialDocument } from '#shared/marketplace/financial-document.ts';
import {
  createdStatus,
  documentTypes,
  entityTypes,
  isCreditNote,
} from '#shared/marketplace/financial-document.ts';
import { describeReceipt, type Receipt } from '#shared/rules/ncf.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useReferenceNames } from '../app/names.ts';
import { Box } from '../components/Box.tsx';
import { Code } from '../components/Code.tsx';
import { Field, Fields, Section } from '../components/Fields.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { Typography } from '../components/Typography.tsx';
import { ClaimAndTender, ClaimFileLink, Company, CopiedId, Instant, OrNone } from '../records/Facts.tsx';

/** Who issued it to whom, for which claim, when, and how it is to be paid. */
export function DocumentFacts({ document }: { document: FinancialDocument }) {
  const { t, format } = useI18n();
  const terms = usePaymentTerms()(document);
  return (
    <Section title={t('documents.section.parties')}>
      <Fields>
        <Field
          label={t('documents.facts.issuer')}
          at={['/createdBy', '/createdBy/personName', '/createdBy/identification']}
        >
          <Person person={document.createdBy} />
        </Field>
        <Field
          label={t('documents.facts.receiver')}
          at={['/createdTo', '/createdTo/personName', '/createdTo/identification']}
        >
          <Person person={document.createdTo} />
        </Field>
        <Field label={t('documents.facts.date')} at="/documentDate">
          <OrNone>{document.documentDate === null ? null : format.day(document.documentDate)}</OrNone>
        </Field>
        <Field label={t('documents.facts.terms')} at={['/paymentTermName', '/paymentTermDays']}>
          <OrNone>{terms}</OrNone>
        </Field>
        <ClaimAndTender claim={document.insuranceClaimNumber} tender={document.requestId} />
        <Field label={t('records.facts.policy')} at="/insurancePolicyNumber">
          <ClaimFileLink
            by="policy"
            value={document.insurancePolicyNumber}
            label={t('records.facts.policy')}
          />
        </Field>
        <Field
          label={t('records.facts.comments')}
          at="/comments"
          wide={document.comments !== null && document.comments !== ''}
        >
          <OrNone>{document.comments}</OrNone>
        </Field>
      </Fields>
    </Section>
  );
}

function Person({ person }: { person: DocumentPerson | null }) {
  return (
    <Company
      name={person?.personName == null ? null : String(person.personName)}
      taxId={person?.identification ?? null}
    />
  );
}

/** "Crédito · 30 días"; null where nothing of it came. */
function usePaymentTerms(): (document: FinancialDocument) => string | null {
  const { t } = useI18n();
  const nameOf = useReferenceNames();
  return (document) => {
    const name = nameOf(null, document.paymentTermId ?? null, document.paymentTermName);
    const days = document.paymentTermDays;
    if (days === null) return name;
    // "Contado" needs no days, and "30 días" says them already.
    if (name !== null && (days === 0 || /\d+/.exec(name)?.[0] === String(days))) return name;
    return name === null
      ? t('documents.facts.days', { count: days })
      : t('documents.facts.termDays', { name, count: days });
  };
}

const validities = {
  valid: { tone: 'matched', icon: BadgeCheck },
  expired: { tone: 'refusal', icon: TriangleAlert },
  noExpiry: { tone: 'neutral', icon: Endless },
  unknownExpiry: { tone: 'waiting', icon: CircleHelp },
} as const;

/** The tax receipt explained: its form and type in words, its validity against the document's day, what it modifies. */
export function TaxReceipt({ document }: { document: FinancialDocument }) {
  const { t, format } = useI18n();
  const typeText = useReceiptType();
  const state = receiptState(document);
  const taxReceipt = document.taxReceipt;
  const number = taxReceipt?.taxReceiptNumber?.trim() ?? '';
  return (
    <Section title={t('documents.section.receipt')} at={['/taxReceipt', '/taxReceipt/taxReceiptNumber']}>
      {state === null ? (
        <Typography variant="body2" sx={{ color: 'warning.main' }}>
          {t('documents.receipt.none')}
        </Typography>
      ) : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mb: 3 }}>
          <Typography variant="h3" component="p">
            <Code value={state.receipt.number} label={t('documents.receipt.number').toLocaleLowerCase()} />
          </Typography>
          <Typography variant="body2">{typeText(state.receipt)}</Typography>
          <StateChip {...validities[state.validity]} label={t(`documents.receipt.${state.validity}`)} />
        </Box>
      )}
      <Fields>
        <Field label={t('documents.receipt.validTo')} at="/taxReceipt/taxReceiptExpiration">
          <OrNone>
            {taxReceipt?.taxReceiptExpiration == null ? null : format.day(taxReceipt.taxReceiptExpiration)}
          </OrNone>
        </Field>
        <Field label={t('documents.receipt.modifies')} at="/taxReceipt/relatedTaxReceiptNumber">
          <CopiedId
            value={taxReceipt?.relatedTaxReceiptNumber ?? null}
            label={t('documents.receipt.modifies').toLocaleLowerCase()}
          />
        </Field>
        {state !== null && number !== state.receipt.number && (
          <Field label={t('documents.receipt.written')} at="/taxReceipt/taxReceiptNumber">
            {number}
          </Field>
        )}
        <Field
          label={t('documents.receipt.statedType')}
          at={[
            '/taxReceipt/taxReceiptPrefix',
            '/taxReceipt/taxReceiptCode',
            '/taxReceipt/taxReceiptTypeName',
          ]}
        >
          <OrNone>
            {[taxReceipt?.taxReceiptPrefix, taxReceipt?.taxReceiptCode, taxReceipt?.taxReceiptTypeName]
              .filter((text) => text !== null && text !== undefined && text !== '')
              .join(' · ')}
          </OrNone>
        </Field>
      </Fields>
    </Section>
  );
}

/** "e-CF · 31 · Factura de crédito fiscal electrónica". */
function useReceiptType(): (receipt: Receipt) => string {
  const { t } = useI18n();
  return ({ form, type, typeCode, isElectronic }) => {
    const label =
      type === null
        ? typeCode === null
          ? null
          : t('documents.receipt.typeUnknown', { code: typeCode })
        : t('documents.receipt.typed', {
            code: typeCode ?? '',
            type: t(`documents.receipt.${isElectronic ? 'electronicTypes' : 'types'}.${type}`),
          });
    return [t(`documents.receipt.form.${form}`), label].filter(Boolean).join(' · ');
  };
}

type ReceiptState = {
  receipt: Receipt;
  /**
   * Against the document's own date. `noExpiry`: of consumers and credit notes. `unknownExpiry`: one of the
   * two dates did not come, or is none.
   */
  validity: 'valid' | 'expired' | 'noExpiry' | 'unknownExpiry';
};

/** What a document's tax receipt is, and whether it was good on the document's day; null where it has no number. */
export function receiptState(
  document: Pick<FinancialDocument, 'taxReceipt' | 'documentDate'>,
): ReceiptState | null {
  const number = document.taxReceipt?.taxReceiptNumber?.trim() ?? '';
  if (number === '') return null;
  const receipt = describeReceipt(number);
  if (receipt.type !== null && !receipt.expires) return { receipt, validity: 'noExpiry' };
  const last = dayOf(document.taxReceipt?.taxReceiptExpiration ?? null);
  const day = dayOf(document.documentDate);
  if (last === null || day === null) return { receipt, validity: 'unknownExpiry' };
  // ISO days compare as texts.
  return { receipt, validity: day <= last ? 'valid' : 'expired' };
}

const dayOf = (text: string | null): string | null => /^\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0] ?? null;

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
          <OrNone>{document.createdByDisplayName}</OrNone>
        </Field>
        <Field label={t('documents.facts.createdOn')} at="/creationDateUtc">
          <Instant value={document.creationDateUtc} />
        </Field>
        <Field label={t('records.facts.status')} at="/documentStatusName">
          <OrNone>{statusOf(document.documentStatusId, document.documentStatusName)}</OrNone>
        </Field>
        <Field
          label={t('documents.facts.currency')}
          at={['/currency', '/currency/code', '/currency/currencyName']}
        >
          <OrNone>
            {[document.currency?.code, document.currency?.currencyName].filter(Boolean).join(' · ')}
          </OrNone>
        </Field>
        <Field label={t('documents.facts.marketplaceId')} at="/documentId">
          <CopiedId value={record.marketplaceId} label={t('documents.facts.marketplaceId')} />
        </Field>
      </Fields>
    </Section>
  );
}

/** "Factura de suplidor": what it is and of whom, by the interface's ids, else by the names that came, else the ids. */
export function useDocumentText(): (document: Typed) => string | null {
  const { t } = useI18n();
  const nameOf = useReferenceNames();
  return useCallback(
    (document) => {
      const { documentTypeId, entityTypeId } = document;
      const type =
        documentTypeId === documentTypes.invoice
          ? t('documents.type.invoice')
          : isCreditNote(document)
            ? t('documents.type.creditNote')
            : nameOf(null, documentTypeId, document.documentTypeName);
      const entity =
        entityTypeId === entityTypes.supplier
          ? t('documents.entity.supplier')
          : entityTypeId === entityTypes.workshop
            ? t('documents.entity.workshop')
            : nameOf(null, entityTypeId, document.entityTypeName);
      return type === null || entity === null ? (type ?? entity) : t('documents.kind', { type, entity });
    },
    [t, nameOf],
  );
}

type Typed = {
  documentTypeId: number | null;
  documentTypeName?: string | null;
  entityTypeId: number | null;
  entityTypeName?: string | null;
};

/** The document's state: its only documented one in our words, else the name that came, else the id. */
function useDocumentStatus(): (id: number | null, name: string | null) => string | null {
  const { t } = useI18n();
  const nameOf = useReferenceNames();
  return useCallback(
    (id, name) => (id === createdStatus ? t('documents.status.created') : nameOf(null, id, name)),
    [t, nameOf],
  );
}
