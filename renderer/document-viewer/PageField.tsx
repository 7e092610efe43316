import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { ToolButton } from './ToolButton.tsx';

type Props = { current: number; total: number; onPage: (index: number) => void };

/** "3 de 12", where the 3 can be written; pages from 0 as everywhere, from 1 as they are told. */
export function PageField({ current, total, onPage }: Props) {
  const { t, format } = useI18n();
  const [typed, setTyped] = useState<string | null>(null);
  const go = () => {
    const page = Number(typed);
    setTyped(null);
    if (typed === null || typed.trim() === '' || !Number.isInteger(page)) return;
    onPage(Math.min(Math.max(page, 1), total) - 1);
  };
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flex: 'none' }}>
      <ToolButton
        icon={ChevronUp}
        label={t('papers.pages.previous')}
        hotkey="K"
        disabled={current <= 0}
        onClick={() => onPage(current - 1)}
      />
      <OutlinedInput
        value={typed ?? String(current + 1)}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, '').slice(0, 5))}
        onFocus={(event) => event.target.select()}
        onBlur={go}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            go();
            if (event.target instanceof HTMLElement) event.target.blur();
          }
          if (event.key === 'Escape') {
            event.stopPropagation();
            setTyped(null);
          }
        }}
        inputProps={{
          'aria-label': t('papers.pages.field'),
          inputMode: 'numeric',
          style: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
        }}
        sx={{ width: 52, mx: 1 }}
      />
      <Typography variant="body2" sx={{ whiteSpace: 'nowrap', mr: 1, fontVariantNumeric: 'tabular-nums' }}>
        {t('papers.pages.of', { total: format.count(total) })}
      </Typography>
      <ToolButton
        icon={ChevronDown}
        label={t('papers.pages.next')}
        hotkey="J"
        disabled={current >= total - 1}
        onClick={() => onPage(current + 1)}
      />
    </Box>
  );
}
