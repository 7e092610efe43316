import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useI18n } from '../app/locale/i18n.ts';
import { useStatus } from '../app/status.ts';
import { MarketplaceInstructions } from '../settings/Tell.tsx';
import { FirstCall } from './FirstCall.tsx';
import { StepTitle } from './StepForm.tsx';

type Props = {
  onDone: () => void;
  /** Ends the first run as well, and goes on to the import of policies. */
  onPolicies: () => void;
  pending: boolean;
};

export function DoneStep({ onDone, onPolicies, pending }: Props) {
  const { t } = useI18n();
  const status = useStatus();
  return (
    <Box sx={{ display: 'grid', gap: 5 }}>
      <StepTitle title={t('firstRun.done.title')} text={t('firstRun.done.text')} />
      {status.data?.receiver.state === 'noKey' && (
        <Alert severity="warning">{t('firstRun.done.noKey')}</Alert>
      )}
      <FirstCall />
      <MarketplaceInstructions />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('policies.firstRun.text')}
      </Typography>
      <Box sx={{ display: 'flex', gap: 3, flexWrap: 'wrap' }}>
        <Button variant="contained" onClick={onDone} disabled={pending}>
          {t('firstRun.done.finish')}
        </Button>
        <Button onClick={onPolicies} disabled={pending}>
          {t('policies.firstRun.button')}
        </Button>
      </Box>
    </Box>
  );
}
