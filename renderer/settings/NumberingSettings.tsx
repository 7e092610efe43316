import type { Settings } from '#shared/contract/settings.ts';
import { recordKinds } from '#shared/terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { TextField } from '../components/FormFields.tsx';
import { SaveForm, SettingsPart, useSettingsForm } from './SettingsForm.tsx';
import { numberPreview, templateFault } from './validation.ts';

/** The template of each kind's numbers, with what they will look like. */
export function NumberingSettings({ settings }: { settings: Settings }) {
  const { t } = useI18n();
  const form = useSettingsForm(settings.numbering, (numbering) => ({ numbering }));
  const { draft, set } = form;
  const today = new Date();
  return (
    <SettingsPart title={t('settings.section.numbering')} about={t('settings.numbering.about')}>
      <SaveForm form={form}>
        {recordKinds.map((kind) => {
          const fault = templateFault(draft[kind]);
          return (
            <TextField
              key={kind}
              label={t(`records.kind.${kind}`)}
              value={draft[kind]}
              onChange={(template) => set({ ...draft, [kind]: template })}
              code
              width={360}
              maxLength={60}
              helperText={`${t('settings.numbering.preview', { number: numberPreview(draft[kind], 124, today) })}. ${t('settings.numbering.help')}`}
              error={fault === null ? null : t(`settings.numbering.problem.${fault}`)}
            />
          );
        })}
      </SaveForm>
    </SettingsPart>
  );
}
