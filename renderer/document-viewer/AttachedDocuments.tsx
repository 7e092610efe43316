import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import { ChevronRight, FileDown, FileText, FileX, Image, RotateCw, TriangleAlert } from 'lucide-react';
import { useLocation } from 'wouter';
import type { Attachment } from '#shared/contract/attachments.ts';
import type { RecordDetail } from '#shared/contract/records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useMay } from '../app/read-only.tsx';
import { Box } from '../components/Box.tsx';
import { Section } from '../components/Fields.tsx';
import { placeInBody, shows } from '../components/field-anchors.ts';
import { useFileType } from '../components/file-type.ts';
import { StateChip } from '../components/StateChip.tsx';
import { Tooltip } from '../components/Tooltip.tsx';
import { Typography } from '../components/Typography.tsx';
import { attachmentUrl, photoPath } from '../photos/paths.ts';
import { PhotoLink } from '../photos/photo-navigation.tsx';
import { isDownload, percentOf, stateOf, styleOf, useStateText } from '../photos/photo-state.ts';
import { useAttachments, useRetryDownload } from '../photos/usePhotos.ts';
import { TextLink } from '../records/Facts.tsx';
import { isTooLong } from '../records/pointer.ts';
import { useDocumentName } from './document-name.ts';
import { documentPath } from './paths.ts';

type Props = {
  record: RecordDetail;
  title: string;
  /** The pointer of the list in the body that names them. */
  at: string;
  /** How many the record names; they are registered a moment after it arrived. */
  named: number;
  /** The text where the record names none; without it the section is left out. */
  none?: string;
};

/** The documents that a record names, in its order, each with its state and a link to it. */
export function AttachedDocuments({ record, title, at, named, none }: Props) {
  const { t } = useI18n();
  const documents = useAttachments(record).filter(({ role }) => role === 'document');
  const nothing = isTooLong(record, at) ? t('records.detail.tooLong') : none;
  if (documents.length === 0 && named === 0 && nothing === undefined) return null;
  const count = Math.max(documents.length, named);
  const missing = documents.filter(({ state }) => state !== 'stored').length;
  const counted = [
    t('documentViewer.count', { count }),
    ...(missing === 0 ? [] : [t('documentViewer.notStored', { count: missing })]),
  ].join(' · ');
  return (
    <Section title={title} at={at} aside={count > 0 && counted}>
      {documents.length === 0 && (
        <Typography variant="quiet">{named === 0 ? nothing : t('documentViewer.coming')}</Typography>
      )}
      <Box component="ul" sx={{ mx: -2 }}>
        {documents.map((attachment) => (
          <AttachedDocumentRow key={attachment.id} attachment={attachment} />
        ))}
      </Box>
    </Section>
  );
}

/** A document in the list: its name is a link, the other actions stand at its end. */
function AttachedDocumentRow({ attachment }: { attachment: Attachment }) {
  const { t } = useI18n();
  const mayDecide = useMay('attachments.decideHost');
  const [path] = useLocation();
  const nameOf = useDocumentName();
  const stateTextOf = useStateText();
  const { title } = nameOf(attachment);
  const state = stateOf(attachment);
  const { label } = stateTextOf(attachment);
  const opens = state === 'pdf' || state === 'shown';
  const { tone, icon } = styleOf(state);
  return (
    <Box
      component="li"
      {...shows(placeInBody(attachment.pointer))}
      sx={{
        position: 'relative',
        display: 'flex',
        gap: 3,
        alignItems: 'flex-start',
        px: 2,
        py: 2,
        borderRadius: 1,
        '&:hover': { bgcolor: 'action.hover' },
        '& > svg': { flex: 'none', mt: 0.5 },
      }}
    >
      <KindIcon attachment={attachment} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box
          component={PhotoLink}
          href={state === 'shown' ? photoPath(path, attachment.id) : documentPath(path, attachment.id)}
          sx={{
            typography: 'body2',
            fontWeight: 500,
            color: 'text.primary',
            textDecoration: 'none',
            overflowWrap: 'anywhere',
            // The whole row is the link, but for the actions at its end.
            '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 1 },
            '&:focus-visible': { outline: 'none !important' },
            '&:focus-visible::after': { outline: 2, outlineColor: 'primary.main' },
          }}
        >
          {title}
        </Box>
        <About attachment={attachment} />
        <Progress attachment={attachment} />
      </Box>
      <Box
        sx={{
          position: 'relative',
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          flex: 'none',
          minHeight: 24,
        }}
      >
        {!opens && <StateChip tone={tone} icon={icon} label={label} />}
        <Actions attachment={attachment} title={title} />
        {opens && (
          <Box sx={{ color: 'text.secondary', lineHeight: 0, pointerEvents: 'none' }}>
            <ChevronRight size={16} aria-hidden />
          </Box>
        )}
        {state === 'awaitingApproval' && mayDecide && (
          <Typography variant="body2" component="span">
            <TextLink href="/downloads/hosts">{t('documentViewer.decide')}</TextLink>
          </Typography>
        )}
      </Box>
    </Box>
  );
}

function KindIcon({ attachment }: { attachment: Attachment }) {
  const { t } = useI18n();
  const shownAs = attachment.content?.shownAs ?? null;
  const declaredType = attachment.declaredType ?? '';
  if (shownAs === 'image' || (shownAs === null && declaredType.startsWith('image/')))
    return <Image size={16} aria-label={t('documentViewer.kind.image')} />;
  if (shownAs === 'downloadOnly') return <FileX size={16} aria-label={t('documentViewer.kind.other')} />;
  return <FileText size={16} aria-label={t('documentViewer.kind.pdf')} />;
}

/** Its file, type and size; then what is wrong with it, or why it is not stored. */
function About({ attachment }: { attachment: Attachment }) {
  const { t, format } = useI18n();
  const nameOf = useDocumentName();
  const typeOf = useFileType();
  const stateTextOf = useStateText();
  const { content, declaredType, declaredSize } = attachment;
  const { reason } = stateTextOf(attachment);
  const isOtherType = content?.problem?.code === 'notWhatItSays';
  const bytes = content?.bytes ?? declaredSize;
  const parts = [
    nameOf(attachment).file,
    typeOf(content?.mediaType ?? declaredType),
    bytes === null ? null : format.bytes(bytes),
    attachment.state === 'awaitingApproval' && attachment.host !== null
      ? t('documentViewer.fromHost', { host: attachment.host })
      : null,
  ];
  return (
    <>
      <Typography variant="caption" component="p" sx={{ overflowWrap: 'anywhere' }}>
        {parts.filter(Boolean).join(' · ')}
      </Typography>
      {isOtherType && (
        <TypeWarning
          label={t('documentViewer.typeMismatch', {
            says: typeOf(declaredType) ?? t('documentViewer.kind.other'),
            is: typeOf(content?.mediaType ?? null) ?? t('documentViewer.kind.other'),
          })}
        />
      )}
      {reason !== null && !isOtherType && attachment.state !== 'awaitingApproval' && (
        <Typography variant="caption" component="p">
          {reason}
        </Typography>
      )}
    </>
  );
}

function TypeWarning({ label }: { label: string }) {
  return (
    <Typography
      variant="caption"
      component="p"
      sx={{
        display: 'flex',
        gap: 1.5,
        alignItems: 'center',
        color: 'warning.main',
        '& svg': { flex: 'none' },
      }}
    >
      <TriangleAlert size={12} aria-hidden />
      {label}
    </Typography>
  );
}

function Progress({ attachment }: { attachment: Attachment }) {
  const { t, format } = useI18n();
  if (attachment.state !== 'downloading' || attachment.progress === null) return null;
  const { bytes, total } = attachment.progress;
  const percent = percentOf(attachment);
  const label =
    total === null
      ? t('documentViewer.progressOpen', { done: format.bytes(bytes) })
      : t('documentViewer.progress', { done: format.bytes(bytes), total: format.bytes(total) });
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mt: 1, maxWidth: 320 }}>
      <LinearProgress
        {...(percent === null ? {} : { variant: 'determinate' as const, value: percent })}
        aria-label={label}
        sx={{ flex: 1, height: 3, borderRadius: 1 }}
      />
      <Typography variant="caption" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        {label}
      </Typography>
    </Box>
  );
}

function Actions({ attachment, title }: { attachment: Attachment; title: string }) {
  const { t } = useI18n();
  const retry = useRetryDownload();
  const mayRetry = useMay('attachments.retry');
  const state = stateOf(attachment);
  return (
    <>
      {mayRetry &&
        isDownload(state) &&
        (state === 'failed' || state === 'refused') &&
        attachment.address !== null && (
          <Tooltip title={t('documentViewer.retry')}>
            <IconButton
              aria-label={t('documentViewer.retryNamed', { name: title })}
              onClick={() => retry(attachment)}
            >
              <RotateCw size={15} aria-hidden />
            </IconButton>
          </Tooltip>
        )}
      {attachment.content !== null && (
        <Tooltip title={t('documentViewer.save')}>
          <IconButton
            component="a"
            href={attachmentUrl(attachment, 'download')}
            download=""
            aria-label={t('documentViewer.saveNamed', { name: title })}
          >
            <FileDown size={15} aria-hidden />
          </IconButton>
        </Tooltip>
      )}
    </>
  );
}
