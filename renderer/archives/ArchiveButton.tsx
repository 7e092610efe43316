import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { Archive } from 'lucide-react';
import { memo } from 'react';
import { useCommands } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Acts, useMay } from '../app/read-only.tsx';
import { Tooltip } from '../components/Tooltip.tsx';
import { type Archiving, useArchiving } from './archiving.ts';

/** Opens the dialog that archives something; as an icon where there is little room. */
export const ArchiveButton = memo(function ArchiveButton({
  wanted,
  isIcon = false,
}: {
  wanted: Archiving;
  isIcon?: boolean;
}) {
  const { t } = useI18n();
  const open = () => useArchiving.setState({ wanted });
  const may = useMay('archives.create');
  useCommands(may ? [{ label: t('archiveSettings.dialog.command', { what: wanted.words }), run: open }] : []);
  return (
    <Acts of="archives.create">
      {isIcon ? (
        <Tooltip title={t('archiveSettings.dialog.button')}>
          <IconButton size="small" aria-label={t('archiveSettings.dialog.button')} onClick={open}>
            <Archive size={15} aria-hidden />
          </IconButton>
        </Tooltip>
      ) : (
        <Button startIcon={<Archive size={14} aria-hidden />} onClick={open}>
          {t('archiveSettings.dialog.button')}
        </Button>
      )}
    </Acts>
  );
});
