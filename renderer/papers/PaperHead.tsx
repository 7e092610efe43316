import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AttachmentDetail } from '#shared/contract/attachments.ts';
import { useWords } from '../app/locale/i18n.ts';
import { fileAddress } from '../photos/file-address.ts';
import { usePaperName } from './paper-name.ts';
import { ToolButton } from './ToolButton.tsx';

/** Where a paper stands among those of its record, from 0, and how to get to the others. */
export type Neighbours = { index: number; total: number; step: (by: 1 | -1) => void };

type Props = {
  attachment: AttachmentDetail | null;
  onClose: () => void;
  neighbours?: Neighbours;
  /** The tools of what is shown. */
  children?: ReactNode;
};

/** What paper it is, of which record, its tools, and the ways out. */
export function PaperHead({ attachment, onClose, neighbours, children }: Props) {
  const { t, format } = useWords();
  const nameOf = usePaperName();
  const name = attachment === null ? null : nameOf(attachment);
  const closeWords =
    attachment === null
      ? t('papers.viewer.closeShort')
      : t('papers.viewer.close', { number: attachment.record.number });
  return (
    <Box
      component="header"
      sx={(theme) => ({
        flex: 'none',
        minHeight: theme.perito.sizes.topBar,
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        px: 3,
        background: theme.perito.scheme.surface,
        borderBottom: `1px solid ${theme.perito.scheme.line}`,
      })}
    >
      <ToolButton icon={X} words={closeWords} hotkey="Esc" onClick={onClose} />
      <Box sx={{ flex: '1 1 0', minWidth: 120, overflow: 'hidden' }}>
        {name !== null && attachment !== null && (
          <>
            <Typography variant="h3" component="h1" noWrap title={name.title}>
              {name.title}
            </Typography>
            <Typography variant="caption" component="p" noWrap title={name.file ?? undefined}>
              {[
                attachment.record.number,
                name.file,
                attachment.content === null ? null : format.bytes(attachment.content.bytes),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Typography>
          </>
        )}
      </Box>
      {neighbours !== undefined && neighbours.total > 1 && <Places {...neighbours} />}
      {children}
      {attachment !== null && attachment.content !== null && (
        <Tooltip title={`${t('papers.save')} (D)`} describeChild={false}>
          <IconButton
            component="a"
            href={fileAddress(attachment, 'download')}
            download=""
            aria-label={t('papers.save')}
            aria-keyshortcuts="D"
          >
            <Download size={17} aria-hidden />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
}

function Places({ index, total, step }: Neighbours) {
  const { t } = useWords();
  return (
    <Box
      component="nav"
      aria-label={t('papers.viewer.papersLabel')}
      sx={{ display: 'flex', alignItems: 'center' }}
    >
      <ToolButton
        icon={ChevronLeft}
        words={t('papers.viewer.previousPaper')}
        hotkey=","
        disabled={index <= 0}
        onClick={() => step(-1)}
      />
      <Typography variant="caption" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        {t('papers.viewer.place', { place: index + 1, total })}
      </Typography>
      <ToolButton
        icon={ChevronRight}
        words={t('papers.viewer.nextPaper')}
        hotkey="."
        disabled={index >= total - 1}
        onClick={() => step(1)}
      />
    </Box>
  );
}
