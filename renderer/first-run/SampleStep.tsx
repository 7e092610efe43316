import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ExternalLink, FlaskConical } from 'lucide-react';
import { useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { StepTitle } from './StepForm.tsx';

/** Offers a console full of sample data beside the insurer's own, which stays empty. */
export function SampleStep({ onDone }: { onDone: () => void }) {
  const { t } = useI18n();
  const api = useApi();
  const errorMessage = useErrorMessage();
  const capabilities = useQuery(api.shell.capabilities.queryOptions());
  const open = useMutation(api.shell.openSampleData.mutationOptions());
  const isAble = capabilities.data?.some(({ name, available }) => name === 'sampleData' && available);
  return (
    <Box sx={{ display: 'grid', gap: 5 }}>
      <StepTitle title={t('firstRun.sample.title')} text={t('firstRun.sample.text')} />
      {isAble === false && <Alert severity="info">{t('firstRun.sample.unable')}</Alert>}
      {open.isError && <Alert severity="error">{errorMessage(open.error)}</Alert>}
      <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
        {open.isPending && <Alert severity="info">{t('firstRun.sample.preparing')}</Alert>}
        {open.data !== undefined && (
          <Alert
            severity="success"
            action={
              <Button
                component="a"
                href={open.data.url}
                target="_blank"
                rel="noopener noreferrer"
                endIcon={<ExternalLink size={14} />}
                onClick={() => setTimeout(open.reset)}
              >
                {t('firstRun.sample.go')}
              </Button>
            }
          >
            {t('firstRun.sample.ready')}
          </Alert>
        )}
      </Box>
      <Box sx={{ display: 'flex', gap: 3, flexWrap: 'wrap' }}>
        <Button
          startIcon={<FlaskConical size={14} />}
          disabled={isAble !== true || open.isPending}
          onClick={() => open.mutate(undefined)}
        >
          {t('firstRun.sample.open')}
        </Button>
        <Button variant="contained" onClick={onDone}>
          {t('firstRun.sample.next')}
        </Button>
      </Box>
    </Box>
  );
}
