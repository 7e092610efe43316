import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useI18n } from '../app/locale/i18n.ts';
import { TextField } from '../components/FormFields.tsx';
import { isIpAddress, isLoopback, wholeNumber } from './address.ts';
import type { ReceiverDraft } from './receiver-draft.ts';

type Props = { value: ReceiverDraft; onChange: (value: ReceiverDraft) => void };

/** Address, port and hold, with what the address means for who can call. */
export function ReceiverFields({ value, onChange }: Props) {
  const { t } = useI18n();
  const right = isIpAddress(value.address);
  return (
    <>
      <Box sx={{ display: 'flex', gap: 4, alignItems: 'flex-start', flexWrap: 'wrap' }}>
        <TextField
          label={t('settings.receiver.address')}
          value={value.address}
          onChange={(address) => onChange({ ...value, address })}
          code
          width={280}
          help={t('settings.receiver.addressHelp')}
          wrong={right ? null : t('settings.receiver.addressWrong')}
        />
        <TextField
          label={t('settings.receiver.port')}
          value={value.port}
          onChange={(port) => onChange({ ...value, port })}
          code
          width={200}
          help={t('settings.receiver.portHelp')}
          wrong={wholeNumber(value.port, 0, 65_535) === null ? t('settings.receiver.portWrong') : null}
        />
      </Box>
      {right && (
        <Alert severity={isLoopback(value.address) ? 'info' : 'warning'}>
          {t(isLoopback(value.address) ? 'settings.receiver.loopback' : 'settings.receiver.exposed')}
        </Alert>
      )}
      <TextField
        label={t('settings.receiver.hold')}
        value={value.hold}
        onChange={(hold) => onChange({ ...value, hold })}
        code
        width={280}
        help={t('settings.receiver.holdHelp')}
        wrong={wholeNumber(value.hold, 0, 90) === null ? t('settings.receiver.holdWrong') : null}
      />
    </>
  );
}
