import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { type PhotoFacts, previewSides } from '#shared/attachment-terms.ts';
import type { Attachment, AttachmentDetail, SimilarPhoto } from '#shared/contract/attachments.ts';
import type { RecordDetail } from '#shared/contract/records.ts';
import { inCountry, nearestCapital, type Point } from '#shared/rules/dominican-places.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { Code } from '../components/Code.tsx';
import { Field, TechnicalData } from '../components/Fields.tsx';
import { useFileType } from '../components/file-type.ts';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { Typography } from '../components/Typography.tsx';
import { contentProblemText } from '../downloads/download-state.ts';
import { comparePath } from './paths.ts';
import { PhotoLink } from './photo-navigation.tsx';
import { daysAfterIncident, incidentAtOf, useTakenText } from './taken-at.ts';
import { useCaption } from './usePhotos.ts';
import { hasOriginalView } from './ZoomableImage.tsx';

type Props = { photo: Attachment; detail: AttachmentDetail | null; record: RecordDetail | null };

/** The panel with everything known of a photo: first what its camera wrote, since that is what people look for. */
export function PhotoInfo({ photo, detail, record }: Props) {
  const isDropped = record !== null && photo.lastRevision < record.revision;
  return (
    <>
      {photo.content !== null && (
        <CameraFacts photo={photo.content.photo} incidentAt={incidentAtOf(record)} />
      )}
      <FileFacts photo={photo} />
      <OriginFacts photo={photo} isDropped={isDropped} />
      {detail !== null && <SimilarPhotos photo={photo.id} similarPhotos={detail.similarPhotos} />}
    </>
  );
}

/** What the camera wrote into the photo: when, with what, and where; and a warning where that is far from the incident. */
function CameraFacts({ photo, incidentAt }: { photo: PhotoFacts | null; incidentAt: string | null }) {
  const { t, format } = useI18n();
  const placeOf = usePlaceText();
  const takenWords = useTakenText();
  const far = takenWords(daysAfterIncident(photo?.takenAt ?? null, incidentAt));
  const point =
    photo !== null && photo.latitude !== null && photo.longitude !== null
      ? { latitude: photo.latitude, longitude: photo.longitude }
      : null;
  const place = point === null ? null : placeOf(point);
  const nothing = photo === null || Object.values(photo).every((fact) => fact === null);
  if (nothing)
    return (
      <FactGroup title={t('photos.info.section.camera')}>
        <Typography variant="body2" component="dd">
          <Warning>{t('photos.info.noDate')}</Warning>
          {t('photos.info.noCamera')}
        </Typography>
      </FactGroup>
    );
  return (
    <FactGroup title={t('photos.info.section.camera')}>
      <Field label={t('photos.info.taken')}>
        {photo.takenAt === null ? (
          <Warning>{t('photos.info.noDate')}</Warning>
        ) : photo.zone === null ? (
          format.local(photo.takenAt)
        ) : (
          t('photos.info.takenZone', { at: format.local(photo.takenAt), zone: photo.zone })
        )}
        {far !== null && <Warning>{far}</Warning>}
      </Field>
      {photo.camera !== null && <Field label={t('photos.info.camera')}>{photo.camera}</Field>}
      {photo.software !== null && <Field label={t('photos.info.software')}>{photo.software}</Field>}
      <Field label={t('photos.info.place')}>
        {place === null || point === null ? (
          t('photos.info.noPlace')
        ) : (
          <>
            {place.near !== null && (
              <>
                {place.near}
                <br />
              </>
            )}
            <Code
              value={`${point.latitude}, ${point.longitude}`}
              shown={place.degrees}
              label={t('photos.info.copyPlace')}
            />
          </>
        )}
      </Field>
    </FactGroup>
  );
}

/** A point in degrees, and by the distance to the nearest provincial capital; null where it has none. */
function usePlaceText(): (point: Point) => { degrees: string; near: string | null } {
  const { t, format } = useI18n();
  const degreesOf = new Intl.NumberFormat(format.locale === 'es' ? 'es-DO' : 'en-US', {
    minimumFractionDigits: 4,
    maximumFractionDigits: 5,
  });
  return (point) => {
    const degrees = t('photos.info.degrees', {
      latitude: degreesOf.format(Math.abs(point.latitude)),
      longitude: degreesOf.format(Math.abs(point.longitude)),
      northOrSouth: t(point.latitude < 0 ? 'photos.info.south' : 'photos.info.north'),
      eastOrWest: t(point.longitude < 0 ? 'photos.info.west' : 'photos.info.east'),
    });
    if (!inCountry(point)) return { degrees, near: t('photos.info.abroad') };
    const nearest = nearestCapital(point);
    if (nearest === null) return { degrees, near: null };
    const { name, province } = nearest.capital;
    const km = Math.round(nearest.km);
    if (km === 0) return { degrees, near: t('photos.info.at', { name }) };
    return {
      degrees,
      near:
        name === province
          ? t('photos.info.near', { km: format.count(km), name })
          : t('photos.info.nearProvince', { km: format.count(km), name, province }),
    };
  };
}

/** The type and size of the file, beside what its sender declared. */
function FileFacts({ photo }: { photo: Attachment }) {
  const { t, format } = useI18n();
  const typeOf = useFileType();
  const { content } = photo;
  const declaredUnless = (declared: string | null, actual: string | null) =>
    declared === null || declared === actual ? null : (
      <Typography variant="caption" component="p">
        {t('photos.info.declaredType', { what: declared })}
      </Typography>
    );
  const bytes = content === null ? null : format.bytes(content.bytes);
  const declaredSize =
    photo.declaredSize === null || photo.declaredSize === content?.bytes
      ? null
      : format.bytes(photo.declaredSize);
  return (
    <FactGroup
      title={t('photos.info.section.file')}
      below={
        content !== null && (
          <TechnicalData>
            <Box component="dl">
              <Field label={t('photos.info.sha')}>
                <Code value={content.sha256} label={t('photos.info.sha')} />
              </Field>
            </Box>
          </TechnicalData>
        )
      }
    >
      <Field label={t('photos.info.filename')}>
        {photo.filename === '' ? t('photos.grid.noName') : photo.filename}
      </Field>
      <Field label={t('photos.info.type')}>
        {typeOf(content?.mediaType ?? null) ?? t('photos.info.unknown')}
        {declaredUnless(typeOf(photo.declaredType), typeOf(content?.mediaType ?? null))}
        {content?.problem != null && (
          <Warning>{t(contentProblemText(content.problem.code).explanation)}</Warning>
        )}
      </Field>
      <Field label={t('photos.info.size')}>
        {bytes ?? t('photos.info.unknown')}
        {declaredUnless(declaredSize, bytes)}
      </Field>
      {content?.width != null && content.height !== null && (
        <Field label={t('photos.info.pixels')}>
          {t('photos.info.by', {
            width: format.count(content.width),
            height: format.count(content.height),
            mega: format.quantity(Math.round((content.width * content.height) / 100_000) / 10),
          })}
          {!hasOriginalView(photo) && (
            <Typography variant="caption" component="p">
              {t('photos.viewer.previewOnly', { side: format.count(previewSides.preview) })}
            </Typography>
          )}
        </Field>
      )}
    </FactGroup>
  );
}

/** The address of the file, how it was found, and when it was stored. */
function OriginFacts({ photo, isDropped }: { photo: Attachment; isDropped: boolean }) {
  const { t } = useI18n();
  return (
    <FactGroup title={t('photos.info.section.origin')}>
      <Field label={t('photos.info.address')}>
        {photo.address === null ? (
          t('photos.info.noAddress')
        ) : (
          <Code value={photo.address} label={t('photos.info.address')} />
        )}
      </Field>
      {photo.addressSource !== null && (
        <Field label={t('photos.info.source')}>{t(`downloads.source.${photo.addressSource}`)}</Field>
      )}
      <Field label={t('photos.info.storedAt')}>
        {photo.storedAt === null ? t('photos.info.notStored') : <RelativeTime at={photo.storedAt} />}
        {isDropped && <Warning>{t('photos.info.dropped')}</Warning>}
      </Field>
    </FactGroup>
  );
}

/** The same or similar photos in other reports, each with a link that compares the two. */
function SimilarPhotos({ photo, similarPhotos }: { photo: number; similarPhotos: readonly SimilarPhoto[] }) {
  const { t } = useI18n();
  const [path] = useLocation();
  const captionOf = useCaption();
  const title = t('photos.info.section.similar');
  return (
    <Box component="section" aria-label={title} sx={{ px: 4, py: 3, borderTop: 1 }}>
      <Typography variant="caption" component="h3" sx={{ fontWeight: 600, mb: 1.5 }}>
        {title}
      </Typography>
      {similarPhotos.length === 0 && <Typography variant="quiet">{t('photos.info.similarNone')}</Typography>}
      <Box component="ul" sx={{ display: 'grid', gap: 2 }}>
        {similarPhotos.map((similar) => (
          <Box
            component="li"
            key={similar.attachmentId}
            sx={{ display: 'flex', gap: 3, alignItems: 'center' }}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="body2" noWrap sx={{ fontWeight: 500 }}>
                {similar.number}
              </Typography>
              <Typography variant="caption" component="p" noWrap>
                {captionOf(similar)} ·{' '}
                {similar.distance === null
                  ? t('photos.info.sameFile')
                  : t('photos.info.similarBy', { distance: similar.distance })}
              </Typography>
            </Box>
            <Box
              component={PhotoLink}
              href={comparePath(path, photo, similar.attachmentId)}
              aria-label={t('photos.info.compareWith', { number: similar.number })}
              sx={{
                typography: 'body2',
                flex: 'none',
                py: 1,
                color: 'primary.main',
                fontWeight: 500,
                textDecoration: 'none',
                '&:hover': { textDecoration: 'underline' },
              }}
            >
              {t('photos.info.compare')}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/** A titled group of fields, and what stands below them. */
function FactGroup({ title, children, below }: { title: string; children: ReactNode; below?: ReactNode }) {
  return (
    <Box component="section" aria-label={title} sx={{ px: 4, py: 3, '& + &': { borderTop: 1 } }}>
      <Typography variant="caption" component="h3" sx={{ fontWeight: 600, mb: 1.5 }}>
        {title}
      </Typography>
      <Box component="dl" sx={{ display: 'grid', gap: 2 }}>
        {children}
      </Box>
      {below}
    </Box>
  );
}

/** A text that warns, in amber and with a sign. */
export function Warning({ children }: { children: ReactNode }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'flex',
        gap: 1.5,
        alignItems: 'flex-start',
        color: 'warning.main',
        fontWeight: 500,
        '& svg': { flex: 'none', mt: '3px' },
      }}
    >
      <TriangleAlert size={14} aria-hidden />
      <span>{children}</span>
    </Box>
  );
}
