import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useI18n } from '../app/locale/i18n.ts';
import { Keys } from '../settings/Keys.tsx';
import { StepTitle } from './StepForm.tsx';

export function KeyStep({ onDone }: { onDone: () => void }) {
  const { t } = useI18n();
  return (
    <Box sx={{ display: 'grid', gap: 5 }}>
      <StepTitle title={t('firstRun.key.title')} text={t('firstRun.key.text')} />
      <Keys />
      <Box>
        <Button onClick={onDone}>{t('firstRun.key.keep')}</Button>
      </Box>
    </Box>
  );
}
