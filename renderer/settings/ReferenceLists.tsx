import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ReferenceListState, ReferenceProblem } from '#shared/contract/reference.ts';
import { useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Acts } from '../app/read-only.tsx';
import { Blockquote } from '../components/Blockquote.tsx';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { TechnicalDetail } from '../components/Fields.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { FormSkeleton } from '../components/Skeletons.tsx';
import { Typography } from '../components/Typography.tsx';
import { useReferenceProblemText } from './reference-problem.ts';

/** The seven lists: how old each copy is, why the last try failed, and what they hold. */
export function ReferenceLists() {
  const { t } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const errorMessage = useErrorMessage();
  const lists = useQuery(api.reference.list.queryOptions());
  const refresh = useMutation({
    ...api.reference.refresh.mutationOptions(),
    onSuccess: (fresh) => queries.setQueryData(api.reference.list.queryKey(), fresh),
  });
  const accept = useMutation({
    ...api.reference.accept.mutationOptions(),
    onSuccess: (fresh) => queries.setQueryData(api.reference.list.queryKey(), fresh),
  });
  return (
    <Box
      component="section"
      aria-labelledby="reference-lists"
      sx={{ display: 'grid', gap: 3, pt: 5, borderTop: 1 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 4 }}>
        <Typography variant="h3" component="h2" id="reference-lists" sx={{ flex: 1 }}>
          {t('platform.lists.title')}
        </Typography>
        <Acts of="reference.refresh">
          <Button
            startIcon={<RefreshCw size={14} />}
            disabled={refresh.isPending}
            onClick={() => refresh.mutate({})}
          >
            {t(refresh.isPending ? 'platform.lists.refreshing' : 'platform.lists.refresh')}
          </Button>
        </Acts>
      </Box>
      {lists.isError && <ErrorState query={lists} />}
      {refresh.isError && (
        <ErrorState
          query={{
            ...{ error: refresh.error, dataUpdatedAt: 0, isFetching: refresh.isPending },
            refetch: () => refresh.mutate(refresh.variables),
          }}
        />
      )}
      {accept.isError && <Alert severity="error">{errorMessage(accept.error)}</Alert>}
      {lists.isPending ? (
        <FormSkeleton />
      ) : (
        <Box component="ul" sx={{ display: 'grid', gap: 2 }}>
          {lists.data?.map((list) => (
            <ReferenceListCard
              key={list.list}
              list={list}
              pending={refresh.isPending || accept.isPending}
              onRefresh={() => refresh.mutate({ list: list.list })}
              onAccept={() => accept.mutate({ list: list.list })}
            />
          ))}
        </Box>
      )}
    </Box>
  );
}

type Props = { list: ReferenceListState; pending: boolean; onRefresh: () => void; onAccept: () => void };

/** One list: its copy, its trouble, and its entries on request. */
function ReferenceListCard({ list, pending, onRefresh, onAccept }: Props) {
  const { t } = useI18n();
  const when = useWhen();
  const [open, setOpen] = useState(false);
  const name = t(`platform.lists.names.${list.list}`);
  const tried = list.triedAt === null ? '' : when(list.triedAt);
  return (
    <Box component="li" sx={{ px: 4, py: 2.5, borderRadius: 1, border: 1, display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h3" component="h3">
            {name}
          </Typography>
          <Typography variant="caption" component="p">
            {list.fetchedAt === null
              ? t('platform.lists.never')
              : `${t('platform.lists.items', { count: list.items.length })} · ${t('platform.lists.fetched', { when: when(list.fetchedAt) })}`}
          </Typography>
        </Box>
        {list.items.length > 0 && (
          <Button
            variant="text"
            size="small"
            aria-expanded={open}
            aria-label={`${t(open ? 'platform.lists.hide' : 'platform.lists.show')}: ${name}`}
            endIcon={open ? <ChevronUp size={14} /> : <ChevronDown size={14} />}
            onClick={() => setOpen(!open)}
          >
            {t(open ? 'platform.lists.hide' : 'platform.lists.show')}
          </Button>
        )}
        <Acts of="reference.refresh">
          <Button
            size="small"
            disabled={pending}
            aria-label={`${t('platform.lists.refreshOne')}: ${name}`}
            onClick={onRefresh}
          >
            {t('platform.lists.refreshOne')}
          </Button>
        </Acts>
      </Box>
      {list.suspiciousAt !== null && (
        <Alert
          severity="warning"
          action={
            <Acts of="reference.accept">
              <Button size="small" color="inherit" disabled={pending} onClick={onAccept}>
                {t('platform.lists.accept')}
              </Button>
            </Acts>
          }
        >
          {t('platform.lists.suspicious', { when: when(list.suspiciousAt), count: list.items.length })}
        </Alert>
      )}
      {list.dropped > 0 && (
        <Typography variant="caption" component="p">
          {t('platform.lists.dropped', { count: list.dropped })}
        </Typography>
      )}
      {list.problem !== null && (
        <ProblemNote problem={list.problem}>
          {list.triedAt !== null && (
            <Typography variant="caption" component="p">
              {list.fetchedAt === null
                ? t('platform.lists.noCopy', { tried })
                : t('platform.lists.stale', { when: when(list.fetchedAt), tried })}
            </Typography>
          )}
        </ProblemNote>
      )}
      {open && <Entries list={list} />}
    </Box>
  );
}

function Entries({ list }: { list: ReferenceListState }) {
  const { t } = useI18n();
  return (
    <Box>
      {list.shape !== null && (
        <Typography variant="caption" component="p" sx={{ mb: 1 }}>
          {t('platform.lists.shape', list.shape)}
        </Typography>
      )}
      <Box
        component="dl"
        tabIndex={0}
        sx={{
          maxHeight: 280,
          overflowY: 'auto',
          display: 'grid',
          gridTemplateColumns: 'minmax(56px, auto) 1fr',
          columnGap: 4,
          rowGap: 1,
          typography: 'body2',
          '& dd': { m: 0, overflowWrap: 'anywhere' },
        }}
      >
        {list.items.map((item) => (
          <Box key={`${item.id} ${item.raw}`} sx={{ display: 'contents' }} title={item.raw}>
            <dt>
              <PlainCode value={item.id} />
            </dt>
            <dd>{item.name}</dd>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/** Why a list could not be taken: in our words, and after them what the platform said, as its own. */
export function ProblemNote({ problem, children }: { problem: ReferenceProblem; children?: ReactNode }) {
  const { t } = useI18n();
  const { ours, theirs, technical } = useReferenceProblemText()(problem);
  const isMissing = problem.code === 'noAddress' || problem.code === 'noKey';
  return (
    <Alert severity={isMissing ? 'info' : 'warning'} sx={{ overflowWrap: 'anywhere' }}>
      {ours}
      {theirs !== '' && <Blockquote source={t('platform.problem.answer')}>{theirs}</Blockquote>}
      <TechnicalDetail text={technical} />
      {children}
    </Alert>
  );
}
