import type { Settings } from '#shared/contract/settings.ts';
import { recordKinds } from '#shared/terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { TextField } from '../components/FormFields.tsx';
import { SaveForm, SettingsPart, useDraft, useSave } from './SettingsForm.tsx';
import { numberPreview, templateFault } from './validation.ts';

/** The template of each kind's numbers, with what they will look like. */
export function NumberingSettings({ settings }: { settings: Settings }) {
  const { t } = useI18n();
  const save = useSave();
  const [draft, setDraft] = useDraft(settings.numbering);
  const kinds = recordKinds;
  const changed = kinds.some((kind) => draft[kind] !== settings.numbering[kind]);
  const valid = kinds.every((kind) => templateFault(draft[kind]) === null);
  const today = new Date();
  return (
    <SettingsPart title={t('settings.section.numbering')} about={t('settings.numbering.about')}>
      <SaveForm
        changed={changed}
        valid={valid}
        pending={save.isPending}
        onSave={() => save.mutate({ numbering: draft })}
      >
        {kinds.map((kind) => {
          const fault = templateFault(draft[kind]);
          return (
            <TextField
              key={kind}
              label={t(`records.kind.${kind}`)}
              value={draft[kind]}
              onChange={(template) => setDraft({ ...draft, [kind]: template })}
              code
              width={360}
              maxLength={60}
              help={`${t('settings.numbering.preview', { number: numberPreview(draft[kind], 124, today) })}. ${t('settings.numbering.help')}`}
              wrong={fault === null ? null : t(`settings.numbering.wrong.${fault}`)}
            />
          );
        })}
      </SaveForm>
    </SettingsPart>
  );
}
