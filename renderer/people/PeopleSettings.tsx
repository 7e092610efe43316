import * as z from 'zod';
import { useI18n } from '../app/locale/i18n.ts';
import { notify } from '../app/snackbar.ts';
import { TextField } from '../components/FormFields.tsx';
import { SaveForm, SettingsPart, useDraftForm } from '../settings/SettingsForm.tsx';
import { usePerson, useRename } from './me.ts';

const name = z.object({ name: z.string().trim().min(1).max(120) });

/** Who works here. */
export function PeopleSettings() {
  const { t } = useI18n();
  const person = usePerson();
  const rename = useRename();
  const form = useDraftForm({
    saved: { name: person?.name ?? '' },
    check: (draft) => name.safeParse(draft),
    mutation: rename,
  });
  return (
    <SettingsPart title={t('settings.section.people')}>
      <SaveForm
        form={form}
        onSave={() => form.save(() => notify({ tone: 'done', text: t('settings.saved') }))}
      >
        <TextField
          label={t('settings.company.person')}
          value={form.draft.name}
          onChange={(value) => form.set({ name: value })}
          maxLength={120}
          width={360}
          helperText={t('settings.company.personHelp')}
        />
      </SaveForm>
    </SettingsPart>
  );
}
