import { useI18n } from '../app/locale/i18n.ts';
import { RecordsScreen } from '../records/RecordsScreen.tsx';
import { IncidentRow, incidentFace } from './IncidentView.tsx';

/** Incident reports, by the workshop or the insured. */
export function Incidents({ id }: { id: number | null }) {
  const { t } = useI18n();
  return (
    <RecordsScreen
      key="incidentReport"
      kind="incidentReport"
      id={id}
      title={t('frame.rail.incidents')}
      Row={IncidentRow}
      face={incidentFace}
    />
  );
}
