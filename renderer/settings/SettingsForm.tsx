import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type * as z from 'zod';
import { type SettingsChanges, settingsChanges } from '#shared/contract/settings.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { type Permission, useMay } from '../app/read-only.tsx';
import { notify } from '../app/snackbar.ts';
import { useUnsaved } from '../app/UnsavedChanges.tsx';
import { Box } from '../components/Box.tsx';
import { Form } from '../components/FormFields.tsx';
import { Typography } from '../components/Typography.tsx';

/** A titled part of the settings with what it is for; `back` leads to the part that it is a page of. */
export function SettingsPart(props: {
  title: string;
  about?: string;
  back?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Box
      component="section"
      aria-label={props.title}
      sx={{ maxWidth: 'clamp(680px, 45%, 880px)', mx: 'auto' }}
    >
      {props.back}
      <Typography variant="h1">{props.title}</Typography>
      {props.about !== undefined && (
        <Typography variant="quiet" sx={{ mt: 1, maxWidth: 680 }}>
          {props.about}
        </Typography>
      )}
      <Box sx={{ mt: 6, display: 'grid', gap: 5 }}>{props.children}</Box>
    </Box>
  );
}

/**
 * Fields with one button that saves them; it works when something was changed to what the contract takes. On leaving,
 * the person is asked about what is not saved.
 */
export function SaveForm(props: {
  form: Pick<SettingsForm<unknown>, 'changed' | 'valid' | 'pending' | 'save'>;
  /** In place of saving at once. */
  onSave?: () => void;
  /** What saving does; the settings are an administrator's unless told otherwise. Who may not reads them. */
  of?: Permission;
  children: ReactNode;
}) {
  const { t } = useI18n();
  const { changed, valid, pending, save } = props.form;
  const may = useMay(props.of ?? 'administrator');
  const { onSave = save } = props;
  useUnsaved(changed);
  return (
    <Form
      onSubmit={() => {
        if (changed && valid && !pending) onSave();
      }}
      sx={{ display: 'grid', gap: 5 }}
    >
      {may ? (
        props.children
      ) : (
        <Box
          component="fieldset"
          disabled
          sx={{ border: 0, p: 0, m: 0, minWidth: 0, display: 'grid', gap: 5 }}
        >
          {props.children}
        </Box>
      )}
      {may && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
          <Button type="submit" variant="contained" disabled={!changed || !valid || pending}>
            {t('common.save')}
          </Button>
          {changed && <Typography variant="caption">{t('common.unsaved')}</Typography>}
        </Box>
      )}
    </Form>
  );
}

export interface SettingsForm<Draft> {
  draft: Draft;
  set: (draft: Draft) => void;
  /** Whether what would be saved differs from what is. */
  changed: boolean;
  /** Whether the contract takes the draft. */
  valid: boolean;
  pending: boolean;
  /** Whether the contract refuses a field, by its path in the settings. */
  isWrong: (...path: readonly PropertyKey[]) => boolean;
  save: (onSaved?: () => void) => void;
}

type Saving<Draft, Wanted> = {
  saved: Draft;
  /** What the draft begins as where that is not what is saved. */
  initial?: Draft | undefined;
  /** What the contract makes of a draft. */
  check: (draft: Draft) => z.ZodSafeParseResult<Wanted>;
  mutation: {
    isPending: boolean;
    mutate: (wanted: Wanted, options: { onSuccess?: () => void }) => void;
  };
};

/**
 * The form of what is saved: its draft, which begins as that, whether the contract takes it, and the way to save it. Until
 * somebody changes the draft it follows what is saved, which another screen or a script may change too; what somebody began to
 * change stays.
 */
export function useDraftForm<Draft, Wanted>(saving: Saving<Draft, Wanted>): SettingsForm<Draft> {
  const { saved, initial = saved, check, mutation } = saving;
  const [state, setState] = useState({ saved, draft: initial });
  const isSame = (left: Draft, right: Draft) =>
    JSON.stringify(check(left).data ?? left) === JSON.stringify(check(right).data ?? right);
  let { draft } = state;
  if (!isSame(saved, state.saved)) {
    if (isSame(draft, state.saved) || isSame(draft, saved)) draft = saved;
    setState({ saved, draft });
  }
  const wanted = check(draft);
  return {
    draft,
    set: (next) => setState({ saved, draft: next }),
    changed: !isSame(draft, saved),
    valid: wanted.success,
    pending: mutation.isPending,
    isWrong: (...path) =>
      wanted.error?.issues.some((issue) => path.every((key, index) => issue.path[index] === key)) ?? false,
    save(onSaved) {
      if (wanted.success) mutation.mutate(wanted.data, onSaved === undefined ? {} : { onSuccess: onSaved });
    },
  };
}

/** The form of a part of the settings, of whose draft `changesOf` makes what is saved. */
export function useSettingsForm<Draft>(
  saved: Draft,
  changesOf: (draft: Draft) => SettingsChanges,
  { isQuiet = false }: { isQuiet?: boolean } = {},
): SettingsForm<Draft> {
  const mutation = useSaveSettings({ isQuiet });
  return useDraftForm({ saved, check: (draft) => settingsChanges.safeParse(changesOf(draft)), mutation });
}

/** Saves a part of the settings, and says so in the snackbar unless it is to be quiet. */
export function useSaveSettings({ isQuiet = false }: { isQuiet?: boolean } = {}) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useI18n();
  const notDone = useNotDone();
  return useMutation({
    ...api.settings.update.mutationOptions(),
    onSuccess: (settings) => {
      queries.setQueryData(api.settings.get.queryKey(), settings);
      void queries.invalidateQueries({ queryKey: api.status.key() });
      if (!isQuiet) notify({ tone: 'done', text: t('settings.saved') });
    },
    onError: notDone,
  });
}
