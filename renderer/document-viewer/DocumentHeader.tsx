import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import { ChevronLeft, ChevronRight, FileDown, Keyboard, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AttachmentDetail } from '#shared/contract/attachments.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { ToolButton, toolStyle } from '../components/ToolButton.tsx';
import { Tooltip } from '../components/Tooltip.tsx';
import { Typography } from '../components/Typography.tsx';
import { attachmentUrl } from '../photos/paths.ts';
import { stateOf, styleOf, useStateText } from '../photos/photo-state.ts';
import { useDocumentName } from './document-name.ts';

/** The place of a document among those of its record, from 0, and a function that leads to the others. */
export type Neighbours = { index: number; total: number; step: (by: 1 | -1) => void };

type Props = {
  attachment: AttachmentDetail | null;
  /** Of a file that is of no attachment, such as an export: its name, and where it is saved from. */
  saved?: { title: string; file: string; href: string };
  onClose: () => void;
  neighbours?: Neighbours;
  /** Opens the list of keys. */
  onKeys?: () => void;
  /** The tools of the document. */
  children?: ReactNode;
};

/** The bar above a document: its name and record, its tools, and the buttons that save and close it. */
export function DocumentHeader({ attachment, saved, onClose, neighbours, onKeys, children }: Props) {
  const { t, format } = useI18n();
  const nameOf = useDocumentName();
  const name = attachment === null ? null : nameOf(attachment);
  return (
    <Box
      component="header"
      sx={(theme) => ({
        flex: 'none',
        minHeight: theme.perito.sizes.topBar,
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        pl: 4,
        pr: 2,
        bgcolor: 'background.paper',
        borderBottom: 1,
      })}
    >
      <Box sx={{ flex: '1 1 0', minWidth: 120, display: 'flex', alignItems: 'center', gap: 3 }}>
        {name !== null && attachment !== null && (
          <Box sx={{ minWidth: 0 }}>
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
          </Box>
        )}
        {saved !== undefined && (
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="h3" component="h1" noWrap title={saved.title}>
              {saved.title}
            </Typography>
            <Typography variant="caption" component="p" noWrap title={saved.file}>
              {saved.file}
            </Typography>
          </Box>
        )}
        {attachment !== null && <State attachment={attachment} />}
      </Box>
      {neighbours !== undefined && neighbours.total > 1 && <Places {...neighbours} />}
      {children}
      <Divider orientation="vertical" flexItem sx={{ my: 2.5 }} />
      <Box sx={{ display: 'flex', flex: 'none' }}>
        {attachment !== null && attachment.content !== null && (
          <Tooltip title={`${t('documentViewer.saveOriginal')} · D`}>
            <IconButton
              component="a"
              href={attachmentUrl(attachment, 'download')}
              download=""
              aria-label={t('documentViewer.saveOriginal')}
              aria-keyshortcuts="D"
              sx={toolStyle}
            >
              <FileDown size={17} strokeWidth={1.75} aria-hidden />
            </IconButton>
          </Tooltip>
        )}
        {saved !== undefined && (
          <Tooltip title={t('documentViewer.saveOriginal')}>
            <IconButton
              component="a"
              href={saved.href}
              download=""
              aria-label={t('documentViewer.saveOriginal')}
              sx={toolStyle}
            >
              <FileDown size={17} strokeWidth={1.75} aria-hidden />
            </IconButton>
          </Tooltip>
        )}
        {onKeys !== undefined && (
          <ToolButton icon={Keyboard} label={t('documentViewer.keys.sheet')} hotkey="?" onClick={onKeys} />
        )}
        <ToolButton icon={X} label={t('documentViewer.viewer.close')} hotkey="Esc" onClick={onClose} />
      </Box>
    </Box>
  );
}

/** The state of a document that cannot be opened. */
function State({ attachment }: { attachment: AttachmentDetail }) {
  const stateTextOf = useStateText();
  const state = stateOf(attachment);
  if (state === 'pdf' || state === 'shown') return null;
  return <StateChip {...styleOf(state)} label={stateTextOf(attachment).label} />;
}

function Places({ index, total, step }: Neighbours) {
  const { t } = useI18n();
  return (
    <Box
      component="nav"
      aria-label={t('documentViewer.viewer.recordDocuments')}
      sx={{ display: 'flex', alignItems: 'center' }}
    >
      <ToolButton
        icon={ChevronLeft}
        label={t('documentViewer.viewer.previousDocument')}
        hotkey=","
        disabled={index <= 0}
        onClick={() => step(-1)}
      />
      <Typography variant="caption" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        {t('documentViewer.viewer.place', { place: index + 1, total })}
      </Typography>
      <ToolButton
        icon={ChevronRight}
        label={t('documentViewer.viewer.nextDocument')}
        hotkey="."
        disabled={index >= total - 1}
        onClick={() => step(1)}
      />
    </Box>
  );
}
