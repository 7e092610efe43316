import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'wouter';
import type { Settings } from '#shared/contract/settings.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { SwitchField, TextField } from '../components/FormFields.tsx';
import { hostsPath } from '../downloads/download-state.ts';
import {
  attachmentLimitNames,
  attachmentLimits,
  attachmentsDraftOf,
  attachmentsOf,
  limitOf,
} from './attachments-draft.ts';
import { ContentCheck } from './ContentCheck.tsx';
import { SaveForm, SettingsPart } from './SettingsForm.tsx';
import { useDraft } from './useDraft.ts';
import { useSave } from './useSave.ts';

/** How far downloads may go, whether they carry the platform's key, and whether what is stored is still whole. */
export function AttachmentSettings({ settings }: { settings: Settings }) {
  const { t, format } = useI18n();
  const save = useSave();
  const was = attachmentsDraftOf(settings.attachments);
  const [draft, setDraft] = useDraft(was);
  const wanted = attachmentsOf(draft);
  const changed =
    draft.sendPlatformKey !== was.sendPlatformKey ||
    attachmentLimitNames.some((name) => draft[name].trim() !== was[name]);
  return (
    <SettingsPart title={t('settings.section.attachments')} about={t('downloads.settings.about')}>
      <SaveForm
        changed={changed}
        valid={wanted !== null}
        pending={save.isPending}
        onSave={() => {
          if (wanted !== null) save.mutate({ attachments: wanted });
        }}
      >
        <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'repeat(auto-fit, minmax(264px, 1fr))' }}>
          {attachmentLimitNames.map((name) => {
            const [from, to] = attachmentLimits[name];
            return (
              <TextField
                key={name}
                label={t(`downloads.settings.${name}`)}
                value={draft[name]}
                onChange={(text) => setDraft({ ...draft, [name]: text })}
                code
                help={t(`downloads.settings.${name}Help`)}
                wrong={
                  limitOf(draft, name) === null
                    ? t('downloads.settings.wrong', { from: format.count(from), to: format.count(to) })
                    : null
                }
              />
            );
          })}
        </Box>
        <Box sx={{ display: 'grid', gap: 3 }}>
          <SwitchField
            label={t('downloads.settings.sendPlatformKey')}
            about={t('downloads.settings.sendPlatformKeyAbout')}
            value={draft.sendPlatformKey}
            onChange={(sendPlatformKey) => setDraft({ ...draft, sendPlatformKey })}
          />
          {draft.sendPlatformKey && (
            <Alert severity="warning">{t('downloads.settings.sendPlatformKeyWarning')}</Alert>
          )}
        </Box>
      </SaveForm>
      <Box
        sx={{ display: 'flex', alignItems: 'center', gap: 4, pt: 5, borderTop: 1, borderColor: 'divider' }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h3" component="h2">
            {t('downloads.settings.hosts')}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('downloads.settings.hostsAbout')}
          </Typography>
        </Box>
        <Button component={Link} href={hostsPath}>
          {t('downloads.settings.hostsLink')}
        </Button>
      </Box>
      <ContentCheck />
    </SettingsPart>
  );
}
