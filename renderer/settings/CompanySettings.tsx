import Alert from '@mui/material/Alert';
import { useState } from 'react';
import type { Settings } from '#shared/contract/settings.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { TextField } from '../components/FormFields.tsx';
import { SaveForm, SettingsPart, useDraft, useSave } from './SettingsForm.tsx';
import { rncForm } from './validation.ts';

/** Who the insurer is and who sits here. */
export function CompanySettings({ settings }: { settings: Settings }) {
  const { t } = useI18n();
  const save = useSave();
  const [company, setCompany] = useDraft(settings.company);
  const [person, setPerson] = useDraft(settings.person.name);
  const rnc = useOddRnc(company.taxId, settings.company.taxId);
  const changed =
    company.name !== settings.company.name ||
    company.taxId !== settings.company.taxId ||
    company.marketplaceName !== settings.company.marketplaceName ||
    person !== settings.person.name;
  return (
    <SettingsPart title={t('settings.section.company')} about={t('settings.company.about')}>
      <SaveForm
        changed={changed}
        valid
        pending={save.isPending}
        onSave={() => rnc.keep(() => save.mutate({ company, person: { name: person.trim() } }))}
      >
        <CompanyFields value={company} onChange={setCompany} isAsked={rnc.isAsked} />
        <TextField
          label={t('settings.company.person')}
          value={person}
          onChange={setPerson}
          maxLength={120}
          width={360}
          help={t('settings.company.personHelp')}
        />
        <TextField
          label={t('settings.company.marketplaceName')}
          value={company.marketplaceName}
          onChange={(marketplaceName) => setCompany({ ...company, marketplaceName })}
          maxLength={60}
          width={360}
          placeholder="marketplace"
          help={t('settings.company.marketplaceNameHelp')}
        />
      </SaveForm>
    </SettingsPart>
  );
}

export type Company = Settings['company'];

/** The insurer's name and RNC. */
export function CompanyFields(props: {
  value: Company;
  onChange: (value: Company) => void;
  autoFocus?: boolean;
  /** An odd RNC was about to be kept, and is once this is pressed again. */
  isAsked: boolean;
}) {
  const { t } = useI18n();
  const { value, onChange } = props;
  const form = rncForm(value.taxId);
  const odd =
    form === 'length' ? 'settings.company.rncLength' : form === 'check' ? 'settings.company.rncCheck' : null;
  return (
    <>
      <TextField
        label={t('settings.company.name')}
        value={value.name}
        onChange={(name) => onChange({ ...value, name })}
        maxLength={200}
        {...(props.autoFocus === true ? { autoFocus: true } : {})}
      />
      <TextField
        label={t('settings.company.taxId')}
        value={value.taxId}
        onChange={(taxId) => onChange({ ...value, taxId })}
        code
        maxLength={20}
        width={240}
        help={t('settings.company.taxIdHelp')}
        odd={odd === null ? null : t(odd)}
      />
      {props.isAsked && (
        <Alert severity="warning" sx={{ maxWidth: 560 }}>
          {t('settings.company.rncSure')}
        </Alert>
      )}
    </>
  );
}

/**
 * Asks once before an odd RNC is kept: `keep` runs what it is given, unless the RNC is odd, new, and was not said to be
 * yet; then `isAsked` is true until it is written otherwise.
 */
export function useOddRnc(taxId: string, kept: string) {
  const [told, setTold] = useState<string | null>(null);
  const form = rncForm(taxId);
  const isOdd = (form === 'length' || form === 'check') && taxId.trim() !== kept;
  return {
    isAsked: isOdd && told === taxId,
    keep(save: () => void) {
      if (isOdd && told !== taxId) setTold(taxId);
      else save();
    },
  };
}
