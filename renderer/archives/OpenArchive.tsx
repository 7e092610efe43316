import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { FolderArchive } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { notify } from '../app/snackbar.ts';
import { Box } from '../components/Box.tsx';
import { Tooltip } from '../components/Tooltip.tsx';
import { Typography } from '../components/Typography.tsx';
import { openOwnTab } from './own-tab.ts';

const ending = '.perito';
const isArchive = (file: File) => file.name.toLowerCase().endsWith(ending);

type Failure = 'tooMany' | 'diskFull' | 'notABundle' | 'unreachable';

/** Hands a file to the shell, which opens it; the address of its console, or why there is none. */
async function handOver(file: File): Promise<{ home: string } | { failure: Failure }> {
  const address = new URL(
    `archives?name=${encodeURIComponent(file.name)}`,
    new URL('/', window.location.href),
  );
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: file,
      credentials: 'same-origin',
    });
    const answer: unknown = await response.json();
    if (typeof answer === 'object' && answer !== null) {
      if ('home' in answer && typeof answer.home === 'string') return { home: answer.home };
      if ('code' in answer && (answer.code === 'tooMany' || answer.code === 'diskFull'))
        return { failure: answer.code };
    }
    return { failure: 'notABundle' };
  } catch {
    return { failure: 'unreachable' };
  }
}

/** Opens archives, each in a tab or window of its own beside this one. */
function useOpenArchive() {
  const { t } = useI18n();
  const [isBusy, setBusy] = useState(false);
  const open = async (file: File) => {
    if (!isArchive(file)) {
      notify({ tone: 'failed', text: t('archives.open.notABundle') });
      return;
    }
    const tab = openOwnTab();
    setBusy(true);
    const answer = await handOver(file);
    setBusy(false);
    if ('home' in answer) {
      tab.show(answer.home);
    } else {
      tab.close();
      notify({ tone: 'failed', text: t(`archives.open.${answer.failure}`) });
    }
  };
  return { open: (file: File) => void open(file), isBusy };
}

/** The button that opens an archive's file, with its words or as an icon; one that is dropped anywhere on the page is opened too. */
export function OpenArchive({ label }: { label?: string }) {
  const { t } = useI18n();
  const { open, isBusy } = useOpenArchive();
  const field = useRef<HTMLInputElement>(null);
  const choose = () => field.current?.click();
  return (
    <>
      {label !== undefined ? (
        <Button startIcon={<FolderArchive size={14} />} aria-busy={isBusy} disabled={isBusy} onClick={choose}>
          {label}
        </Button>
      ) : (
        <Tooltip title={t('archives.open.button')} placement="right">
          <IconButton
            aria-label={t('archives.open.button')}
            aria-busy={isBusy}
            disabled={isBusy}
            onClick={choose}
          >
            <FolderArchive size={18} />
          </IconButton>
        </Tooltip>
      )}
      <input
        ref={field}
        type="file"
        accept={ending}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) open(file);
          target.value = '';
        }}
      />
      <DropSheet onFile={open} />
    </>
  );
}

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;

/** Covers the page while a file is dragged over it, unless what lies below takes files itself. */
function DropSheet({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useI18n();
  const [isOver, setOver] = useState(false);
  const take = useRef(onFile);
  take.current = onFile;
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      if (file !== undefined) take.current(file);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  if (!isOver) return null;
  return (
    <Box
      role="status"
      sx={(theme) => ({
        position: 'fixed',
        inset: 12,
        zIndex: theme.zIndex.modal,
        pointerEvents: 'none',
        display: 'grid',
        placeItems: 'center',
        border: '2px dashed',
        borderColor: 'archive.main',
        borderRadius: 2,
        bgcolor: 'archive.soft',
        opacity: 0.94,
      })}
    >
      <Typography variant="h2" component="p" sx={{ color: 'archive.main' }}>
        {t('archives.open.drop')}
      </Typography>
    </Box>
  );
}
