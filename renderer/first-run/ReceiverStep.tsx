import { useState } from 'react';
import type { Settings } from '#shared/contract/settings.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { ReceiverFields } from '../settings/ReceiverFields.tsx';
import { ReceiverNow } from '../settings/ReceiverSettings.tsx';
import { draftOf, receiverOf } from '../settings/receiver-draft.ts';
import { useSave } from '../settings/useSave.ts';
import { StepForm } from './StepForm.tsx';

export function ReceiverStep({ settings, onDone }: { settings: Settings; onDone: () => void }) {
  const { t } = useI18n();
  const save = useSave(false);
  const [draft, setDraft] = useState(draftOf(settings.receiver));
  const receiver = receiverOf(draft);
  return (
    <StepForm
      title={t('firstRun.receiver.title')}
      text={t('firstRun.receiver.text')}
      valid={receiver !== null}
      pending={save.isPending}
      onSave={() => {
        if (receiver !== null) save.mutate({ receiver }, { onSuccess: onDone });
      }}
    >
      <ReceiverFields value={draft} onChange={setDraft} />
      <ReceiverNow />
    </StepForm>
  );
}
