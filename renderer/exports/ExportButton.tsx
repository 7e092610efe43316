import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { FileDown, FileSpreadsheet, FileText, type LucideIcon, Printer } from 'lucide-react';
import { memo, useId, useState } from 'react';
import type { ExportFormat, ExportSource } from '#shared/contract/exports.ts';
import { useCommands } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Acts, useMay } from '../app/read-only.tsx';
import { Tooltip } from '../components/Tooltip.tsx';
import { useExport } from './exporting.ts';

const formats: readonly (readonly [ExportFormat, LucideIcon])[] = [
  ['xlsx', FileSpreadsheet],
  ['csv', FileText],
  ['pdf', Printer],
];

/** Exports what a list or table shows, or what is chosen of it, in the format that somebody chooses. */
export const ExportButton = memo(function ExportButton({
  source,
  ofChosen = false,
}: {
  source: ExportSource;
  ofChosen?: boolean;
}) {
  const { t } = useI18n();
  const { begin, isPending } = useExport();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const may = useMay('exports.begin');
  const menuId = useId();
  const close = () => setAnchor(null);
  useCommands(
    !may || isPending
      ? []
      : formats.map(([format]) => ({
          label: t(ofChosen ? 'exports.menu.commandChosen' : 'exports.menu.command', {
            format: t(`exports.menu.${format}`),
          }),
          run: () => begin(source, format),
        })),
  );
  return (
    <Acts>
      <Tooltip title={t(ofChosen ? 'exports.menu.openChosen' : 'exports.menu.open')}>
        <IconButton
          size="small"
          aria-label={t(ofChosen ? 'exports.menu.openChosen' : 'exports.menu.open')}
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
        slotProps={{
          list: { 'aria-label': t(ofChosen ? 'exports.menu.openChosen' : 'exports.menu.label') },
          paper: { variant: 'outlined' },
        }}
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
});

/** Sets a record or claim on paper, and shows it, where it is printed or saved. */
export const PrintButton = memo(function PrintButton({ source }: { source: ExportSource }) {
  const { t } = useI18n();
  const { begin, isPending } = useExport();
  const may = useMay('exports.begin');
  const print = () => begin(source, 'pdf', { isToShow: true });
  useCommands(!may || isPending ? [] : [{ label: t('exports.menu.print'), run: print }]);
  return (
    <Acts>
      <Tooltip title={t('exports.menu.print')}>
        <IconButton size="small" aria-label={t('exports.menu.print')} disabled={isPending} onClick={print}>
          <Printer size={15} aria-hidden />
        </IconButton>
      </Tooltip>
    </Acts>
  );
});
