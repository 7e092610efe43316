import { useState } from 'react';
import type { Settings } from '#shared/contract/settings.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { addressFault } from '../platform/address.ts';
import { PlatformFields } from '../platform/PlatformFields.tsx';
import { PlatformKey } from '../platform/PlatformKey.tsx';
import { useSave } from '../settings/useSave.ts';
import { StepForm } from './StepForm.tsx';

/** Where the platform's lists come from, and the key for it. */
export function PlatformStep({ settings, onDone }: { settings: Settings; onDone: () => void }) {
  const { t } = useI18n();
  const save = useSave(false);
  const [draft, setDraft] = useState(settings.platform);
  return (
    <StepForm
      title={t('firstRun.platform.title')}
      text={t('firstRun.platform.text')}
      valid={draft.baseUrl.trim() !== '' && addressFault(draft) === null}
      pending={save.isPending}
      onSave={() =>
        save.mutate({ platform: { ...draft, baseUrl: draft.baseUrl.trim() } }, { onSuccess: onDone })
      }
      besides={<PlatformKey />}
    >
      <PlatformFields value={draft} onChange={setDraft} />
    </StepForm>
  );
}
