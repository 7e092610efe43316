import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { FileDown, FileSpreadsheet, FileText, type LucideIcon, Printer } from 'lucide-react';
import { useId, useState } from 'react';
import type { ExportFormat, ExportSource } from '#shared/contract/exports.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Acts } from '../app/read-only.tsx';
import { useExport } from './exporting.ts';

const formats: readonly (readonly [ExportFormat, LucideIcon])[] = [
  ['xlsx', FileSpreadsheet],
  ['csv', FileText],
  ['pdf', Printer],
];

/** Exports what a list or table shows, in the format that somebody chooses. */
export function ExportButton({ source }: { source: ExportSource }) {
  const { t } = useI18n();
  const { begin, isPending } = useExport();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const menuId = useId();
  const close = () => setAnchor(null);
  return (
    <Acts>
      <Tooltip title={t('exports.menu.open')}>
        <IconButton
          size="small"
          aria-label={t('exports.menu.open')}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          aria-controls={anchor === null ? undefined : menuId}
          disabled={isPending}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <FileDown size={15} aria-hidden />
        </IconButton>
      </Tooltip>
      <Menu
        id={menuId}
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        slotProps={{ list: { 'aria-label': t('exports.menu.label') }, paper: { variant: 'outlined' } }}
      >
        {formats.map(([format, Icon]) => (
          <MenuItem
            key={format}
            onClick={() => {
              close();
              begin(source, format);
            }}
          >
            <ListItemIcon>
              <Icon size={16} aria-hidden />
            </ListItemIcon>
            <ListItemText>{t(`exports.menu.${format}`)}</ListItemText>
          </MenuItem>
        ))}
      </Menu>
    </Acts>
  );
}

/** Sets a record or claim on paper, and shows it, where it is printed or saved. */
export function PrintButton({ source }: { source: ExportSource }) {
  const { t } = useI18n();
  const { begin, isPending } = useExport();
  return (
    <Acts>
      <Tooltip title={t('exports.menu.print')}>
        <IconButton
          size="small"
          aria-label={t('exports.menu.print')}
          disabled={isPending}
          onClick={() => begin(source, 'pdf', { isToShow: true })}
        >
          <Printer size={15} aria-hidden />
        </IconButton>
      </Tooltip>
    </Acts>
  );
}
