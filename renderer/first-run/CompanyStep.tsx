import { useState } from 'react';
import type { Settings } from '#shared/contract/settings.ts';
import { useWords } from '../app/locale/i18n.ts';
import { CompanyFields } from '../settings/CompanyFields.tsx';
import { useSave } from '../settings/useSave.ts';
import { StepForm } from './StepForm.tsx';

export function CompanyStep({ settings, onDone }: { settings: Settings; onDone: () => void }) {
  const { t } = useWords();
  const save = useSave(false);
  const [company, setCompany] = useState(settings.company);
  return (
    <StepForm
      title={t('firstRun.company.title')}
      text={t('firstRun.company.text')}
      valid={company.name.trim() !== ''}
      pending={save.isPending}
      onSave={() => save.mutate({ company }, { onSuccess: onDone })}
    >
      <CompanyFields value={company} onChange={setCompany} autoFocus />
    </StepForm>
  );
}
