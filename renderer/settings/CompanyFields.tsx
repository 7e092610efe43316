import Alert from '@mui/material/Alert';
import type { Settings } from '#shared/contract/settings.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { TextField } from '../components/FormFields.tsx';
import { rncForm } from './rnc.ts';

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
