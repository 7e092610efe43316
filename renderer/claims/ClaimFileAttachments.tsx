import Button from '@mui/material/Button';
import { FileText, Image } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { useLocation } from 'wouter';
import type { ClaimFile, ClaimFileAttachment } from '#shared/contract/claims.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { Typography } from '../components/Typography.tsx';
import { VisuallyHidden } from '../components/VisuallyHidden.tsx';
import { useDocumentName } from '../document-viewer/document-name.ts';
import { documentPath } from '../document-viewer/paths.ts';
import { attachmentUrl, photoPath } from '../photos/paths.ts';
import { PhotoLink } from '../photos/photo-navigation.tsx';
import { stateOf } from '../photos/photo-state.ts';
import { useCaption } from '../photos/usePhotos.ts';
import { TextLink } from '../records/Facts.tsx';
import { recordPath } from '../records/paths.ts';
import { isReportArchived } from '../retention/retention-state.ts';

/** The first photographs in one line, each of which fills the window; the others are at their reports. */
export const PhotoStrip = memo(function PhotoStrip({ claimFile }: { claimFile: ClaimFile }) {
  const { photos, incident } = claimFile;
  const { t } = useI18n();
  const [path] = useLocation();
  const captionOf = useCaption();
  if (photos.shown.length === 0)
    return (
      <Typography variant="quiet">
        {t(
          isReportArchived(claimFile)
            ? 'retention.archived.photosThere'
            : incident === null
              ? 'claims.subject.noReport'
              : 'photos.grid.none',
        )}
      </Typography>
    );
  return (
    <Box
      component="ul"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(84px, 1fr))',
        gridTemplateRows: '66px',
        gridAutoRows: 0,
        overflow: 'hidden',
        columnGap: 2,
      }}
    >
      {photos.shown.map((photo, index) => (
        <li key={photo.id}>
          <Box
            component={PhotoLink}
            href={photoPath(path, photo.id)}
            title={captionOf(photo)}
            sx={{
              display: 'grid',
              placeItems: 'center',
              height: 48,
              overflow: 'hidden',
              color: 'text.secondary',
              bgcolor: 'background.raised',
              border: 1,
              borderRadius: 1,
              '&:hover': { borderColor: 'lineStrong' },
              '&:focus-visible': { outlineOffset: '-2px !important' },
              '& img': { width: '100%', height: '100%', objectFit: 'cover', display: 'block' },
            }}
          >
            <VisuallyHidden>
              {t('photos.grid.tile', { place: index + 1, count: photos.count, caption: captionOf(photo) })}
            </VisuallyHidden>
            {stateOf(photo) === 'shown' ? (
              <img src={attachmentUrl(photo, 'thumbnail')} alt="" decoding="async" draggable={false} />
            ) : (
              <Image size={18} aria-hidden />
            )}
          </Box>
        </li>
      ))}
    </Box>
  );
});

/** The way to all of them, where more are there than in the line. */
export function AllPhotos({ claimFile: { photos, incident } }: { claimFile: ClaimFile }) {
  const { t } = useI18n();
  if (incident === null || photos.count <= photos.shown.length) return null;
  return (
    <Typography variant="body2">
      <TextLink href={recordPath('incidentReport', incident.recordId)}>
        {t('photos.grid.all', { count: photos.count })}
      </TextLink>
    </Typography>
  );
}

/** the first documents by name; each opens over the claim file, or leads to where it can be had. */
export const Documents = memo(function Documents({
  claimFile: { documents, records },
}: {
  claimFile: ClaimFile;
}) {
  const { t } = useI18n();
  const [path] = useLocation();
  const nameOf = useDocumentName();
  const [isWhole, setWhole] = useState(false);
  const list = useId();
  const left = documents.count - Math.min(documents.shown.length, maxDocuments);
  const beyond = documents.count - documents.shown.length;
  const shown = documents.shown.slice(0, isWhole ? documents.shown.length : maxDocuments);
  const recordOf = (attachment: ClaimFileAttachment) => records.find(({ id }) => id === attachment.recordId);
  const hrefOf = (attachment: ClaimFileAttachment) => {
    const record = recordOf(attachment);
    if (attachment.content !== null || record === undefined) return documentPath(path, attachment.id);
    return recordPath(record.kind, record.id);
  };
  if (documents.count === 0) return <Typography variant="quiet">{t('claims.files.noDocuments')}</Typography>;
  return (
    <Box component="ul" id={list} sx={{ containerType: 'inline-size' }}>
      {shown.map((attachment) => (
        <Box
          component="li"
          key={attachment.id}
          sx={{
            ...{ minWidth: 0, display: 'flex', justifyContent: 'space-between', columnGap: 2 },
            // A record's number has no room beside the button there.
            '@container (max-width: 183px)': { flexWrap: 'wrap' },
          }}
        >
          <Box
            component={Link}
            href={hrefOf(attachment)}
            sx={{
              typography: 'body2',
              display: 'flex',
              alignItems: 'center',
              gap: 1.5,
              // Room enough for a finger.
              minHeight: 24,
              minWidth: 0,
              color: 'primary.main',
              textDecoration: 'none',
              '&:hover': { textDecoration: 'underline' },
              '& > svg': { flex: 'none', color: 'text.secondary' },
            }}
          >
            <FileText size={14} aria-hidden />
            <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, minWidth: 0 }}>
              <Typography variant="body2" component="span" noWrap>
                {nameOf(attachment).title}
              </Typography>
              <Box component="span" sx={{ color: 'text.secondary', flex: 'none' }}>
                <PlainCode value={recordOf(attachment)?.number ?? ''} />
              </Box>
            </Box>
          </Box>
          {left > 0 && attachment === shown.at(-1) && (
            <Button
              size="small"
              variant="text"
              sx={{ flex: 'none', py: 0, minHeight: 24, minWidth: 0 }}
              aria-expanded={isWhole}
              aria-controls={list}
              onClick={() => setWhole(!isWhole)}
            >
              {isWhole ? t('claims.files.fewer') : t('claims.files.more', { count: left })}
            </Button>
          )}
        </Box>
      ))}
      {isWhole && beyond > 0 && (
        <Typography variant="caption" component="li">
          {t('claims.files.beyond', { count: beyond })}
        </Typography>
      )}
    </Box>
  );
});

/** As many as there is room for; all of them stand in their records. */
const maxDocuments = 2;
