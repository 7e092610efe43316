import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Lock, MonitorSmartphone } from 'lucide-react';
import type { OpenSignIn, Person } from '#shared/contract/people.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { Box } from '../components/Box.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { FormSkeleton } from '../components/Skeletons.tsx';
import { Typography } from '../components/Typography.tsx';
import { browserIn } from './browser-names.ts';

/** Where a person is signed in, each to be ended; and all but this one at once. */
export function OpenSignIns({ person, isOwn }: { person: Person; isOwn: boolean }) {
  const { t } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const found = useQuery(api.people.signIns.queryOptions({ input: { personId: person.id } }));
  const notDone = useNotDone();
  const onSettled = () => queries.invalidateQueries({ queryKey: api.people.key() });
  const endOne = useMutation({ ...api.people.endSignIn.mutationOptions(), onSettled, onError: notDone });
  const endAll = useMutation({
    ...api.people.signOutEverywhere.mutationOptions(),
    onSettled,
    onError: notDone,
    onSuccess: ({ ended }) => notify({ tone: 'done', text: t('people.signIns.allEnded', { count: ended }) }),
  });
  const isBusy = endOne.isPending || endAll.isPending;
  if (found.isError) return <ErrorState query={found} />;
  if (found.data === undefined) return <FormSkeleton />;
  const { signIns } = found.data;
  const others = signIns.filter((signIn) => !signIn.isOwn);
  if (signIns.length === 0) return <Alert severity="info">{t('people.signIns.none')}</Alert>;
  return (
    <Box component="section" aria-label={t('people.signIns.title')} sx={{ display: 'grid', gap: 2 }}>
      <Box component="ul" sx={{ display: 'grid', borderTop: 1 }}>
        {signIns.map((signIn) => (
          <SignIn
            key={signIn.id}
            signIn={signIn}
            onEnd={signIn.isOwn || isBusy ? null : () => endOne.mutate({ id: signIn.id })}
          />
        ))}
      </Box>
      {others.length > 1 && (
        <Button
          color="error"
          sx={{ justifySelf: 'start' }}
          disabled={isBusy}
          onClick={() => endAll.mutate({ id: person.id })}
        >
          {t(isOwn ? 'people.signIns.endOthers' : 'people.signIns.endAll')}
        </Button>
      )}
    </Box>
  );
}

function SignIn({ signIn, onEnd }: { signIn: OpenSignIn; onEnd: (() => void) | null }) {
  const { t } = useI18n();
  const when = useWhen();
  const from =
    signIn.address === null
      ? t('people.signIns.here')
      : t('people.signIns.from', { address: signIn.address });
  const browser = browserIn(signIn.agent);
  const way = signIn.way === null || signIn.way === 'freely' ? null : t(`people.signIns.way.${signIn.way}`);
  const what = [browser, from, way].filter((part) => part !== null).join(' · ');
  return (
    <Box
      component="li"
      sx={{ display: 'flex', gap: 3, alignItems: 'center', flexWrap: 'wrap', py: 2, borderBottom: 1 }}
    >
      <MonitorSmartphone size={16} aria-hidden />
      <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="body2">
          {what}
          {signIn.isOwn && ` (${t('people.signIns.own')})`}
        </Typography>
        <Typography variant="caption" component="p" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          {signIn.isLocked && <Lock size={12} aria-hidden />}
          <span>
            {signIn.isLocked && `${t('people.signIns.locked')} · `}
            {t('people.signIns.used', { when: when(signIn.usedAt), begun: when(signIn.begunAt) })}
          </span>
        </Typography>
      </Box>
      {!signIn.isOwn && (
        <Button
          size="small"
          disabled={onEnd === null}
          aria-label={t('people.settings.named', { act: t('people.signIns.end'), name: what })}
          onClick={onEnd ?? undefined}
        >
          {t('people.signIns.end')}
        </Button>
      )}
    </Box>
  );
}
