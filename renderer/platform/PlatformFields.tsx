import type { Settings } from '#shared/contract/settings.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { SwitchField, TextField } from '../components/FormFields.tsx';
import { addressFault } from './address.ts';

type Props = { value: Settings['platform']; onChange: (value: Settings['platform']) => void };

/** The platform's base address, and whether it may be without encryption. */
export function PlatformFields({ value, onChange }: Props) {
  const { t } = useI18n();
  const fault = addressFault(value);
  return (
    <>
      <TextField
        label={t('platform.address')}
        value={value.baseUrl}
        onChange={(baseUrl) => onChange({ ...value, baseUrl })}
        code
        maxLength={500}
        help={t('platform.addressHelp')}
        wrong={fault === null ? null : t(fault === 'http' ? 'platform.addressHttp' : 'platform.addressWrong')}
      />
      <SwitchField
        label={t('platform.allowHttp')}
        about={t('platform.allowHttpAbout')}
        value={value.allowHttp}
        onChange={(allowHttp) => onChange({ ...value, allowHttp })}
      />
    </>
  );
}
