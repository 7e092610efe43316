import { settings as contract, type Settings } from '#shared/contract/settings.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { TextField, ToggleField } from '../components/FormFields.tsx';
import { Typography } from '../components/Typography.tsx';
import { FolderNotice } from '../policies/PolicyTabs.tsx';
import { SaveForm, SettingsPart, useSettingsForm } from './SettingsForm.tsx';
import { maxLengthOf, wholeNumber } from './validation.ts';

const draftOf = (saved: Settings['policyBook']) => ({
  ...saved,
  totalLossPercent: String(saved.totalLossPercent),
});

const changesOf = (draft: ReturnType<typeof draftOf>) => ({
  policyBook: { ...draft, totalLossPercent: wholeNumber(draft.totalLossPercent) },
});

/** The folder whose files are imported by themselves, and what becomes of one with bad rows, and when an estimate is near a total loss. */
export function PolicyBookSettings({ settings }: { settings: Settings }) {
  const { t } = useI18n();
  const form = useSettingsForm(draftOf(settings.policyBook), changesOf);
  const { draft, set } = form;
  return (
    <SettingsPart title={t('settings.section.policyBook')} about={t('policies.settings.book.about')}>
      <FolderNotice isWhole />
      <SaveForm form={form}>
        <TextField
          label={t('policies.settings.book.folder')}
          value={draft.watchedFolder}
          onChange={(watchedFolder) => set({ ...draft, watchedFolder })}
          code
          {...maxLengthOf(contract.shape.policyBook.shape.watchedFolder)}
          helperText={t('policies.settings.book.folderHelp')}
        />
        <ToggleField
          label={t('policies.settings.book.badRows')}
          value={draft.badRows}
          options={['refuse', 'skip']}
          labelOf={(option) => t(`policies.settings.book.${option}`)}
          onChange={(badRows) => set({ ...draft, badRows })}
        >
          <Typography variant="caption" component="p" sx={{ mt: 1 }}>
            {t(`policies.settings.book.${draft.badRows}About`)}
          </Typography>
        </ToggleField>
        <TextField
          label={t('policies.settings.book.totalLoss')}
          value={draft.totalLossPercent}
          onChange={(totalLossPercent) => set({ ...draft, totalLossPercent })}
          code
          width={420}
          helperText={t('policies.settings.book.totalLossHelp')}
          error={
            form.isWrong('policyBook', 'totalLossPercent') ? t('policies.settings.book.totalLossWrong') : null
          }
        />
      </SaveForm>
    </SettingsPart>
  );
}
