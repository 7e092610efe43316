import ButtonBase from '@mui/material/ButtonBase';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from './Box.tsx';
import { Tooltip } from './Tooltip.tsx';

/** Puts a text on the clipboard; false where the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** `copy` puts a text on the clipboard; `copied` stands for a moment where the browser allowed it. */
export function useCopy(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  return { copied, copy: () => void copyText(text).then(setCopied) };
}

type CodeProps = {
  value: string;
  label: string;
  shown?: string;
  /** Not where Tab would stop at too many of them. */
  isTabStop?: boolean;
};

/**
 * A code (number, RNC, id) in the monospaced face, copied with one click. `label` names it for those who hear
 * the screen: "Copiar número". `shown` stands for one that is too long to read; it is copied whole all the same.
 */
export function Code({ value, label, shown = value, isTabStop = true }: CodeProps) {
  const { t } = useI18n();
  const { copied, copy } = useCopy(value);
  const name = t('common.copy', { what: label });
  return (
    <Tooltip title={copied ? t('common.copied') : name}>
      <ButtonBase
        onClick={copy}
        aria-label={`${shown}. ${name}`}
        tabIndex={isTabStop ? 0 : -1}
        sx={{
          fontFamily: 'code',
          fontSize: '0.94em',
          fontWeight: 'inherit',
          lineHeight: 'inherit',
          borderRadius: 1,
          gap: 1,
          maxWidth: '100%',
          textAlign: 'left',
          justifyContent: 'flex-start',
          verticalAlign: 'baseline',
          overflowWrap: 'anywhere',
          '& svg': { opacity: copied ? 1 : 0, flex: 'none' },
          '&:hover svg, &:focus-visible svg': { opacity: 1 },
        }}
      >
        <span>{shown}</span>
        {copied ? <Check size={12} aria-hidden /> : <Copy size={12} aria-hidden />}
      </ButtonBase>
    </Tooltip>
  );
}

/** A code that is only read, inside something that is itself pressed. */
export function PlainCode({ value }: { value: string }) {
  return (
    <Box component="span" sx={{ fontFamily: 'code', fontSize: '0.94em' }}>
      {value}
    </Box>
  );
}
