import Button from '@mui/material/Button';
import { Check, Copy } from 'lucide-react';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from './Box.tsx';
import { useCopy } from './Code.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import { Typography } from './Typography.tsx';

/** Puts a text on the clipboard, and says so for a moment; `what` names it for those who hear the screen. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { t } = useI18n();
  const { copied, copy } = useCopy(text);
  return (
    <Button
      size="small"
      aria-label={t('common.copy', { what })}
      startIcon={copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      onClick={copy}
      sx={{ flex: 'none' }}
    >
      {t(copied ? 'common.copied' : 'common.copyShort')}
    </Button>
  );
}

/** A titled text in the monospaced face, with a button that copies it whole. */
export function CopyBlock({ label, text }: { label: string; text: string }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mb: 1.5, minHeight: 30 }}>
        <Typography variant="body2" sx={{ flex: 1, fontWeight: 500 }}>
          {label}
        </Typography>
        <CopyButton text={text} what={label} />
      </Box>
      <CodeBlock label={label} text={text} />
    </Box>
  );
}
