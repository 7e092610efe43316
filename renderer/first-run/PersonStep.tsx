import { useState } from 'react';
import type { Settings } from '#shared/contract/settings.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { TextField } from '../components/FormFields.tsx';
import { useSave } from '../settings/useSave.ts';
import { StepForm } from './StepForm.tsx';

export function PersonStep({ settings, onDone }: { settings: Settings; onDone: () => void }) {
  const { t } = useI18n();
  const save = useSave(false);
  const [name, setName] = useState(settings.person.name);
  return (
    <StepForm
      title={t('firstRun.person.title')}
      text={t('firstRun.person.text')}
      valid={name.trim() !== ''}
      pending={save.isPending}
      onSave={() => save.mutate({ person: { name: name.trim() } }, { onSuccess: onDone })}
    >
      <TextField
        label={t('settings.company.person')}
        value={name}
        onChange={setName}
        maxLength={120}
        help={t('settings.company.personHelp')}
        autoFocus
      />
    </StepForm>
  );
}
