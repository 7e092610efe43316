import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { maxLiveKeys } from '../app/limits.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { FormSkeleton } from '../components/Skeletons.tsx';
import { EnterKey } from './BringKey.tsx';
import { GenerateKey } from './GenerateKey.tsx';
import { KeyCard } from './KeyCard.tsx';
import { PassageNote } from './PassageNote.tsx';
import type { Passing } from './passing.ts';

/** The live keys, the ways to get another, and those retired. */
export function Keys() {
  const { t } = useI18n();
  const api = useApi();
  const keys = useQuery(api.receiverKeys.list.queryOptions());
  const [passing, setPassing] = useState<Passing>(null);
  if (keys.data === undefined) return keys.isError ? <ErrorState query={keys} /> : <FormSkeleton />;
  const live = keys.data.filter((key) => key.retiredAt === null);
  const retired = keys.data.filter((key) => key.retiredAt !== null);
  const full = live.length >= maxLiveKeys;
  return (
    <>
      {keys.isError && <ErrorState query={keys} />}
      {passing !== null && <PassageNote passing={passing} onClose={() => setPassing(null)} />}
      {live.length === 0 ? (
        <Alert severity="warning">{t('settings.keys.none')}</Alert>
      ) : (
        <Box
          component="ul"
          aria-label={t('settings.keys.live')}
          sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 3 }}
        >
          {live.map((key) => (
            <KeyCard key={key.id ?? key.label} receiverKey={key} onPassing={setPassing} />
          ))}
        </Box>
      )}
      {full ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('settings.keys.tooMany')}
        </Typography>
      ) : (
        <>
          <GenerateKey onPassing={setPassing} />
          <EnterKey onPassing={setPassing} />
        </>
      )}
      {retired.length > 0 && (
        <Box component="section" aria-label={t('settings.keys.old')}>
          <Typography variant="h3" component="h2" sx={{ mb: 2 }}>
            {t('settings.keys.old')}
          </Typography>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
            {retired.map((key) => (
              <KeyCard key={key.id ?? key.label} receiverKey={key} onPassing={setPassing} />
            ))}
          </Box>
        </Box>
      )}
    </>
  );
}
