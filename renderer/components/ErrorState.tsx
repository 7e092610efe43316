import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorKind, isUnanswered, useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from './Box.tsx';
import { NotFound } from './EmptyState.tsx';
import { BackButton } from './list/ListDetailLayout.tsx';
import { useWhen } from './RelativeTime.tsx';
import { DetailSkeleton } from './Skeletons.tsx';

/** The part of a query that its error state shows. */
type Failing = { error: unknown; dataUpdatedAt: number; isFetching: boolean; refetch: () => unknown };

/**
 * Shows the error of a query, since when its data is stale, and a button that retries. For a row that does not exist it
 * shows the link `back` instead.
 */
export function ErrorState({ query, back }: { query: Failing; back?: string }) {
  const { t } = useI18n();
  const errorMessage = useErrorMessage();
  const when = useWhen();
  const stale = query.dataUpdatedAt > 0;
  if (back !== undefined && errorKind(query.error) === 'notFound') return <NotFound back={back} />;
  return (
    <Box sx={{ p: 3, display: 'flex', alignItems: 'flex-start', gap: 2 }}>
      {back !== undefined && <BackButton href={back} />}
      <Alert
        severity="error"
        sx={{ flex: 1, minWidth: 0, flexWrap: 'wrap', '& .MuiAlert-message': { flex: '1 1 220px' } }}
        action={
          <Button
            size="small"
            // It stays one that can be pressed, so that it keeps the focus.
            aria-busy={query.isFetching}
            startIcon={query.isFetching ? <CircularProgress size={14} aria-hidden /> : <RotateCw size={14} />}
            onClick={() => void query.refetch()}
          >
            {t('common.retry')}
          </Button>
        }
      >
        <strong>{t('common.error.title')}</strong>
        <br />
        {errorMessage(query.error)} {isUnanswered(query.error) && t('common.error.retried')}{' '}
        {stale && t('common.error.stale', { when: when(new Date(query.dataUpdatedAt).toISOString()) })}
      </Alert>
    </Box>
  );
}

type QueryDetailProps<T> = {
  query: Failing & { data: T | undefined; isError: boolean };
  back: string;
  children: (data: T) => ReactNode;
};

/** Shows a detail once its query has data, before that a skeleton or the error; a later error stands above the detail. */
export function QueryDetail<T>({ query, back, children }: QueryDetailProps<T>) {
  if (query.data === undefined)
    return query.isError ? <ErrorState query={query} back={back} /> : <DetailSkeleton />;
  return (
    <>
      {query.isError && <ErrorState query={query} />}
      {children(query.data)}
    </>
  );
}
