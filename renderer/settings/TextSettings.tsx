import { settings as contract, type Settings } from '#shared/contract/settings.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { TextField } from '../components/FormFields.tsx';
import { SaveForm, SettingsPart, useSettingsForm } from './SettingsForm.tsx';
import { maxLengthOf } from './validation.ts';

const schema = contract.shape.texts.shape;

/** What the marketplace's users read where nobody writes a text for them. */
export function TextSettings({ settings }: { settings: Settings }) {
  const { t } = useI18n();
  const form = useSettingsForm(settings.texts, (texts) => ({ texts }));
  const { draft, set } = form;
  const empty = (...path: PropertyKey[]) =>
    form.isWrong('texts', ...path) ? t('settings.texts.empty') : null;
  return (
    <SettingsPart title={t('settings.section.texts')} about={t('settings.texts.about')}>
      <SaveForm form={form}>
        {(['inReview', 'unknownOrder', 'approved'] as const).map((name) => (
          <TextField
            key={name}
            label={t(`settings.texts.${name}`)}
            value={draft[name]}
            onChange={(text) => set({ ...draft, [name]: text })}
            rows={2}
            {...maxLengthOf(schema[name])}
            error={empty(name)}
          />
        ))}
      </SaveForm>
    </SettingsPart>
  );
}
