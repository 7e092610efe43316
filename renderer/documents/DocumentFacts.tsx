import type { DocumentPerson, FinancialDocument } from '#shared/marketplace/financial-document.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useReferenceNames } from '../app/reference-names.ts';
import { Field, Fields, Section } from '../components/Fields.tsx';
import { ClaimAndTender, Company, DossierLink, Said } from '../records/Facts.tsx';

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
          <Said>{document.documentDate === null ? null : format.day(document.documentDate)}</Said>
        </Field>
        <Field label={t('documents.facts.terms')} at={['/paymentTermName', '/paymentTermDays']}>
          <Said>{terms}</Said>
        </Field>
        <ClaimAndTender claim={document.insuranceClaimNumber} tender={document.requestId} />
        <Field label={t('records.facts.policy')} at="/insurancePolicyNumber">
          <DossierLink by="policy" value={document.insurancePolicyNumber} what={t('records.facts.policy')} />
        </Field>
        <Field
          label={t('records.facts.comments')}
          at="/comments"
          wide={document.comments !== null && document.comments !== ''}
        >
          <Said>{document.comments}</Said>
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
