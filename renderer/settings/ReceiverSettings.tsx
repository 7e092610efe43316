import Alert from '@mui/material/Alert';
import type { Settings } from '#shared/contract/settings.ts';
import { useReceiverText } from '../app/frame/ReceiverState.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useStatus } from '../app/status.ts';
import { TechnicalDetail } from '../components/Fields.tsx';
import { ReceiverFields } from './ReceiverFields.tsx';
import { draftOf, receiverOf } from './receiver-draft.ts';
import { SaveForm, SettingsPart } from './SettingsForm.tsx';
import { MarketplaceInstructions } from './Tell.tsx';
import { useDraft } from './useDraft.ts';
import { useSave } from './useSave.ts';

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
