import type { RecordDetail } from '#shared/contract/records.ts';
import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useReferenceNames } from '../app/reference-names.ts';
import { Columns } from '../components/Fields.tsx';
import type { RecordFace } from '../records/RecordDetail.tsx';
import { useDominicanTime } from './dominican-time.ts';
import { FormData } from './FormData.tsx';
import { IncidentDocuments } from './IncidentDocuments.tsx';
import { IncidentFacts, placeOf } from './IncidentFacts.tsx';
import { IncidentOrigin } from './IncidentOrigin.tsx';
import { IncidentParts } from './IncidentParts.tsx';
import { IncidentServices } from './IncidentServices.tsx';
import { useIncidentType } from './incident-words.ts';
import { Pictures } from './Pictures.tsx';
import { PolicyPanel } from './PolicyPanel.tsx';

type Props = { record: RecordDetail };

const reportOf = ({ content }: RecordDetail): IncidentReport | null =>
  content.kind === 'incidentReport' ? content.report : null;

function Worth({ record }: Props) {
  const { t } = useI18n();
  const heading = record.heading?.kind === 'incidentReport' ? record.heading : null;
  return heading?.vehicle ?? t('incidents.noVehicle');
}

function About({ record }: Props) {
  const { t } = useI18n();
  const dominicanTime = useDominicanTime();
  const nameOf = useReferenceNames();
  const typeName = useIncidentType();
  const general = reportOf(record)?.generalInfo ?? null;
  const said = [
    typeName(general?.incidentReportTypeId ?? null, general?.incidentReportTypeName ?? null),
    general?.incidentDateTime == null ? null : dominicanTime(general.incidentDateTime),
    placeOf(general, nameOf),
  ].filter(Boolean);
  return said.length === 0 ? t('incidents.noFacts') : said.join(' · ');
}

const Body: RecordFace['Body'] = ({ record, findings, notes }) => {
  const report = reportOf(record);
  if (report === null) return null;
  return (
    <>
      <Columns
        wide={
          <>
            {findings}
            <Pictures record={record} report={report} />
          </>
        }
        narrow={
          <>
            {notes}
            <PolicyPanel report={report} />
          </>
        }
      />
      <IncidentFacts report={report} />
      <IncidentParts report={report} />
      <IncidentServices report={report} />
      <IncidentDocuments record={record} report={report} />
      <FormData report={report} />
    </>
  );
};

/** What an incident report shows of its own: what is odd and what was said, photographs and policy first. */
export const incidentFace: RecordFace = { Worth, About, Body, Origin: IncidentOrigin };
