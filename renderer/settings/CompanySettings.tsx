import type { Settings } from '#shared/contract/settings.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { TextField } from '../components/FormFields.tsx';
import { CompanyFields } from './CompanyFields.tsx';
import { useOddRnc } from './rnc.ts';
import { SaveForm, SettingsPart } from './SettingsForm.tsx';
import { useDraft } from './useDraft.ts';
import { useSave } from './useSave.ts';

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
