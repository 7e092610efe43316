import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { FileWarning, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import type { ChipTone } from '../components/StateChip.tsx';
import type { PdfError } from './open-pdf.ts';
import { SaveLink } from './SaveLink.tsx';

type Props = {
  icon: LucideIcon;
  tone?: ChipTone;
  title: string;
  text?: string | undefined;
  children?: ReactNode;
};

/** In the place of the paper: why it is not shown, and the ways out. */
export function PaperMessage({ icon: Icon, tone = 'neutral', title, text, children }: Props) {
  return (
    <Box
      role="status"
      sx={{ flex: 1, minHeight: 0, overflowY: 'auto', display: 'grid', placeItems: 'center', p: 8 }}
    >
      <Box sx={{ maxWidth: 440, display: 'grid', gap: 3, justifyItems: 'center', textAlign: 'center' }}>
        <Box sx={(theme) => ({ color: theme.perito.scheme[tone].main, lineHeight: 0 })}>
          <Icon size={28} strokeWidth={1.5} aria-hidden />
        </Box>
        <Typography variant="h2" component="p">
          {title}
        </Typography>
        {text !== undefined && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {text}
          </Typography>
        )}
        {children !== undefined && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 2, mt: 2 }}>
            {children}
          </Box>
        )}
      </Box>
    </Box>
  );
}

/** Why it could not be opened; it can always be tried again, or saved where its file is here. */
export function PaperError(props: { why: PdfError | 'crashed'; id: number; onRetry: () => void }) {
  const { t } = useI18n();
  const here = props.why !== 'missing' && props.why !== 'unreachable';
  return (
    <PaperMessage
      icon={FileWarning}
      tone="refusal"
      title={t(`papers.error.${props.why}.title`)}
      text={t(`papers.error.${props.why}.text`)}
    >
      {here && <SaveLink file={{ id: props.id, content: null }} main />}
      <Button onClick={props.onRetry}>{t('common.retry')}</Button>
    </PaperMessage>
  );
}
