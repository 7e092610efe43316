import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput from '@mui/material/OutlinedInput';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { PaperMessage } from './PaperMessage.tsx';
import { SaveLink } from './SaveLink.tsx';

type Props = { id: number; wrong: boolean; onPassword: (password: string) => void };

/** A PDF that its sender protected: the password, which stays in this window, or the file as it is. */
export function PasswordPrompt({ id, wrong, onPassword }: Props) {
  const { t } = useI18n();
  const [password, setPassword] = useState('');
  return (
    <PaperMessage icon={Lock} title={t('papers.locked.title')} text={t('papers.locked.text')}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (password !== '') onPassword(password);
        }}
        sx={{ display: 'grid', gap: 2, width: 320, textAlign: 'left' }}
      >
        <Box component="label" htmlFor="paper-password" sx={(theme) => theme.typography.body2}>
          {t('papers.locked.password')}
        </Box>
        <OutlinedInput
          id="paper-password"
          type="password"
          autoComplete="off"
          autoFocus
          fullWidth
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={wrong}
          inputProps={{ maxLength: 200, 'aria-describedby': 'paper-password-said' }}
        />
        <FormHelperText id="paper-password-said" error={wrong} role="alert" sx={{ minHeight: 16 }}>
          {wrong && t('papers.locked.wrong')}
        </FormHelperText>
        <Box sx={{ display: 'flex', gap: 2 }}>
          <Button type="submit" variant="contained" disabled={password === ''}>
            {t('papers.locked.open')}
          </Button>
          <SaveLink file={{ id, content: null }} />
        </Box>
      </Box>
    </PaperMessage>
  );
}
