import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useWords } from '../app/locale/i18n.ts';
import { useUnsaved } from '../app/Unsaved.tsx';

/** A titled part of the settings with what it is for. */
export function SettingsPart(props: { title: string; about?: string; children: ReactNode }) {
  return (
    <Box component="section" aria-label={props.title} sx={{ maxWidth: 680 }}>
      <Typography variant="h1">{props.title}</Typography>
      {props.about !== undefined && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
          {props.about}
        </Typography>
      )}
      <Box sx={{ mt: 6, display: 'grid', gap: 5 }}>{props.children}</Box>
    </Box>
  );
}

type Props = { children: ReactNode; changed: boolean; valid: boolean; pending: boolean; onSave: () => void };

/** Fields with one button that keeps them; it works when there is something right to keep. */
export function SaveForm({ children, changed, valid, pending, onSave }: Props) {
  const { t } = useWords();
  // What somebody else changed meanwhile is nothing that would be lost here.
  const [touched, setTouched] = useState(false);
  useUnsaved(changed && touched);
  const touch = () => setTouched(true);
  return (
    <Box
      component="form"
      noValidate
      onClick={touch}
      onKeyDown={touch}
      onChange={touch}
      onSubmit={(event) => {
        event.preventDefault();
        if (changed && valid && !pending) onSave();
      }}
      sx={{ display: 'grid', gap: 5 }}
    >
      {children}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
        <Button type="submit" variant="contained" disabled={!changed || !valid || pending}>
          {t('common.save')}
        </Button>
        {changed && <Typography variant="caption">{t('common.unsaved')}</Typography>}
      </Box>
    </Box>
  );
}
