import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
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

/**
 * What a form edits of what is saved: plain data. Until somebody changes it, it follows what is saved, which another
 * screen or a script may change too; what somebody began to change stays.
 */
export function useDraft<Value>(saved: Value): [draft: Value, setDraft: (draft: Value) => void] {
  const [state, setState] = useState({ saved, draft: saved });
  if (!isSame(saved, state.saved)) {
    const draft = isSame(state.draft, state.saved) ? saved : state.draft;
    setState({ saved, draft });
    return [draft, (next) => setState({ saved, draft: next })];
  }
  return [state.draft, (draft) => setState({ saved: state.saved, draft })];
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Saves a part of the settings. */
export function useSave(said: boolean = true) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useI18n();
  const notDone = useNotDone();
  return useMutation({
    ...api.settings.update.mutationOptions(),
    onSuccess: (settings) => {
      queries.setQueryData(api.settings.get.queryKey(), settings);
      void queries.invalidateQueries({ queryKey: api.status.key() });
      if (said) notify({ tone: 'done', text: t('settings.saved') });
    },
    onError: notDone,
  });
}
