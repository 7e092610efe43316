import type { RecordDetail } from '#shared/contract/records.ts';
import { useWords } from '../app/locale/i18n.ts';
import { useReferenceNames } from '../app/reference-names.ts';
import { Field, Fields, Section } from '../parts/Fields.tsx';
import { TechnicalData } from '../parts/TechnicalData.tsx';
import { At, Company, Id, Said } from '../records/Facts.tsx';
import { useDominicanTime } from './dominican-time.ts';
import { placeOf } from './IncidentFacts.tsx';

/** Where the report comes from, and its names at the marketplace. */
export function IncidentOrigin({ record }: { record: RecordDetail }) {
  const { t } = useWords();
  const dominicanTime = useDominicanTime();
  const nameOf = useReferenceNames();
  if (record.content.kind !== 'incidentReport') return null;
  const { report } = record.content;
  return (
    <Section title={t('records.detail.section.origin')}>
      <Fields>
        <Field label={t('incidents.facts.createdBy')}>
          {report.createdByDisplayName !== null &&
            report.createdByDisplayName !== report.createdByPerson?.personName && (
              <>
                {report.createdByDisplayName}
                <br />
              </>
            )}
          <Company
            name={report.createdByPerson?.personName ?? null}
            taxId={report.createdByPerson?.personTaxId ?? null}
          />
        </Field>
        <Field label={t('incidents.facts.createdOn')}>
          <At value={report.createdOnUtc} />
          {report.createdOnLocal !== null && (
            <>
              <br />
              {t('incidents.facts.localTime', { at: dominicanTime(report.createdOnLocal) })}
            </>
          )}
        </Field>
        <Field label={t('incidents.facts.createdAt')}>
          <Said>{placeOf(report, nameOf)}</Said>
        </Field>
        <Field label={t('incidents.facts.insurer')}>
          <Company
            name={report.insurancePerson?.personName ?? null}
            taxId={report.insurancePerson?.personTaxId ?? null}
          />
        </Field>
        <Field label={t('records.facts.status')}>
          <Said>{nameOf(null, report.incidentReportFormStatusId, report.incidentReportStatusName)}</Said>
        </Field>
        <Field label={t('incidents.facts.marketplaceId')}>
          <Id value={record.marketplaceId} what={t('incidents.facts.marketplaceId')} />
        </Field>
      </Fields>
      <TechnicalData>
        <Fields>
          <Field label={t('records.facts.guid')} wide>
            <Id value={report.incidentReportFormGuid} what={t('records.facts.guid')} />
          </Field>
        </Fields>
      </TechnicalData>
    </Section>
  );
}
