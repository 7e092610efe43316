import Alert from '@mui/material/Alert';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { isDefinedError } from '@orpc/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { fiscalYears, type RetentionPolicy } from '#shared/contract/retention.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { FolderField } from '../backups/FolderField.tsx';
import { Box } from '../components/Box.tsx';
import { SelectField } from '../components/FormFields.tsx';
import { Typography } from '../components/Typography.tsx';
import { SaveForm, useDraftForm } from '../settings/SettingsForm.tsx';
import {
  checkPolicy,
  isUnderFiscalYears,
  never,
  policyDraft,
  suggestedDraft,
  yearChoices,
  yearsOf,
} from './retention-state.ts';

type Props = {
  policy: RetentionPolicy;
  /** Whether no rule was ever set: ten years are suggested. */
  isNew: boolean;
  /** Told of the years that are chosen, saved or not. */
  onYears: (years: number | null) => void;
};

/** After how many years closed claims leave, and to which folders. */
export function PolicyForm({ policy, isNew, onYears }: Props) {
  const { t } = useI18n();
  const titleId = useId();
  const save = useSavePolicy();
  const form = useDraftForm({
    saved: policyDraft(policy),
    initial: isNew ? suggestedDraft(policy) : undefined,
    check: checkPolicy,
    mutation: save,
  });
  const { draft, set } = form;
  const years = yearsOf(draft);
  const nameOf = (choice: string) => {
    if (choice === never) return t('retention.rule.never');
    const label = t('retention.rule.after', { count: Number(choice) });
    return Number(choice) === fiscalYears ? t('retention.rule.suggested', { label }) : label;
  };
  const problem = isDefinedError(save.error) && save.error.code === 'NOT_A_FOLDER' ? save.error.data : null;
  const problemOf = (folder: string, isSecond: boolean) =>
    problem !== null && problem.folder === folder.trim() && (problem.problem === 'same') <= isSecond
      ? t(`retention.rule.problem.${problem.problem}`)
      : null;
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ display: 'grid', gap: 4 }}>
      <Typography variant="h3" component="h2" id={titleId}>
        {t('retention.rule.title')}
      </Typography>
      <SaveForm
        form={form}
        onSave={() =>
          form.save(() => {
            notify({ tone: 'done', text: t('retention.rule.saved') });
            // What was known is said anew with the next change.
            set({ ...draft, knowsFiscalYears: false });
          })
        }
      >
        <SelectField
          label={t('retention.rule.years')}
          value={draft.years}
          options={yearChoices}
          labelOf={nameOf}
          onChange={(choice) => {
            const next = { ...draft, years: choice, knowsFiscalYears: false };
            set(next);
            onYears(yearsOf(next));
          }}
          width={360}
        />
        {isUnderFiscalYears(years) && (
          <FiscalYears
            isKnown={draft.knowsFiscalYears}
            isAsked={form.changed}
            onKnown={(knowsFiscalYears) => set({ ...draft, knowsFiscalYears })}
          />
        )}
        {years !== null && (
          <>
            <FolderField
              label={t('retention.rule.folder')}
              value={draft.folder}
              onChange={(folder) => set({ ...draft, folder })}
              helperText={t(
                draft.folder.trim() === '' ? 'retention.rule.needed' : 'retention.rule.folderHelp',
              )}
              error={problemOf(draft.folder, false)}
              autoFocus={isNew}
            />
            <FolderField
              label={t('retention.rule.second')}
              value={draft.secondFolder}
              onChange={(secondFolder) => set({ ...draft, secondFolder })}
              helperText={
                draft.secondFolder.trim() === ''
                  ? `${t('retention.rule.secondHelp')} ${t('retention.rule.oneCopy')}`
                  : t('retention.rule.secondHelp')
              }
              error={problemOf(draft.secondFolder, true)}
              autoFocus={false}
            />
          </>
        )}
      </SaveForm>
    </Box>
  );
}

/** How long the law has fiscal records kept, and that whoever lets less stand knows it. */
function FiscalYears(props: { isKnown: boolean; isAsked: boolean; onKnown: (isKnown: boolean) => void }) {
  const { t } = useI18n();
  return (
    <Alert severity="warning">
      <strong>{t('retention.fiscal.title')}.</strong> {t('retention.fiscal.rule')}{' '}
      {t('retention.fiscal.keep')}
      {props.isAsked && (
        <FormControlLabel
          sx={{ mt: 2, mx: 0, alignItems: 'flex-start', display: 'flex' }}
          control={
            <Checkbox
              size="small"
              checked={props.isKnown}
              onChange={(_, isKnown) => props.onKnown(isKnown)}
              sx={{ py: 0, pl: 0 }}
            />
          }
          label={
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              {t('retention.fiscal.knows')}
            </Typography>
          }
        />
      )}
    </Alert>
  );
}

function useSavePolicy() {
  const api = useApi();
  const queries = useQueryClient();
  const notDone = useNotDone();
  return useMutation(
    api.retention.setPolicy.mutationOptions({
      onSuccess: (state) => queries.setQueryData(api.retention.get.queryKey(), state),
      onError: (failure) => {
        if (!isDefinedError(failure) || failure.code !== 'NOT_A_FOLDER') notDone(failure);
      },
    }),
  );
}
