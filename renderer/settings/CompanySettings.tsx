import Alert from '@mui/material/Alert';
import { useState } from 'react';
import { settings as contract, type Settings } from '#shared/contract/settings.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { TextField } from '../components/FormFields.tsx';
import { SaveForm, SettingsPart, useSettingsForm } from './SettingsForm.tsx';
import { maxLengthOf, rncForm } from './validation.ts';

const schema = contract.shape;
type Company = Settings['company'];

/** Who the insurer is. */
export function CompanySettings({ settings }: { settings: Settings }) {
  const { t } = useI18n();
  const form = useSettingsForm(settings.company, (company) => ({ company }));
  const { draft, set } = form;
  const rnc = useOddRnc(draft.taxId, settings.company.taxId);
  return (
    <SettingsPart title={t('settings.section.company')} about={t('settings.company.about')}>
      <SaveForm form={form} onSave={() => rnc.keep(form.save)}>
        <CompanyFields
          value={draft}
          onChange={(company) => set({ ...draft, ...company })}
          isAsked={rnc.isAsked}
        />
        <TextField
          label={t('settings.company.marketplaceName')}
          value={draft.marketplaceName}
          onChange={(marketplaceName) => set({ ...draft, marketplaceName })}
          {...maxLengthOf(schema.company.shape.marketplaceName)}
          width={360}
          placeholder="marketplace"
          helperText={t('settings.company.marketplaceNameHelp')}
        />
      </SaveForm>
    </SettingsPart>
  );
}

/** The insurer's name and RNC. */
export function CompanyFields(props: {
  value: Company;
  onChange: (value: Company) => void;
  autoFocus?: boolean;
  /** An odd RNC was about to be saved, and is when the button is pressed again. */
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
        {...maxLengthOf(schema.company.shape.name)}
        {...(props.autoFocus === true ? { autoFocus: true } : {})}
      />
      <TextField
        label={t('settings.company.taxId')}
        value={value.taxId}
        onChange={(taxId) => onChange({ ...value, taxId })}
        code
        {...maxLengthOf(schema.company.shape.taxId)}
        width={240}
        helperText={t('settings.company.taxIdHelp')}
        warning={odd === null ? null : t(odd)}
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
 * Asks once before an odd RNC is saved: `keep` runs `save`, unless the RNC is odd, was changed, and was not asked about
 * yet; then `isAsked` is true until it is written otherwise.
 */
export function useOddRnc(taxId: string, saved: string) {
  const [asked, setAsked] = useState<string | null>(null);
  const form = rncForm(taxId);
  const isOdd = (form === 'length' || form === 'check') && taxId.trim() !== saved;
  return {
    isAsked: isOdd && asked === taxId,
    keep(save: () => void) {
      if (isOdd && asked !== taxId) setAsked(taxId);
      else save();
    },
  };
}
