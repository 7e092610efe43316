import { useState } from 'react';
import type { Settings } from '#shared/contract/settings.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { CompanyFields } from '../settings/CompanyFields.tsx';
import { useOddRnc } from '../settings/rnc.ts';
import { useSave } from '../settings/useSave.ts';
import { StepForm } from './StepForm.tsx';

export function CompanyStep({ settings, onDone }: { settings: Settings; onDone: () => void }) {
  const { t } = useI18n();
  const save = useSave(false);
  const [company, setCompany] = useState(settings.company);
  const rnc = useOddRnc(company.taxId, settings.company.taxId);
  return (
    <StepForm
      title={t('firstRun.company.title')}
      text={t('firstRun.company.text')}
      valid={company.name.trim() !== ''}
      pending={save.isPending}
      onSave={() => rnc.keep(() => save.mutate({ company }, { onSuccess: onDone }))}
    >
      <CompanyFields value={company} onChange={setCompany} isAsked={rnc.isAsked} autoFocus />
    </StepForm>
  );
}
