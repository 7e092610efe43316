import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import type { Theme } from '@mui/material/styles';
import { useQueryClient } from '@tanstack/react-query';
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

type Props = {
  query: Failing;
  back?: string;
  /** The pane whose edges it stands at; in what has its own padding it needs none. A detail with a way back is one. */
  inset?: 'list' | 'detail';
};

const insets = {
  list: { px: 4, py: 3 },
  detail: { pl: 6, pr: ({ perito }: Theme) => perito.gutter, py: 4 },
} as const;

/**
 * Shows the error of a query, since when its data is stale, and a button that retries all that failed on the screen. For a row that does not exist it
 * shows the link `back` instead.
 */
export function ErrorState({ query, back, inset }: Props) {
  const { t } = useI18n();
  const errorMessage = useErrorMessage();
  const queries = useQueryClient();
  const when = useWhen();
  const stale = query.dataUpdatedAt > 0;
  // What failed beside it failed as a rule for the same reason.
  const retry = () => {
    void query.refetch();
    void queries.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.status === 'error' && state.fetchStatus === 'idle',
    });
  };
  if (back !== undefined && errorKind(query.error) === 'notFound') return <NotFound back={back} />;
  const edge = inset ?? (back === undefined ? null : 'detail');
  return (
    <Box
      sx={{
        ...{ display: 'flex', alignItems: 'flex-start', gap: 2 },
        ...(edge === null ? {} : insets[edge]),
      }}
    >
      {back !== undefined && <BackButton href={back} />}
      <Alert
        severity="error"
        sx={{
          ...{ flex: 1, minWidth: 0, flexWrap: 'wrap', '& .MuiAlert-message': { flex: '1 1 220px' } },
          // On wide screens its button stays near its words.
          maxWidth: 760,
        }}
        action={
          <Button
            size="small"
            // It stays one that can be pressed, so that it keeps the focus.
            aria-busy={query.isFetching}
            startIcon={query.isFetching ? <CircularProgress size={14} aria-hidden /> : <RotateCw size={14} />}
            onClick={retry}
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

/** The error of what fills the window, in the middle of it. */
export function LayerError({ query }: { query: Failing }) {
  return (
    <Box
      sx={{
        flex: 1,
        minHeight: 0,
        display: 'grid',
        placeItems: 'center',
        p: 4,
        '& > *': { width: 'min(100%, 680px)' },
      }}
    >
      <ErrorState query={query} />
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
      {query.isError && <ErrorState query={query} inset="detail" />}
      {children(query.data)}
    </>
  );
}
