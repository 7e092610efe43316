import Button from '@mui/material/Button';
import { Archive, FolderArchive, FolderSearch } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { RetentionBundle } from '#shared/contract/retention.ts';
import { useCapability } from '../app/capabilities.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useMay, useMayNameFile } from '../app/read-only.tsx';
import { Box } from '../components/Box.tsx';
import { Typography } from '../components/Typography.tsx';
import { LocateBundle } from './LocateBundle.tsx';
import { fileNameOf } from './retention-state.ts';
import { useOpenBundle } from './use-retention.ts';

type Props = {
  title: string;
  text: ReactNode;
  /** Null where nobody knows it, or it is not opened from here. */
  bundle: RetentionBundle | null;
  /** Where in the archive its console begins, and what the button says that opens it there. */
  at: string;
  open: string;
};

/** That something is in an archive, which opens there with one click; where it is not where it was, it is looked for. */
export function ArchivedNote({ title, text, bundle, at, open }: Props) {
  const { t } = useI18n();
  const { openAt, isOpening, isAway, found } = useOpenBundle();
  const [isLocating, setLocating] = useState(false);
  const isOpenedHere = useCapability('keptArchives') !== false;
  const mayOpen = useMay('retention.open') && isOpenedHere;
  const mayLocate = useMayNameFile('retention.locate');
  const act = bundle === null || isOpening ? undefined : () => openAt(bundle.id, at);
  const name = bundle === null ? '' : fileNameOf(bundle.file);
  return (
    <Box
      role="note"
      aria-label={title}
      sx={{
        display: 'flex',
        gap: 3,
        p: 4,
        border: 1,
        borderRadius: 1,
        borderColor: 'archive.edge',
        bgcolor: 'archive.soft',
        '& > svg': { flex: 'none', color: 'archive.main', mt: 0.5 },
      }}
    >
      <Archive size={16} aria-hidden />
      <Box sx={{ minWidth: 0, flex: 1, display: 'grid', gap: 1 }}>
        <Typography variant="body1" component="p" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {text}
        </Typography>
        {isAway && !isLocating && (
          <Typography variant="body2" role="alert" sx={{ color: 'waiting.main', overflowWrap: 'anywhere' }}>
            {t(mayLocate ? 'retention.open.away' : 'retention.open.awayForOthers', { file: name })}
          </Typography>
        )}
        {!isOpenedHere && <Typography variant="body2">{t('office.elsewhere')}</Typography>}
        {bundle !== null &&
          mayOpen &&
          (isLocating ? (
            <Box sx={{ mt: 2 }}>
              <LocateBundle
                bundle={bundle}
                onClose={() => setLocating(false)}
                onFound={() => {
                  setLocating(false);
                  found();
                }}
              />
            </Box>
          ) : (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 2 }}>
              <Button
                variant="contained"
                startIcon={<FolderArchive size={14} />}
                disabled={isOpening}
                onClick={act}
              >
                {isOpening ? t('retention.open.opening') : open}
              </Button>
              {mayLocate && (isAway || bundle.isThere === false) && (
                <Button startIcon={<FolderSearch size={14} />} onClick={() => setLocating(true)}>
                  {t('retention.locate.button')}
                </Button>
              )}
            </Box>
          ))}
      </Box>
    </Box>
  );
}
