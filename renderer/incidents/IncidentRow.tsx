import { Building2, Camera, UserRound } from 'lucide-react';
import type { RecordRow } from '#shared/contract/records.ts';
import { reportCategories } from '#shared/marketplace/insurance-policy.ts';
import { readDominicanTime } from '#shared/rules/dominican-time.ts';
import { useMinuteClock } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { PlainCode } from '../components/Code.tsx';
import { VisuallyHidden } from '../components/VisuallyHidden.tsx';
import { RecordRowLink } from '../records/RecordRowLink.tsx';
import { useIncidentType, useReportedBy } from './incident-words.ts';

type Props = { row: RecordRow; href: string; selected: boolean };

/** An incident in a list: vehicle, what happened and when, then who reported it and with how many photographs. */
export function IncidentRow({ row, href, selected }: Props) {
  const { t, format } = useI18n();
  const now = useMinuteClock();
  const reportedBy = useReportedBy();
  const typeName = useIncidentType();
  const heading = row.heading?.kind === 'incidentReport' ? row.heading : null;
  const reporter = reportedBy(heading?.categoryId ?? null);
  const by = reporter === null ? null : `${t('incidents.facts.reportedBy')} ${reporter}`;
  const photos = t('incidents.photos.count', { count: heading?.pictureCount ?? 0 });
  return (
    <RecordRowLink
      row={row}
      href={href}
      selected={selected}
      first={
        <>
          <span className="grow">
            {[
              heading?.vehicle ?? t('incidents.noVehicle'),
              typeName(heading?.typeId ?? null, heading?.typeName ?? null),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {heading?.incidentAt != null && (
            <span className="sign" title={t('incidents.facts.incidentAt')}>
              {format.dayShort(readDominicanTime(heading.incidentAt)?.day ?? heading.incidentAt, now)}
            </span>
          )}
        </>
      }
      second={
        <>
          <PlainCode value={row.number} />
          <span className="grow">
            {[row.partyName ?? t('records.row.noParty'), heading?.policyNumber].filter(Boolean).join(' · ')}
          </span>
          {by !== null && (
            <span className="sign" title={by}>
              {heading?.categoryId === reportCategories.insured ? (
                <UserRound size={13} aria-hidden />
              ) : (
                <Building2 size={13} aria-hidden />
              )}
              <VisuallyHidden>{by}</VisuallyHidden>
            </span>
          )}
          <span className="sign" title={photos}>
            <Camera size={13} aria-hidden />
            {format.count(heading?.pictureCount ?? 0)}
            <VisuallyHidden>{photos}</VisuallyHidden>
          </span>
        </>
      }
    />
  );
}
