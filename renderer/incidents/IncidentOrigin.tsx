import type { RecordDetail } from '#shared/contract/records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useReferenceNames } from '../app/reference-names.ts';
import { Field, Fields, Section } from '../components/Fields.tsx';
import { At, Company, Id, Said } from '../records/Facts.tsx';
import { useDominicanTime } from './dominican-time.ts';
import { placeOf } from './IncidentFacts.tsx';

/** Where the report comes from, and its names at the marketplace. */
export function IncidentOrigin({ record }: { record: RecordDetail }) {
  const { t } = useI18n();
  const dominicanTime = useDominicanTime();
  const nameOf = useReferenceNames();
  if (record.content.kind !== 'incidentReport') return null;
  const { report } = record.content;
  return (
    <Section title={t('records.detail.section.origin')}>
      <Fields>
        <Field
          label={t('incidents.facts.createdBy')}
          at={[
            '/createdByDisplayName',
            '/createdByPerson',
            '/createdByPerson/personName',
            '/createdByPerson/personTaxId',
          ]}
        >
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
        <Field label={t('incidents.facts.createdOn')} at={['/createdOnUtc', '/createdOnLocal']}>
          <At value={report.createdOnUtc} />
          {report.createdOnLocal !== null && (
            <>
              <br />
              {t('incidents.facts.localTime', { at: dominicanTime(report.createdOnLocal) })}
            </>
          )}
        </Field>
        <Field label={t('incidents.facts.createdAt')} at={['/stateName', '/stateCityName']}>
          <Said>{placeOf(report, nameOf)}</Said>
        </Field>
        <Field
          label={t('incidents.facts.insurer')}
          at={['/insurancePerson', '/insurancePerson/personName', '/insurancePerson/personTaxId']}
        >
          <Company
            name={report.insurancePerson?.personName ?? null}
            taxId={report.insurancePerson?.personTaxId ?? null}
          />
        </Field>
        <Field label={t('records.facts.status')} at="/incidentReportStatusName">
          <Said>{nameOf(null, report.incidentReportFormStatusId, report.incidentReportStatusName)}</Said>
        </Field>
        <Field label={t('incidents.facts.marketplaceId')} at="/incidentReportFormId">
          <Id value={record.marketplaceId} what={t('incidents.facts.marketplaceId')} />
        </Field>
      </Fields>
    </Section>
  );
}
