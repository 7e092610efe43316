import Button from '@mui/material/Button';
import { Building2, Camera, CameraOff, UserRound } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import type { RecordDetail } from '#shared/contract/records.ts';
import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import { reportCategories } from '#shared/marketplace/insurance-policy.ts';
import { readDominicanTime } from '#shared/rules/dominican-time.ts';
import { useKeys } from '../app/keys/keys.ts';
import { useMinuteClock } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useReferenceNames } from '../app/names.ts';
import { PlainCode } from '../components/Code.tsx';
import { Columns, Section } from '../components/Fields.tsx';
import { Later } from '../components/Later.tsx';
import { Typography } from '../components/Typography.tsx';
import { VisuallyHidden } from '../components/VisuallyHidden.tsx';
import { AttachedDocuments } from '../document-viewer/AttachedDocuments.tsx';
import { GridSkeleton, PhotoGrid, PhotoSummary } from '../photos/PhotoGrid.tsx';
import { similarityByPointer } from '../photos/PhotoTile.tsx';
import { photoPath } from '../photos/paths.ts';
import { over } from '../photos/photo-navigation.tsx';
import { useAttachments } from '../photos/usePhotos.ts';
import { useLead } from '../records/lead.ts';
import { isTooLong } from '../records/pointer.ts';
import { RecordRowLink, type RecordRowProps, type RecordView } from '../records/record-view.tsx';
import { FormData } from './FormData.tsx';
import { IncidentFacts, IncidentOrigin, placeOf } from './IncidentFacts.tsx';
import { IncidentParts, IncidentServices } from './IncidentLines.tsx';
import { useDominicanTime, useIncidentType, useReportedBy } from './incident-text.ts';
import { PhotoChecklist } from './PhotoChecklist.tsx';
import { PolicyPanel } from './PolicyPanel.tsx';

type Props = { record: RecordDetail };

const reportOf = ({ content }: RecordDetail): IncidentReport | null =>
  content.kind === 'incidentReport' ? content.report : null;

function Vehicle({ record }: Props) {
  const { t } = useI18n();
  const heading = record.heading?.kind === 'incidentReport' ? record.heading : null;
  return heading?.vehicle ?? t('incidents.noVehicle');
}

function Subtitle({ record }: Props) {
  const { t } = useI18n();
  const dominicanTime = useDominicanTime();
  const nameOf = useReferenceNames();
  const typeName = useIncidentType();
  const general = reportOf(record)?.generalInfo ?? null;
  const parts = [
    typeName(general?.incidentReportTypeId ?? null, general?.incidentReportTypeName ?? null),
    general?.incidentDateTime == null ? null : dominicanTime(general.incidentDateTime),
    placeOf(general, nameOf),
  ].filter(Boolean);
  return parts.length === 0 ? t('incidents.noFacts') : parts.join(' · ');
}

const Details: RecordView['Details'] = ({ record, findings, notes }) => {
  const report = reportOf(record);
  const { lead } = useLead();
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
      <Later isWanted={lead !== null}>
        <IncidentFacts report={report} />
        <IncidentParts report={report} />
        <IncidentServices report={report} />
        <IncidentDocuments record={record} report={report} />
        <FormData report={report} />
      </Later>
    </>
  );
};

/** The sections of an incident report: findings and notes, photographs and policy first. */
export const incidentView: RecordView = {
  Row: memo(IncidentRow),
  Amount: Vehicle,
  Subtitle,
  Details,
  Source: IncidentOrigin,
};

/** An incident in a list: vehicle, what happened and when, then who reported it and with how many photographs. */
function IncidentRow({ row, href, selected }: RecordRowProps) {
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

/** Photographs shown at first: the sections below them stay within reach. */
const shownAtFirst = 12;

/** The report's photographs, in its order. */
function Pictures({ record, report }: { record: RecordDetail; report: IncidentReport }) {
  const { t } = useI18n();
  const [path, go] = useLocation();
  const [opened, setOpened] = useState(false);
  const { lead } = useLead();
  const attachments = useAttachments(record);
  const photos = useMemo(() => attachments.filter(({ role }) => role === 'picture'), [attachments]);
  // Whoever is led to a photo that is not among the first sees them all.
  const all = opened || (lead !== null && isAmong(photos.slice(shownAtFirst), lead.inBody));
  const similarity = useMemo(() => similarityByPointer(record.findings), [record.findings]);
  const [first] = photos;
  useKeys({
    f:
      first === undefined
        ? undefined
        : { label: t('photos.grid.open'), run: () => go(photoPath(path, first.id), { state: over }) },
  });
  const named = report.attachmentsPictures.length;
  return (
    <Section title={t('incidents.section.photos')} at="/attachmentsPictures">
      {attachments.length > 0 && <PhotoSummary attachments={attachments} />}
      {(named === 0 || photos.length > 0) && (
        <PhotoChecklist
          photos={photos}
          typeId={report.generalInfo?.incidentReportTypeId ?? null}
          number={record.number}
          vehicle={record.heading?.kind === 'incidentReport' ? record.heading.vehicle : null}
        />
      )}
      {named === 0 && photos.length === 0 && (
        <Typography
          variant="body2"
          sx={{ color: 'text.secondary', display: 'flex', alignItems: 'center', gap: 2 }}
        >
          <CameraOff size={15} aria-hidden />
          {t(isTooLong(record, '/attachmentsPictures') ? 'records.detail.tooLong' : 'photos.grid.none')}
        </Typography>
      )}
      {named > 0 && photos.length === 0 && <GridSkeleton count={Math.min(named, shownAtFirst)} />}
      {photos.length > 0 && (
        <PhotoGrid
          photos={all ? photos : photos.slice(0, shownAtFirst)}
          count={photos.length}
          similarity={similarity}
        />
      )}
      {photos.length > shownAtFirst && !all && (
        <Button size="small" variant="text" onClick={() => setOpened(true)} sx={{ mt: 2, ml: -3 }}>
          {t('photos.grid.all', { count: photos.length })}
        </Button>
      )}
    </Section>
  );
}

const isAmong = (photos: readonly { pointer: string }[], inBody: string): boolean =>
  photos.some(({ pointer }) => inBody === pointer || inBody.startsWith(`${pointer}/`));

/** The report's documents, in their order. */
function IncidentDocuments({ record, report }: { record: RecordDetail; report: IncidentReport }) {
  const { t } = useI18n();
  return (
    <AttachedDocuments
      record={record}
      title={t('incidents.section.documents')}
      at="/attachmentsDocuments"
      named={report.attachmentsDocuments.length}
    />
  );
}
