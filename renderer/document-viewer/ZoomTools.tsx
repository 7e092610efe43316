import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { Maximize, MoveHorizontal, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useI18n } from '../app/locale/i18n.ts';
import { ToolButton } from './ToolButton.tsx';
import type { PaperView } from './usePaperView.ts';

/** How large the pages are, and which way up. */
export function ZoomTools({ view }: { view: PaperView }) {
  const { t } = useI18n();
  const percent = t('papers.zoom.percent', { percent: Math.round(view.scale * 100) });
  return (
    <Box
      role="group"
      aria-label={t('papers.zoom.label')}
      sx={{ display: 'flex', alignItems: 'center', flex: 'none' }}
    >
      <ToolButton icon={ZoomOut} label={t('papers.zoom.out')} hotkey="-" onClick={() => view.zoom(-1)} />
      <Tooltip title={`${t('papers.zoom.actual')} · 1`}>
        <Button
          variant="text"
          color="inherit"
          aria-keyshortcuts="1"
          aria-label={`${percent}. ${t('papers.zoom.actual')}`}
          onClick={() => view.setScale(1)}
          sx={{ minWidth: 60, px: 1, fontVariantNumeric: 'tabular-nums' }}
        >
          {percent}
        </Button>
      </Tooltip>
      <ToolButton icon={ZoomIn} label={t('papers.zoom.in')} hotkey="+" onClick={() => view.zoom(1)} />
      <ToolButton
        icon={MoveHorizontal}
        label={t('papers.zoom.width')}
        hotkey="W"
        pressed={view.fit === 'width'}
        onClick={() => view.setFit('width')}
      />
      <ToolButton
        icon={Maximize}
        label={t('papers.zoom.page')}
        hotkey="0"
        pressed={view.fit === 'page'}
        onClick={() => view.setFit('page')}
      />
      <ToolButton icon={RotateCw} label={t('papers.rotate')} hotkey="R" onClick={() => view.rotate(90)} />
    </Box>
  );
}
