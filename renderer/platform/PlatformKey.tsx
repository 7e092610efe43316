import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { ORPCError } from '@orpc/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { PassageNote } from '../settings/PassageNote.tsx';
import type { Passing } from '../settings/passing.ts';

/** The key that Perito presents to the platform. Its secret passes through the shell, never through here. */
export function PlatformKey() {
  const { t } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const errorMessage = useErrorMessage();
  const key = useQuery(api.reference.key.queryOptions());
  const capabilities = useQuery({
    ...api.shell.capabilities.queryOptions(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [passing, setPassing] = useState<Passing>(null);
  const [sure, setSure] = useState(false);
  const stale = () => void queries.invalidateQueries({ queryKey: api.reference.key() });
  const collect = useMutation({
    ...api.reference.collectKey.mutationOptions(),
    onSuccess: (passage) => setPassing({ passage, collecting: true }),
    onSettled: stale,
  });
  const forget = useMutation({
    ...api.reference.forgetKey.mutationOptions(),
    onSuccess: () => {
      setSure(false);
      notify({ tone: 'done', text: t('platform.key.forgotten') });
    },
    onSettled: stale,
  });
  const secretIn = key.data?.secretIn;
  const isOurs = secretIn === 'keychain' || secretIn === 'memory';
  const hasClipboard = capabilities.data?.some((one) => one.name === 'clipboard' && one.available) ?? false;
  const failed = collect.error ?? forget.error;
  return (
    <Box
      component="section"
      aria-labelledby="platform-key"
      sx={{ display: 'grid', gap: 3, pt: 5, borderTop: 1, borderColor: 'divider' }}
    >
      <div>
        <Typography variant="h3" component="h2" id="platform-key">
          {t('platform.key.title')}
        </Typography>
        <Typography variant="caption">
          {t('platform.key.about')} {t(hasClipboard ? 'platform.key.clipboard' : 'platform.key.page')}
        </Typography>
      </div>
      {passing !== null && <PassageNote passing={passing} onClose={() => setPassing(null)} />}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
        <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, flex: 1, minWidth: 220 }}>
          <KeyRound size={16} aria-hidden />
          <Typography variant="body2" role="status">
            {secretIn === undefined ? '' : t(`platform.key.secretIn.${secretIn}`)}
          </Typography>
        </Box>
        {secretIn !== 'environment' && (
          <Button disabled={collect.isPending} onClick={() => collect.mutate(undefined)}>
            {t(isOurs ? 'platform.key.change' : 'platform.key.collect')}
          </Button>
        )}
        {isOurs && !sure && (
          <Button color="error" variant="text" onClick={() => setSure(true)}>
            {t('platform.key.forget')}
          </Button>
        )}
      </Box>
      {sure && (
        <Alert severity="warning">
          {t('platform.key.forgetText')}
          <Box sx={{ display: 'flex', gap: 2, mt: 2 }}>
            <Button onClick={() => setSure(false)}>{t('common.cancel')}</Button>
            <Button color="error" disabled={forget.isPending} onClick={() => forget.mutate(undefined)}>
              {t('platform.key.forgetConfirm')}
            </Button>
          </Box>
        </Alert>
      )}
      {failed !== null && (
        <Alert severity="error">
          {failed instanceof ORPCError && failed.code === 'NO_KEY_THERE'
            ? t('settings.keys.noKeyThere')
            : errorMessage(failed)}
        </Alert>
      )}
    </Box>
  );
}
