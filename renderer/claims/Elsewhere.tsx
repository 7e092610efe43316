import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { CarFront, FileText, Images, Phone, ShieldCheck, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import {
  type ClaimFile,
  type ClaimFileAttachment,
  claimFileKey,
  type Shared,
} from '#shared/contract/claims.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Section } from '../components/Fields.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { Typography } from '../components/Typography.tsx';
import { VisuallyHidden } from '../components/VisuallyHidden.tsx';
import { attachmentUrl, comparePath, photoPath } from '../photos/paths.ts';
import { over, PhotoLink } from '../photos/photo-navigation.tsx';
import { stateOf } from '../photos/photo-state.ts';
import { useCaption, usePhotoSet } from '../photos/usePhotos.ts';
import { TextLink } from '../records/Facts.tsx';
import { recordPath } from '../records/paths.ts';
import { claimFilePath } from './paths.ts';
import { useRecordLabel } from './record-text.ts';

const icons = {
  photo: Images,
  vin: CarFront,
  plate: CarFront,
  identity: UserRound,
  phone: Phone,
  policy: ShieldCheck,
  insured: UserRound,
} as const;

/** What this claim file shares with other claims: the vehicle, its people, its photos; nothing where it shares nothing. */
export function Elsewhere({ claimFile }: { claimFile: ClaimFile }) {
  const { by, value } = claimFile;
  const { t } = useI18n();
  const api = useApi();
  const query = useQuery(api.claims.elsewhere.queryOptions({ input: { by, value } }));
  if (query.data === undefined)
    return query.isError ? (
      <Section title={t('elsewhere.title')}>
        <ErrorState query={query} />
      </Section>
    ) : null;
  if (query.data.length === 0) return null;
  return (
    <Section title={t('elsewhere.title')} aside={t('elsewhere.about')}>
      <Box component="ul" sx={{ display: 'grid', gap: 4 }}>
        {query.data.map((shared, index) => (
          <SharedThing
            key={`${shared.reason} ${shared.value} ${shared.photos?.[0]?.here}`}
            shared={shared}
            photos={claimFile.photos.shown}
            pictured={reportsOfVehicle(query.data, index)}
          />
        ))}
      </Box>
    </Section>
  );
}

/** Reports whose photos stand beside this claim's, of one thing that is shared. */
const maxPictured = 3;

/** The reports of the same vehicle below one thing that is shared: each once, where it first stands. */
function reportsOfVehicle(all: readonly Shared[], index: number): readonly number[] {
  const isOfVehicle = ({ reason }: Shared) => reason === 'vin' || reason === 'plate';
  const reportsOf = (shared: Shared) =>
    shared.records.flatMap(({ record }) =>
      record.kind === 'incidentReport' && record.archivedIn === null ? [record.id] : [],
    );
  const here = all[index];
  if (here === undefined || !isOfVehicle(here)) return [];
  const before = new Set(all.slice(0, index).filter(isOfVehicle).flatMap(reportsOf));
  return reportsOf(here)
    .filter((id) => !before.has(id))
    .slice(0, maxPictured);
}

type ThingProps = {
  shared: Shared;
  /** This claim's own. */
  photos: readonly ClaimFileAttachment[];
  /** The reports whose photos are offered beside them. */
  pictured: readonly number[];
};

function SharedThing({ shared, photos: own, pictured }: ThingProps) {
  const { t } = useI18n();
  const [path, go] = useLocation();
  const { reason, value, records, photos, isPartial } = shared;
  const Icon = icons[reason];
  const [pair] = photos ?? [];
  return (
    <Box component="li" sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
        <Icon size={15} aria-hidden />
        <Typography variant="body2" sx={{ fontWeight: 500 }}>
          {pair === undefined
            ? t(`elsewhere.reason.${reason}`)
            : t(pair.distance === 0 ? 'elsewhere.samePhoto' : 'elsewhere.likePhoto')}
        </Typography>
        {reason === 'photo' && <Typography variant="body2">{value}</Typography>}
        {reason !== 'photo' && reason !== 'insured' && <PlainCode value={value} />}
        {pair !== undefined && (
          <Button
            size="small"
            variant="text"
            onClick={() => go(comparePath(path, pair.here, pair.there), { state: over })}
          >
            {t('elsewhere.compare')}
          </Button>
        )}
      </Box>
      <Box component="ul" sx={{ display: 'grid', gap: 1, pl: 6 }}>
        {records.map((one) => (
          <SharedRecord key={one.record.id} {...one}>
            {pictured.includes(one.record.id) && <EarlierPhotos recordId={one.record.id} own={own} />}
          </SharedRecord>
        ))}
      </Box>
      {isPartial && (
        <Typography variant="caption" sx={{ pl: 6 }}>
          {t('elsewhere.more', { count: records.length })}
        </Typography>
      )}
    </Box>
  );
}

function SharedRecord({ record, keys, children }: Shared['records'][number] & { children: ReactNode }) {
  const { t } = useI18n();
  const label = useRecordLabel();
  const [key] = keys.flatMap((one) => {
    const by = claimFileKey.safeParse(one.by);
    return by.success ? [{ by: by.data, value: one.value }] : [];
  });
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'baseline' }}>
      <FileText size={13} aria-hidden style={{ alignSelf: 'center' }} />
      <Typography variant="body2">
        <TextLink href={recordPath(record.kind, record.id)}>
          {label.title(record)} <PlainCode value={record.number} />
        </TextLink>
        {record.partyName !== null && ` · ${record.partyName}`}
      </Typography>
      <Typography variant="caption">
        <RelativeTime at={record.receivedAt} />
      </Typography>
      {key !== undefined && (
        <Typography variant="body2">
          <TextLink href={claimFilePath(key.by, key.value)}>
            {t('elsewhere.openClaimFile', { by: t(`claims.by.${key.by}`), value: key.value })}
          </TextLink>
        </Typography>
      )}
      {children}
    </Box>
  );
}

/** The photos of a report that are offered in a line. */
const maxPhotos = 8;

/** An earlier report's photos of the same vehicle: each opens beside the one of this claim that shows the same, else beside its first. */
function EarlierPhotos({ recordId, own }: { recordId: number; own: readonly ClaimFileAttachment[] }) {
  const { t } = useI18n();
  const [path] = useLocation();
  const captionOf = useCaption();
  const { photos } = usePhotoSet(recordId, null);
  const there = photos.filter((photo) => stateOf(photo) === 'shown').slice(0, maxPhotos);
  const here = own.filter((photo) => stateOf(photo) === 'shown');
  if (there.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label={t('elsewhere.photos')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, flexBasis: '100%', my: 1 }}
    >
      {there.map((photo) => {
        const beside = here.find((one) => captionOf(one) === captionOf(photo)) ?? here[0];
        const caption = captionOf(photo);
        return (
          <li key={photo.id}>
            <Box
              component={PhotoLink}
              href={beside === undefined ? photoPath(path, photo.id) : comparePath(path, beside.id, photo.id)}
              title={caption}
              sx={{
                display: 'block',
                width: ({ perito }) => perito.sizes.photoStrip,
                aspectRatio: '4 / 3',
                overflow: 'hidden',
                border: 1,
                borderRadius: 1,
                '&:hover': { borderColor: 'lineStrong' },
                '& img': { width: '100%', height: '100%', objectFit: 'cover', display: 'block' },
              }}
            >
              <VisuallyHidden>{t('elsewhere.comparePhoto', { caption })}</VisuallyHidden>
              <img src={attachmentUrl(photo, 'thumbnail')} alt="" decoding="async" draggable={false} />
            </Box>
          </li>
        );
      })}
    </Box>
  );
}
