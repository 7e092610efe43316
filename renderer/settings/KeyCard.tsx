import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { ReceiverKey } from '#shared/contract/receiver-keys.ts';
import { useKeyName } from '../app/key-name.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { PlainCode } from '../components/Code.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import type { Passing } from './passing.ts';
import { useKeyActions } from './useKeyActions.ts';

type Props = { receiverKey: ReceiverKey; onPassing: (passing: Passing) => void };

/** One key: what it is, when it was last used, where its secret is, and what can be done with it. */
export function KeyCard({ receiverKey: key, onPassing }: Props) {
  const { t } = useI18n();
  const when = useWhen();
  const keyName = useKeyName();
  const [sure, setSure] = useState(false);
  const { handOver, retire, pending, errorMessage } = useKeyActions(onPassing);
  const live = key.retiredAt === null;
  const kept = key.secretIn === 'keychain' || key.secretIn === 'memory';
  const { id } = key;
  return (
    <Box
      component="li"
      sx={(theme) => ({
        px: 4,
        py: 3,
        borderRadius: 1,
        border: `1px solid ${theme.perito.scheme.line}`,
        display: 'grid',
        gap: 2,
      })}
    >
      <Box sx={{ display: 'flex', gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
        <KeyRound size={16} aria-hidden />
        <Box sx={{ flex: 1, minWidth: 200 }}>
          <Typography variant="h3" component="p">
            {keyName(key.label)}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            <PlainCode value={key.email} />
          </Typography>
        </Box>
        {live && id !== null && !sure && (
          <>
            {kept && (
              <Button disabled={pending} onClick={() => handOver(id)}>
                {t('settings.keys.handOver')}
              </Button>
            )}
            <Button color="error" variant="text" onClick={() => setSure(true)}>
              {t('settings.keys.retire')}
            </Button>
          </>
        )}
      </Box>
      <Typography variant="caption">
        {live
          ? key.lastUsedAt === null
            ? t('settings.keys.neverUsed')
            : t('settings.keys.lastUsed', { when: when(key.lastUsedAt) })
          : t('settings.keys.retiredAt', { when: when(key.retiredAt ?? key.createdAt) })}
        {' · '}
        {t('settings.keys.created', { when: when(key.createdAt) })}
        {live && ` · ${t(`settings.keys.secretIn.${key.secretIn}`)}`}
      </Typography>
      {errorMessage !== null && <Alert severity="error">{errorMessage}</Alert>}
      {sure && id !== null && (
        <Alert severity="warning">
          {t('settings.keys.retireText', { label: keyName(key.label) })}
          <Box sx={{ display: 'flex', gap: 2, mt: 2 }}>
            <Button onClick={() => setSure(false)}>{t('common.cancel')}</Button>
            <Button color="error" disabled={pending} onClick={() => retire(id)}>
              {t('settings.keys.retireConfirm')}
            </Button>
          </Box>
        </Alert>
      )}
    </Box>
  );
}
