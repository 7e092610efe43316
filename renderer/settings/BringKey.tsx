import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { TextField } from '../components/FormFields.tsx';
import type { Passing } from './passing.ts';
import { useKeyActions } from './useKeyActions.ts';

/** Takes a key that exists already, through the shell. */
export function EnterKey({ onPassing }: { onPassing: (passing: Passing) => void }) {
  const { t } = useI18n();
  const api = useApi();
  const id = useId();
  const [label, setLabel] = useState('');
  const { collect, pending, errorMessage } = useKeyActions(onPassing);
  const capabilities = useQuery({
    ...api.shell.capabilities.queryOptions(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const clipboard = capabilities.data?.some((one) => one.name === 'clipboard' && one.available) ?? false;
  return (
    <Box
      component="form"
      noValidate
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault();
        if (label.trim() !== '' && !pending) collect(label.trim(), () => setLabel(''));
      }}
      sx={{ display: 'grid', gap: 3, pt: 5, borderTop: 1, borderColor: 'divider' }}
    >
      <div>
        <Typography variant="h3" component="h2" id={id}>
          {t('settings.keys.bring')}
        </Typography>
        <Typography variant="caption">
          {t('settings.keys.bringAbout')}{' '}
          {t(clipboard ? 'settings.keys.bringClipboard' : 'settings.keys.bringPage')}
        </Typography>
      </div>
      <TextField
        label={t('settings.keys.bringLabel')}
        value={label}
        onChange={setLabel}
        maxLength={60}
        width={280}
      />
      {errorMessage !== null && <Alert severity="error">{errorMessage}</Alert>}
      <Box>
        <Button type="submit" disabled={pending || label.trim() === ''}>
          {t('settings.keys.bring')}
        </Button>
      </Box>
    </Box>
  );
}
