import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { LogIn } from 'lucide-react';
import { useEffect } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { useConnection } from '../app/queries.ts';
import { useKeptTitle } from '../app/window-title.ts';
import { Box } from '../components/Box.tsx';
import { FormSkeleton } from '../components/Skeletons.tsx';
import { Typography } from '../components/Typography.tsx';
import { useOfficeState } from '../office/office-state.ts';
import { EntryFrame } from './EntryFrame.tsx';
import { beginAnew, useMe, useWait } from './me.ts';
import { endAtProvider, useGoToProvider, useProviderRefusal } from './provider-entry.ts';

/** Leads to the office's provider where one is set, beside a password or alone; Perito's own program has no address to come back to, and says so. */
export function ProviderButton({ isOnlyWay = false }: { isOnlyWay?: boolean }) {
  const { t } = useI18n();
  const name = useMe().data?.provider?.name;
  const office = useOfficeState((known) => known.office);
  const refusalOf = useProviderRefusal();
  const go = useGoToProvider();
  const wait = useWait(go.error);
  if (name === undefined) return null;
  if (office != null) return <Typography variant="caption">{t('openId.inBrowser', { name })}</Typography>;
  return (
    <Box sx={{ display: 'grid', gap: 3, ...(!isOnlyWay && { borderTop: 1, pt: 4 }) }}>
      {go.isError && !wait.isOver && <Alert severity="error">{refusalOf(go.error, wait.seconds)}</Alert>}
      <Button
        variant="outlined"
        // Where it went well the page is left.
        disabled={go.isPending || go.isSuccess || wait.seconds > 0}
        startIcon={<LogIn size={14} aria-hidden />}
        sx={{ justifySelf: 'start', maxWidth: '100%', overflowWrap: 'anywhere' }}
        onClick={() => go.mutate()}
      >
        {t('openId.enter', { name })}
      </Button>
    </Box>
  );
}

/** Ends a sign-in with what the provider sent along, once. */
export function ProviderReturnScreen({ encoded }: { encoded: string }) {
  const { t } = useI18n();
  const { client } = useConnection();
  const refusalOf = useProviderRefusal();
  useKeptTitle({ waiting: null, section: null, archive: null });
  const ended = useQuery({
    queryKey: ['providerReturn', encoded],
    queryFn: () => endAtProvider(client, encoded),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });
  const back = ended.data;
  const wait = useWait(ended.error);
  useEffect(() => {
    if (back !== undefined) leave(back);
  }, [back]);
  return (
    <EntryFrame>
      <Typography variant="h1">{t(ended.isError ? 'openId.notIn' : 'openId.returned')}</Typography>
      {ended.isError ? (
        <>
          <Alert severity="error">
            {wait.isOver ? t('openId.refused.expired') : refusalOf(ended.error, wait.seconds)}
          </Alert>
          <Button sx={{ justifySelf: 'start' }} onClick={() => leave('')}>
            {t('people.invitation.toEntry')}
          </Button>
        </>
      ) : (
        <FormSkeleton />
      )}
    </EntryFrame>
  );
}

/** What came along stays in no history. */
function leave(back: string): void {
  window.history.replaceState(null, '', `${window.location.pathname}${back}`);
  beginAnew();
}
