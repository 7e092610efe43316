import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { FileDown, FileWarning, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Attachment } from '#shared/contract/attachments.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import type { ChipTone } from '../components/StateChip.tsx';
import { Typography } from '../components/Typography.tsx';
import { attachmentUrl } from '../photos/paths.ts';
import type { PdfError } from './open-pdf.ts';

type Props = {
  icon: LucideIcon;
  tone?: ChipTone;
  title: string;
  text?: string | undefined;
  children?: ReactNode;
};

/** Shown in place of a document: why it cannot be, and buttons for what can be done. */
export function DocumentMessage({ icon: Icon, tone = 'neutral', title, text, children }: Props) {
  return (
    <Box
      role="status"
      sx={{ flex: 1, minHeight: 0, overflowY: 'auto', display: 'grid', placeItems: 'center', p: 8 }}
    >
      <Box sx={{ maxWidth: 440, display: 'grid', gap: 3, justifyItems: 'center', textAlign: 'center' }}>
        <Box sx={{ color: `${tone}.main`, lineHeight: 0 }}>
          <Icon size={28} strokeWidth={1.5} aria-hidden />
        </Box>
        <Typography variant="h2" component="p">
          {title}
        </Typography>
        {text !== undefined && <Typography variant="quiet">{text}</Typography>}
        {children !== undefined && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 2, mt: 2 }}>
            {children}
          </Box>
        )}
      </Box>
    </Box>
  );
}

/** Why a document could not be opened. It can be tried again, and saved where its file is stored. */
export function DocumentError(props: { error: PdfError | 'crashed'; id: number; onRetry: () => void }) {
  const { t } = useI18n();
  const isStored = props.error !== 'missing' && props.error !== 'unreachable';
  return (
    <DocumentMessage
      icon={FileWarning}
      tone="refusal"
      title={t(`documentViewer.error.${props.error}.title`)}
      text={t(`documentViewer.error.${props.error}.text`)}
    >
      {isStored && <SaveLink file={{ id: props.id, content: null }} main />}
      <Button onClick={props.onRetry}>{t('common.retry')}</Button>
    </DocumentMessage>
  );
}

/** An empty page while the document is loaded. */
export function DocumentSkeleton({ label, children }: { label: string; children?: ReactNode }) {
  return (
    <Box
      role="status"
      aria-label={label}
      sx={{
        flex: 1,
        minHeight: 0,
        overflow: 'hidden',
        display: 'flex',
        flexDirection: 'column',
        gap: 3,
        p: 4,
      }}
    >
      <Typography variant="caption" component="p" sx={{ textAlign: 'center' }}>
        {label}
      </Typography>
      {children}
      <Box
        sx={{
          alignSelf: 'center',
          width: 'min(816px, 100%)',
          flex: 1,
          p: 16,
          bgcolor: 'background.paper',
          border: 1,
        }}
      >
        <Skeleton width="45%" height={24} sx={{ mb: 8 }} />
        {[92, 97, 88, 95, 60, 93, 90, 96, 40].map((width, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines that are only drawn
          <Skeleton key={line} width={`${width}%`} height={12} sx={{ mb: 3 }} />
        ))}
      </Box>
    </Box>
  );
}

/** A link that saves a file as it arrived, under its own name. */
export function SaveLink({
  file,
  main = false,
}: {
  file: Pick<Attachment, 'id' | 'content'>;
  main?: boolean;
}) {
  const { t } = useI18n();
  return (
    <Button
      component="a"
      href={attachmentUrl(file, 'download')}
      download=""
      variant={main ? 'contained' : 'outlined'}
      startIcon={<FileDown size={15} aria-hidden />}
    >
      {t('documentViewer.save')}
    </Button>
  );
}
