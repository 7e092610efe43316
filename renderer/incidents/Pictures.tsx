import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { CameraOff, ImageDown } from 'lucide-react';
import { useState } from 'react';
import type { IncidentAttachment } from '#shared/marketplace/incident-report.ts';
import { useWords } from '../app/locale/i18n.ts';
import { Section } from '../parts/Fields.tsx';
import { bySequence } from './by-sequence.ts';
import { useDocumentType } from './document-type.ts';

/** So many that what stands below them is not far. */
const shownAtFirst = 12;

/** The vehicle's photographs in their order: a tile each with what it shows. */
export function Pictures({ pictures }: { pictures: readonly IncidentAttachment[] }) {
  const { t } = useWords();
  const [all, setAll] = useState(false);
  const sorted = bySequence(pictures);
  return (
    <Section
      title={t('incidents.section.photos')}
      aside={
        pictures.length > 0 && (
          <Typography variant="caption">{t('incidents.photos.count', { count: pictures.length })}</Typography>
        )
      }
    >
      {pictures.length === 0 && (
        <Typography
          variant="body2"
          sx={{ color: 'text.secondary', display: 'flex', alignItems: 'center', gap: 2 }}
        >
          <CameraOff size={15} aria-hidden />
          {t('incidents.photos.none')}
        </Typography>
      )}
      <Box
        component="ol"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(104px, 1fr))',
          columnGap: 3,
          rowGap: 4,
        }}
      >
        {(all ? sorted : sorted.slice(0, shownAtFirst)).map((picture, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: photographs have no other sure name, and never move
          <Tile key={index} picture={picture} place={index + 1} />
        ))}
      </Box>
      {sorted.length > shownAtFirst && !all && (
        <Button size="small" variant="text" onClick={() => setAll(true)} sx={{ mt: 2 }}>
          {t('incidents.photos.all', { count: sorted.length })}
        </Button>
      )}
    </Section>
  );
}

function Tile({ picture, place }: { picture: IncidentAttachment; place: number }) {
  const { t, format } = useWords();
  const typeName = useDocumentType();
  return (
    <Box component="li" sx={{ minWidth: 0 }}>
      <Box
        sx={(theme) => ({
          ...theme.typography.caption,
          aspectRatio: '4 / 3',
          display: 'flex',
          flexDirection: 'column',
          alignItems: 'center',
          justifyContent: 'center',
          textAlign: 'center',
          gap: 1,
          px: 1,
          position: 'relative',
          background: theme.perito.scheme.raised,
          border: `1px solid ${theme.perito.scheme.line}`,
          borderRadius: 1,
          mb: 1,
        })}
      >
        <Box component="span" aria-hidden sx={{ position: 'absolute', top: 4, left: 8 }}>
          {format.count(place)}
        </Box>
        <ImageDown size={20} strokeWidth={1.5} aria-hidden />
        {t('incidents.photos.toCome')}
      </Box>
      <Typography variant="body2" noWrap sx={{ fontWeight: 500 }}>
        {typeName(picture)}
      </Typography>
      <Typography variant="caption" component="p" noWrap title={picture.originalFilename ?? ''}>
        {picture.originalFilename ?? t('incidents.photos.noName')}
      </Typography>
      <Typography variant="caption" component="p" noWrap>
        {picture.contentType ?? t('common.none')}
      </Typography>
    </Box>
  );
}
