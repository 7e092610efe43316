import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Settings } from '#shared/contract/settings.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { TextField, ToggleGroup } from '../components/FormFields.tsx';
import { FolderNotice } from '../policies/PolicyTabs.tsx';
import { SaveForm, SettingsPart, useDraft, useSave } from './SettingsForm.tsx';

/** The folder whose files are imported by themselves, and what becomes of one with bad rows. */
export function PolicyBookSettings({ settings }: { settings: Settings }) {
  const { t } = useI18n();
  const save = useSave();
  const was = settings.policyBook;
  const [draft, setDraft] = useDraft(was);
  const changed = draft.watchedFolder.trim() !== was.watchedFolder || draft.badRows !== was.badRows;
  const label = t('policies.settings.book.badRows');
  return (
    <SettingsPart title={t('settings.section.policyBook')} about={t('policies.settings.book.about')}>
      <FolderNotice isWhole />
      <SaveForm
        changed={changed}
        valid
        pending={save.isPending}
        onSave={() => save.mutate({ policyBook: { ...draft, watchedFolder: draft.watchedFolder.trim() } })}
      >
        <TextField
          label={t('policies.settings.book.folder')}
          value={draft.watchedFolder}
          onChange={(watchedFolder) => setDraft({ ...draft, watchedFolder })}
          code
          maxLength={1000}
          help={t('policies.settings.book.folderHelp')}
        />
        <Box>
          <Typography variant="body2" sx={{ fontWeight: 500, mb: 1 }} aria-hidden>
            {label}
          </Typography>
          <ToggleGroup
            label={label}
            value={draft.badRows}
            options={(['refuse', 'skip'] as const).map((value) => ({
              value,
              label: t(`policies.settings.book.${value}`),
            }))}
            onChange={(badRows) => setDraft({ ...draft, badRows })}
          />
          <Typography variant="caption" component="p" sx={{ mt: 1 }}>
            {t(`policies.settings.book.${draft.badRows}About`)}
          </Typography>
        </Box>
      </SaveForm>
    </SettingsPart>
  );
}
