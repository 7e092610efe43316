import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useWords } from '../app/locale/i18n.ts';
import { useStatus } from '../app/status.ts';
import { Tell } from '../settings/Tell.tsx';
import { StepTitle } from './StepForm.tsx';

export function DoneStep({ onDone, pending }: { onDone: () => void; pending: boolean }) {
  const { t } = useWords();
  const status = useStatus();
  return (
    <Box sx={{ display: 'grid', gap: 5 }}>
      <StepTitle title={t('firstRun.done.title')} text={t('firstRun.done.text')} />
      {status.data?.receiver.state === 'noKey' && (
        <Alert severity="warning">{t('firstRun.done.noKey')}</Alert>
      )}
      <Tell />
      <Box>
        <Button variant="contained" onClick={onDone} disabled={pending}>
          {t('firstRun.done.finish')}
        </Button>
      </Box>
    </Box>
  );
}
