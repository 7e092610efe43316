import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { Settings } from '#shared/contract/settings.ts';
import { useReceiverText } from '../app/frame/ReceiverState.tsx';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useStatus } from '../app/status.ts';
import { Box } from '../components/Box.tsx';
import { TechnicalDetail } from '../components/Fields.tsx';
import { TextField } from '../components/FormFields.tsx';
import { CertificateSettings } from './CertificateSettings.tsx';
import { SaveForm, type SettingsForm, SettingsPart, useSettingsForm } from './SettingsForm.tsx';
import { isLoopback, type ReceiverDraft, receiverChanges, receiverDraft } from './validation.ts';

/** Where the receiver listens, how it stands now, and its certificate. */
export function ReceiverSettings({ settings }: { settings: Settings }) {
  const { t } = useI18n();
  const form = useSettingsForm(receiverDraft(settings.receiver), receiverChanges);
  return (
    <SettingsPart title={t('settings.section.receiver')} about={t('settings.receiver.about')}>
      <ReceiverNow />
      <GivenAtStart settings={settings} />
      <SaveForm form={form}>
        <ReceiverFields form={form} />
      </SaveForm>
      <CertificateSettings settings={settings} />
    </SettingsPart>
  );
}

/** Where the command line said otherwise, what is saved counts after this run. */
function GivenAtStart({ settings: { receiver: kept } }: { settings: Settings }) {
  const { t } = useI18n();
  const receiver = useStatus().data?.receiver;
  if (receiver === undefined) return null;
  const isKept = receiver.address === kept.address && (kept.port === 0 || receiver.port === kept.port);
  if (isKept) return null;
  const host = receiver.address.includes(':') ? `[${receiver.address}]` : receiver.address;
  return <Alert severity="info">{t('settings.receiver.given', { given: `${host}:${receiver.port}` })}</Alert>;
}

/** How the receiver stands at this moment, in whole sentences; in the settings with the way to a key where there is none. */
export function ReceiverNow({ inSettings = true }: { inSettings?: boolean }) {
  const { t } = useI18n();
  const status = useStatus();
  const label = useReceiverText();
  if (status.data === undefined) return null;
  const { receiver } = status.data;
  const text = label(receiver);
  const severity =
    receiver.state === 'listening'
      ? 'success'
      : receiver.state === 'noKey' || receiver.state === 'starting'
        ? 'warning'
        : 'error';
  return (
    <Alert
      severity={severity}
      action={
        inSettings &&
        receiver.state === 'noKey' && (
          <Button size="small" component={Link} href="/settings/keys">
            {t('connection.give.makeKey')}
          </Button>
        )
      }
    >
      <strong>
        {t('settings.receiver.now')}: {text.name}
      </strong>
      <br />
      {text.explain} {text.errorMessage}
      <TechnicalDetail text={receiver.error?.detail ?? ''} />
    </Alert>
  );
}

/** Address, port and hold, with what the address means for who can call. */
export function ReceiverFields({ form }: { form: SettingsForm<ReceiverDraft> }) {
  const { t } = useI18n();
  const { draft, set, isWrong } = form;
  const isLocal = isLoopback(draft.address);
  return (
    <>
      <Box sx={{ display: 'flex', gap: 4, alignItems: 'flex-start', flexWrap: 'wrap' }}>
        <TextField
          label={t('settings.receiver.address')}
          value={draft.address}
          onChange={(address) => set({ ...draft, address })}
          code
          width={280}
          helperText={t('settings.receiver.addressHelp')}
          error={isWrong('receiver', 'address') ? t('settings.receiver.addressWrong') : null}
        />
        <TextField
          label={t('settings.receiver.port')}
          value={draft.port}
          onChange={(port) => set({ ...draft, port })}
          code
          width={200}
          helperText={t('settings.receiver.portHelp')}
          error={isWrong('receiver', 'port') ? t('settings.receiver.portWrong') : null}
        />
      </Box>
      {!isWrong('receiver', 'address') && (
        <Alert severity={isLocal ? 'info' : 'warning'}>
          {t(isLocal ? 'settings.receiver.loopback' : 'settings.receiver.exposed')}
        </Alert>
      )}
      <TextField
        label={t('settings.receiver.hold')}
        value={draft.hold}
        onChange={(hold) => set({ ...draft, hold })}
        code
        width={420}
        helperText={t('settings.receiver.holdHelp')}
        error={isWrong('receiver', 'holdSeconds') ? t('settings.receiver.holdWrong') : null}
      />
    </>
  );
}
