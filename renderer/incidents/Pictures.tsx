import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { CameraOff } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import type { RecordDetail } from '#shared/contract/records.ts';
import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import { useKeys } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Section } from '../components/Fields.tsx';
import { GridSkeleton } from '../photos/grid/GridSkeleton.tsx';
import { likenessByPointer } from '../photos/grid/likeness.ts';
import { PhotoGrid } from '../photos/grid/PhotoGrid.tsx';
import { PhotoSummary } from '../photos/grid/PhotoSummary.tsx';
import { over } from '../photos/PhotoLink.tsx';
import { photoPath } from '../photos/paths.ts';
import { useAttachments } from '../photos/useAttachments.ts';
import { useLead } from '../records/lead.ts';
import { isTooLong } from '../records/too-long.ts';

/** So many that what stands below them is not far. */
const shownAtFirst = 12;

/** The report's photographs, in its order. */
export function Pictures({ record, report }: { record: RecordDetail; report: IncidentReport }) {
  const { t } = useI18n();
  const [path, go] = useLocation();
  const [opened, setOpened] = useState(false);
  const { lead } = useLead();
  const attachments = useAttachments(record);
  const photos = useMemo(() => attachments.filter(({ role }) => role === 'picture'), [attachments]);
  // Whoever is led to a photo that is not among the first sees them all.
  const all = opened || (lead !== null && isAmong(photos.slice(shownAtFirst), lead.inBody));
  const likeness = useMemo(() => likenessByPointer(record.findings), [record.findings]);
  const [first] = photos;
  useKeys({
    f: first === undefined ? undefined : () => go(photoPath(path, first.id), { state: over }),
  });
  const named = report.attachmentsPictures.length;
  return (
    <Section title={t('incidents.section.photos')} at="/attachmentsPictures">
      {attachments.length > 0 && <PhotoSummary attachments={attachments} />}
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
          likeness={likeness}
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
