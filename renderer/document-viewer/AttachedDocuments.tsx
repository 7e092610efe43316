import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { ChevronRight, FileDown, FileText, FileX, Image, RotateCw, TriangleAlert } from 'lucide-react';
import { useLocation } from 'wouter';
import type { Attachment } from '#shared/contract/attachments.ts';
import type { RecordDetail } from '#shared/contract/records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Section } from '../components/Fields.tsx';
import { placeInBody, shows } from '../components/field-anchors.ts';
import { useFileType } from '../components/file-type.ts';
import { StateChip } from '../components/StateChip.tsx';
import { attachmentUrl, photoPath } from '../photos/paths.ts';
import { PhotoLink } from '../photos/photo-navigation.tsx';
import { isDownload, percentOf, stateOf, styleOf, useStateText } from '../photos/photo-state.ts';
import { useAttachments, useRetryDownload } from '../photos/usePhotos.ts';
import { Go } from '../records/Facts.tsx';
import { isTooLong } from '../records/pointer.ts';
import { useDocumentName } from './document-name.ts';
import { documentPath } from './paths.ts';

type Props = {
  record: RecordDetail;
  title: string;
  /** The list of the body that names them. */
  at: string;
  /** How many the record itself names: at first they are not noted down yet. */
  named: number;
  /** What stands here where it names none; the section is left out where there is nothing to say of that. */
  none?: string;
};

/** The papers of a record in their order: what each is, how it stands, and the way into it. */
export function AttachedDocuments({ record, title, at, named, none }: Props) {
  const { t } = useI18n();
  const papers = useAttachments(record).filter(({ role }) => role === 'document');
  const nothing = isTooLong(record, at) ? t('records.detail.tooLong') : none;
  if (papers.length === 0 && named === 0 && nothing === undefined) return null;
  const count = Math.max(papers.length, named);
  const missing = papers.filter(({ state }) => state !== 'stored').length;
  const counted = [
    t('documentViewer.count', { count }),
    ...(missing === 0 ? [] : [t('documentViewer.notStored', { count: missing })]),
  ].join(' · ');
  return (
    <Section title={title} at={at} aside={count > 0 && <Typography variant="caption">{counted}</Typography>}>
      {papers.length === 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {named === 0 ? nothing : t('documentViewer.coming')}
        </Typography>
      )}
      <Box component="ul" sx={{ m: 0, mx: -2, p: 0, listStyle: 'none' }}>
        {papers.map((paper) => (
          <AttachedDocumentRow key={paper.id} paper={paper} />
        ))}
      </Box>
    </Section>
  );
}

/** One paper: its name leads to it, and what can be done besides stands at its end. */
function AttachedDocumentRow({ paper }: { paper: Attachment }) {
  const { t } = useI18n();
  const [path] = useLocation();
  const nameOf = useDocumentName();
  const wordsOf = useStateText();
  const { title } = nameOf(paper);
  const state = stateOf(paper);
  const { label } = wordsOf(paper);
  const opens = state === 'pdf' || state === 'shown';
  const { tone, icon } = styleOf(state);
  return (
    <Box
      component="li"
      {...shows(placeInBody(paper.pointer))}
      sx={(theme) => ({
        position: 'relative',
        display: 'flex',
        gap: 3,
        alignItems: 'flex-start',
        px: 2,
        py: 2,
        borderRadius: 1,
        '&:hover': { background: theme.perito.scheme.hover },
        '& > svg': { flex: 'none', mt: 0.5 },
      })}
    >
      <KindIcon paper={paper} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box
          component={PhotoLink}
          href={state === 'shown' ? photoPath(path, paper.id) : documentPath(path, paper.id)}
          sx={(theme) => ({
            ...theme.typography.body2,
            fontWeight: 500,
            color: 'text.primary',
            textDecoration: 'none',
            overflowWrap: 'anywhere',
            // The whole row leads there; what stands at its end keeps its own.
            '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 1 },
            '&:focus-visible': { outline: 'none !important' },
            '&:focus-visible::after': { outline: `2px solid ${theme.perito.scheme.accent.main}` },
          })}
        >
          {title}
        </Box>
        <About paper={paper} />
        <Progress paper={paper} />
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
        <Actions paper={paper} title={title} />
        {opens && (
          <Box sx={{ color: 'text.secondary', lineHeight: 0, pointerEvents: 'none' }}>
            <ChevronRight size={16} aria-hidden />
          </Box>
        )}
        {state === 'awaitingApproval' && (
          <Typography variant="body2" component="span">
            <Go href="/downloads/hosts">{t('documentViewer.decide')}</Go>
          </Typography>
        )}
      </Box>
    </Box>
  );
}

function KindIcon({ paper }: { paper: Attachment }) {
  const { t } = useI18n();
  const shownAs = paper.content?.shownAs ?? null;
  const says = paper.declaredType ?? '';
  if (shownAs === 'image' || (shownAs === null && says.startsWith('image/')))
    return <Image size={16} aria-label={t('documentViewer.kind.image')} />;
  if (shownAs === 'downloadOnly') return <FileX size={16} aria-label={t('documentViewer.kind.other')} />;
  return <FileText size={16} aria-label={t('documentViewer.kind.pdf')} />;
}

/** Its file, type and size; then what is odd about it, or why it is not here. */
function About({ paper }: { paper: Attachment }) {
  const { t, format } = useI18n();
  const nameOf = useDocumentName();
  const typeOf = useFileType();
  const wordsOf = useStateText();
  const { content, declaredType, declaredSize } = paper;
  const { why } = wordsOf(paper);
  const other = content?.problem?.code === 'notWhatItSays';
  const bytes = content?.bytes ?? declaredSize;
  const parts = [
    nameOf(paper).file,
    typeOf(content?.mediaType ?? declaredType),
    bytes === null ? null : format.bytes(bytes),
    paper.state === 'awaitingApproval' && paper.host !== null
      ? t('documentViewer.fromHost', { host: paper.host })
      : null,
  ];
  return (
    <>
      <Typography variant="caption" component="p" sx={{ overflowWrap: 'anywhere' }}>
        {parts.filter(Boolean).join(' · ')}
      </Typography>
      {other && (
        <Odd
          label={t('documentViewer.saysOther', {
            says: typeOf(declaredType) ?? t('documentViewer.kind.other'),
            is: typeOf(content?.mediaType ?? null) ?? t('documentViewer.kind.other'),
          })}
        />
      )}
      {why !== null && !other && paper.state !== 'awaitingApproval' && (
        <Typography variant="caption" component="p">
          {why}
        </Typography>
      )}
    </>
  );
}

function Odd({ label }: { label: string }) {
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

function Progress({ paper }: { paper: Attachment }) {
  const { t, format } = useI18n();
  if (paper.state !== 'downloading' || paper.progress === null) return null;
  const { bytes, total } = paper.progress;
  const percent = percentOf(paper);
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

function Actions({ paper, title }: { paper: Attachment; title: string }) {
  const { t } = useI18n();
  const retry = useRetryDownload();
  const state = stateOf(paper);
  return (
    <>
      {isDownload(state) && (state === 'failed' || state === 'refused') && paper.address !== null && (
        <Tooltip title={t('documentViewer.retry')} describeChild={false}>
          <IconButton
            aria-label={t('documentViewer.retryNamed', { name: title })}
            onClick={() => retry(paper)}
          >
            <RotateCw size={15} aria-hidden />
          </IconButton>
        </Tooltip>
      )}
      {paper.content !== null && (
        <Tooltip title={t('documentViewer.save')} describeChild={false}>
          <IconButton
            component="a"
            href={attachmentUrl(paper, 'download')}
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
