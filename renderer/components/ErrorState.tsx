import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { errorKind, isUnanswered, useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from './Box.tsx';
import { NotFound } from './EmptyState.tsx';
import { useWhen } from './RelativeTime.tsx';
import { DetailSkeleton } from './Skeletons.tsx';

/** The part of a query that its error state shows. */
type Failing = { error: unknown; dataUpdatedAt: number; refetch: () => unknown };

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
