import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useWords } from '../app/locale/i18n.ts';
import { useTrouble } from '../app/trouble.ts';
import { useWhen } from './RelativeTime.tsx';

/** What a query tells of its own failing. */
type Failing = { error: unknown; dataUpdatedAt: number; refetch: () => unknown };

/** Says what failed, what is stale and since when, and offers to try again. */
export function ErrorState({ query }: { query: Failing }) {
  const { t } = useWords();
  const trouble = useTrouble();
  const when = useWhen();
  const stale = query.dataUpdatedAt > 0;
  return (
    <Box sx={{ p: 3 }}>
      <Alert
        severity="error"
        sx={{ flexWrap: 'wrap', '& .MuiAlert-message': { flex: '1 1 160px' } }}
        action={
          <Button size="small" onClick={() => void query.refetch()}>
            {t('common.retry')}
          </Button>
        }
      >
        <strong>{t('common.trouble.title')}</strong>
        <br />
        {trouble(query.error)}{' '}
        {stale && t('common.trouble.stale', { when: when(new Date(query.dataUpdatedAt).toISOString()) })}
      </Alert>
    </Box>
  );
}
