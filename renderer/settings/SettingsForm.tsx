import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
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

/**
 * Fields with one button that keeps them; it works when there is something right to keep. `changed` is what the person
 * changed: a draft follows what is saved elsewhere (`useDraft`), so that nobody is asked about that on leaving.
 */
export function SaveForm({ children, changed, valid, pending, onSave }: Props) {
  const { t } = useI18n();
  useUnsaved(changed);
  return (
    <Box
      component="form"
      noValidate
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
