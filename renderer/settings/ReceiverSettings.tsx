import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import type { Settings } from '#shared/contract/settings.ts';
import { useReceiverText } from '../app/frame/ReceiverState.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useStatus } from '../app/status.ts';
import { TechnicalDetail } from '../components/Fields.tsx';
import { TextField } from '../components/FormFields.tsx';
import { MarketplaceInstructions } from './Keys.tsx';
import { SaveForm, SettingsPart, useDraft, useSave } from './SettingsForm.tsx';
import {
  draftOf,
  isIpAddress,
  isLoopback,
  type ReceiverDraft,
  receiverOf,
  wholeNumber,
} from './validation.ts';

/** Where the receiver listens, how it stands now, and what to tell the marketplace. */
export function ReceiverSettings({ settings }: { settings: Settings }) {
  const { t } = useI18n();
  const save = useSave();
  const [draft, setDraft] = useDraft(draftOf(settings.receiver));
  const was = draftOf(settings.receiver);
  const changed = draft.address !== was.address || draft.port !== was.port || draft.hold !== was.hold;
  const receiver = receiverOf(draft);
  return (
    <SettingsPart title={t('settings.section.receiver')} about={t('settings.receiver.about')}>
      <ReceiverNow />
      <SaveForm
        changed={changed}
        valid={receiver !== null}
        pending={save.isPending}
        onSave={() => {
          if (receiver !== null) save.mutate({ receiver });
        }}
      >
        <ReceiverFields value={draft} onChange={setDraft} />
      </SaveForm>
      <MarketplaceInstructions />
    </SettingsPart>
  );
}

/** How the receiver stands at this moment, in whole sentences. */
export function ReceiverNow() {
  const { t } = useI18n();
  const status = useStatus();
  const label = useReceiverText();
  if (status.data === undefined) return null;
  const { receiver } = status.data;
  const said = label(receiver);
  const severity =
    receiver.state === 'listening'
      ? 'success'
      : receiver.state === 'noKey' || receiver.state === 'starting'
        ? 'warning'
        : 'error';
  return (
    <Alert severity={severity}>
      <strong>
        {t('settings.receiver.now')}: {said.name}
      </strong>
      <br />
      {said.explain} {said.errorMessage}
      <TechnicalDetail text={receiver.error?.detail ?? ''} />
    </Alert>
  );
}

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
