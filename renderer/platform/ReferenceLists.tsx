import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { FormSkeleton } from '../components/Skeletons.tsx';
import { ReferenceListCard } from './ReferenceListCard.tsx';

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
      sx={{ display: 'grid', gap: 3, pt: 5, borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 4 }}>
        <Typography variant="h3" component="h2" id="reference-lists" sx={{ flex: 1 }}>
          {t('platform.lists.title')}
        </Typography>
        <Button
          startIcon={<RefreshCw size={14} />}
          disabled={refresh.isPending}
          onClick={() => refresh.mutate({})}
        >
          {t(refresh.isPending ? 'platform.lists.refreshing' : 'platform.lists.refresh')}
        </Button>
      </Box>
      {lists.isError && <ErrorState query={lists} />}
      {refresh.isError && (
        <ErrorState
          query={{ error: refresh.error, dataUpdatedAt: 0, refetch: () => refresh.mutate(refresh.variables) }}
        />
      )}
      {accept.isError && <Alert severity="error">{errorMessage(accept.error)}</Alert>}
      {lists.isPending ? (
        <FormSkeleton />
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
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
