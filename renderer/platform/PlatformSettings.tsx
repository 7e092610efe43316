import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import type { Settings } from '#shared/contract/settings.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { SaveForm, SettingsPart } from '../settings/SettingsForm.tsx';
import { useDraft } from '../settings/useDraft.ts';
import { useSave } from '../settings/useSave.ts';
import { addressFault } from './address.ts';
import { ConnectionTest } from './ConnectionTest.tsx';
import { PlatformFields } from './PlatformFields.tsx';
import { PlatformKey } from './PlatformKey.tsx';
import { ReferenceLists } from './ReferenceLists.tsx';

/** The platform's address and key, whether they work, and the lists that come from there. */
export function PlatformSettings({ settings }: { settings: Settings }) {
  const { t } = useI18n();
  const api = useApi();
  const given = useQuery(api.reference.key.queryOptions()).data?.urlFromCommandLine ?? null;
  const save = useSave();
  const was = settings.platform;
  const [draft, setDraft] = useDraft(was);
  const fault = addressFault(draft);
  const changed = draft.baseUrl.trim() !== was.baseUrl || draft.allowHttp !== was.allowHttp;
  return (
    <SettingsPart title={t('settings.section.platform')} about={t('platform.about')}>
      {given !== null && <Alert severity="info">{t('platform.given', { url: given })}</Alert>}
      <SaveForm
        changed={changed}
        valid={fault === null}
        pending={save.isPending}
        onSave={() => save.mutate({ platform: { ...draft, baseUrl: draft.baseUrl.trim() } })}
      >
        <PlatformFields value={draft} onChange={setDraft} />
      </SaveForm>
      <PlatformKey />
      <ConnectionTest />
      <ReferenceLists />
    </SettingsPart>
  );
}
