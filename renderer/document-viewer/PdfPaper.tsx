import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ComponentProps, useState } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { PaperHead } from './PaperHead.tsx';
import { PaperError } from './PaperMessage.tsx';
import { PaperSkeleton } from './PaperSkeleton.tsx';
import { PasswordPrompt } from './PasswordPrompt.tsx';
import { PdfView } from './PdfView.tsx';
import { SaveLink } from './SaveLink.tsx';
import { usePdf } from './usePdf.ts';

type Head = ComponentProps<typeof PaperHead>;
type Props = { id: number; address: string; bytes: number; name: string; head: Head };

/** A PDF from its file: until it is open, what it waits for or why it cannot be. */
export function PdfPaper({ id, address, bytes, name, head }: Props) {
  const { t } = useI18n();
  const [tries, setTries] = useState(0);
  const state = usePdf(address, bytes, tries);
  if (state.stage === 'ready') return <PdfView pdf={state.pdf} name={name} head={head} />;
  return (
    <>
      <PaperHead {...head} />
      {state.stage === 'failed' && (
        <PaperError why={state.why} id={id} onRetry={() => setTries((count) => count + 1)} />
      )}
      {state.stage === 'locked' && <PasswordPrompt id={id} wrong={state.wrong} onPassword={state.unlock} />}
      {state.stage === 'loading' && (
        <PaperSkeleton
          label={
            state.share > 0 && state.share < 1
              ? t('papers.viewer.loadingShare', { share: Math.floor(state.share * 100) })
              : t('papers.viewer.loading')
          }
        >
          {state.slow && (
            <Box sx={{ display: 'grid', justifyItems: 'center', gap: 2 }}>
              <Typography variant="body2">{t('papers.viewer.slow')}</Typography>
              <SaveLink file={{ id, content: null }} />
            </Box>
          )}
        </PaperSkeleton>
      )}
    </>
  );
}
