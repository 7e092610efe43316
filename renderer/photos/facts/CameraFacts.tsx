import Typography from '@mui/material/Typography';
import type { PhotoFacts } from '#shared/contract/attachments.ts';
import { useI18n } from '../../app/locale/i18n.ts';
import { Code } from '../../components/Code.tsx';
import { Field } from '../../components/Fields.tsx';
import { FactGroup } from './FactGroup.tsx';
import { daysAfterIncident } from './taken.ts';
import { usePlaceText } from './usePlaceWords.ts';
import { useTakenText } from './useTakenWords.ts';
import { Warned } from './Warned.tsx';

/** What the camera wrote into the photo: when, with what, and where; and how that lies to the incident. */
export function CameraFacts({ photo, incidentAt }: { photo: PhotoFacts | null; incidentAt: string | null }) {
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
        <Typography variant="body2" component="dd" sx={{ m: 0 }}>
          <Warned>{t('photos.info.noDate')}</Warned>
          {t('photos.info.noCamera')}
        </Typography>
      </FactGroup>
    );
  return (
    <FactGroup title={t('photos.info.section.camera')}>
      <Field label={t('photos.info.taken')}>
        {photo.takenAt === null ? (
          <Warned>{t('photos.info.noDate')}</Warned>
        ) : photo.zone === null ? (
          format.local(photo.takenAt)
        ) : (
          t('photos.info.takenZone', { at: format.local(photo.takenAt), zone: photo.zone })
        )}
        {far !== null && <Warned>{far}</Warned>}
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
              what={t('photos.info.copyPlace')}
            />
          </>
        )}
      </Field>
    </FactGroup>
  );
}
