import type { RecordDetail } from '#shared/contract/records.ts';
import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useReferenceNames } from '../app/names.ts';
import { Field, Fields, Section } from '../components/Fields.tsx';
import { Typography } from '../components/Typography.tsx';
import { ClaimFileLink, Company, CopiedId, Instant, OrNone } from '../records/Facts.tsx';
import { useDominicanTime, useReportedBy, useTurnedTime } from './incident-text.ts';

/** The vehicle, the place, who repairs it and who reported it. */
export function IncidentFacts({ report }: { report: IncidentReport }) {
  const { t } = useI18n();
  const nameOf = useReferenceNames();
  const reportedBy = useReportedBy();
  const general = report.generalInfo;
  const vehicle = [
    nameOf(null, general?.vehicleMakeId ?? null, general?.vehicleMakeName ?? null),
    nameOf(null, general?.vehicleModelId ?? null, general?.vehicleModelName ?? null),
    general?.vehicleYear,
  ].filter(Boolean);
  return (
    <Section title={t('incidents.section.facts')} at="/generalInfo">
      <Fields>
        <Field label={t('incidents.facts.incidentAt')} at="/generalInfo/incidentDateTime">
          <IncidentTime text={general?.incidentDateTime ?? null} />
        </Field>
        <Field
          label={t('incidents.facts.place')}
          at={['/generalInfo/stateName', '/generalInfo/stateCityName']}
        >
          <OrNone>{placeOf(general, nameOf)}</OrNone>
        </Field>
        <Field
          label={t('incidents.facts.vehicle')}
          at={['/generalInfo/vehicleMakeName', '/generalInfo/vehicleModelName', '/generalInfo/vehicleYear']}
        >
          <OrNone>{vehicle.join(' ')}</OrNone>
        </Field>
        <Field label={t('fields.vinNumber')} at="/generalInfo/vinNumber">
          <ClaimFileLink by="vin" value={general?.vinNumber ?? null} label={t('fields.vinNumber')} />
        </Field>
        <Field
          label={t('records.facts.workshop')}
          at={['/workshopPerson', '/workshopPerson/personName', '/workshopPerson/personTaxId']}
        >
          <Company
            name={nameOf(
              null,
              general?.workshopPersonId ?? report.workshopPerson?.personId ?? null,
              report.workshopPerson?.personName ?? null,
            )}
            taxId={report.workshopPerson?.personTaxId ?? null}
          />
        </Field>
        <Field label={t('incidents.facts.reportedBy')} at="/incidentReportCategoryName">
          <OrNone>{reportedBy(report.incidentReportCategoryId, report.incidentReportCategoryName)}</OrNone>
          {report.createdByPerson?.personName != null && (
            <>
              <br />
              {report.createdByPerson.personName}
            </>
          )}
        </Field>
        <Field label={t('incidents.facts.authorities')} at="/reportedAuthorities">
          <OrNone>
            {report.reportedAuthorities
              .map((authority) => nameOf(null, authority.authorityId, authority.authorityName))
              .filter(Boolean)
              .join(', ')}
          </OrNone>
        </Field>
      </Fields>
    </Section>
  );
}

/** The time of the incident in the Dominican Republic; where it came in another zone, the text that came stands below. */
function IncidentTime({ text }: { text: string | null }) {
  const dominicanTime = useDominicanTime();
  const turned = useTurnedTime()(text);
  return (
    <>
      <OrNone>{text === null ? null : dominicanTime(text)}</OrNone>
      {turned !== null && (
        <Typography variant="caption" component="p">
          {turned}
        </Typography>
      )}
    </>
  );
}

type Placed = {
  stateId: number | null;
  stateName: string | null;
  stateCityId: number | null;
  stateCityName: string | null;
};

/** City and province, by name where one came or the platform's list has it; null where neither came. */
export function placeOf(at: Placed | null, nameOf: ReturnType<typeof useReferenceNames>): string | null {
  if (at === null) return null;
  const parts = [
    nameOf(null, at.stateCityId, at.stateCityName),
    nameOf('states', at.stateId, at.stateName),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : [...new Set(parts)].join(', ');
}

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
          <Instant value={report.createdOnUtc} />
          {report.createdOnLocal !== null && (
            <>
              <br />
              {t('incidents.facts.localTime', { at: dominicanTime(report.createdOnLocal) })}
            </>
          )}
        </Field>
        <Field label={t('incidents.facts.createdAt')} at={['/stateName', '/stateCityName']}>
          <OrNone>{placeOf(report, nameOf)}</OrNone>
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
          <OrNone>{nameOf(null, report.incidentReportFormStatusId, report.incidentReportStatusName)}</OrNone>
        </Field>
        <Field label={t('incidents.facts.marketplaceId')} at="/incidentReportFormId">
          <CopiedId value={record.marketplaceId} label={t('incidents.facts.marketplaceId')} />
        </Field>
      </Fields>
    </Section>
  );
}
