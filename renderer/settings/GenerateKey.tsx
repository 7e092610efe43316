import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { TextField } from '../components/FormFields.tsx';
import type { Passing } from './passing.ts';
import { useKeyActions } from './useKeyActions.ts';

const looksLikeEmail = (text: string) => /^[^\s@:]+@[^\s@:]+\.[^\s@:]+$/.test(text.trim());

/** Makes a new secret and hands it over at once. */
export function GenerateKey({ onPassing }: { onPassing: (passing: Passing) => void }) {
  const { t } = useI18n();
  const [email, setEmail] = useState('');
  const [label, setLabel] = useState('');
  const [tried, setTried] = useState(false);
  const { generate, pending, errorMessage } = useKeyActions(onPassing);
  const right = looksLikeEmail(email) && label.trim() !== '';
  return (
    <Box
      component="form"
      noValidate
      aria-labelledby="generate-key"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (right && !pending)
          generate({ email: email.trim(), label: label.trim() }, () => {
            setEmail('');
            setLabel('');
            setTried(false);
          });
      }}
      sx={{ display: 'grid', gap: 3 }}
    >
      <div>
        <Typography variant="h3" component="h2" id="generate-key">
          {t('settings.keys.generate')}
        </Typography>
        <Typography variant="caption">{t('settings.keys.handOverAbout')}</Typography>
      </div>
      <Box sx={{ display: 'flex', gap: 4, flexWrap: 'wrap', alignItems: 'flex-start' }}>
        <TextField
          label={t('settings.keys.label')}
          value={label}
          onChange={setLabel}
          maxLength={60}
          width={280}
          help={t('settings.keys.labelHelp')}
        />
        <TextField
          label={t('settings.keys.email')}
          type="email"
          value={email}
          onChange={setEmail}
          maxLength={200}
          width={280}
          help={t('settings.keys.emailHelp')}
          wrong={tried && !looksLikeEmail(email) ? t('settings.keys.emailWrong') : null}
        />
      </Box>
      {errorMessage !== null && <Alert severity="error">{errorMessage}</Alert>}
      <Box>
        <Button
          type="submit"
          variant="contained"
          disabled={pending || label.trim() === '' || email.trim() === ''}
        >
          {t('settings.keys.generate')}
        </Button>
      </Box>
    </Box>
  );
}
