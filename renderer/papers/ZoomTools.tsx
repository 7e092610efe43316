import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Maximize, Minus, MoveHorizontal, Plus, RotateCw, Scan } from 'lucide-react';
import { useWords } from '../app/locale/i18n.ts';
import { ToolButton } from './ToolButton.tsx';
import type { PaperView } from './usePaperView.ts';

/** How large the pages are, and which way up. */
export function ZoomTools({ view }: { view: PaperView }) {
  const { t } = useWords();
  return (
    <Box
      role="group"
      aria-label={t('papers.zoom.label')}
      sx={{ display: 'flex', alignItems: 'center', flex: 'none' }}
    >
      <ToolButton icon={Minus} words={t('papers.zoom.out')} hotkey="-" onClick={() => view.zoom(-1)} />
      <Typography
        variant="body2"
        role="status"
        sx={{ minWidth: 48, textAlign: 'center', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
      >
        {t('papers.zoom.percent', { percent: Math.round(view.scale * 100) })}
      </Typography>
      <ToolButton icon={Plus} words={t('papers.zoom.in')} hotkey="+" onClick={() => view.zoom(1)} />
      <ToolButton
        icon={MoveHorizontal}
        words={t('papers.zoom.width')}
        hotkey="W"
        pressed={view.fit === 'width'}
        onClick={() => view.setFit('width')}
      />
      <ToolButton
        icon={Maximize}
        words={t('papers.zoom.page')}
        hotkey="V"
        pressed={view.fit === 'page'}
        onClick={() => view.setFit('page')}
      />
      <ToolButton
        icon={Scan}
        words={t('papers.zoom.actual')}
        hotkey="0"
        pressed={view.fit === null && view.scale === 1}
        onClick={() => view.setScale(1)}
      />
      <ToolButton icon={RotateCw} words={t('papers.rotate')} hotkey="R" onClick={view.rotate} />
    </Box>
  );
}
