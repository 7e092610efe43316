import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ContentCheck as Check } from '#shared/contract/attachments.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { useNotDone } from '../app/error-message.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Acts, useMay } from '../app/read-only.tsx';
import { Box } from '../components/Box.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Field } from '../components/Fields.tsx';
import { SwitchField, TextField } from '../components/FormFields.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { Typography } from '../components/Typography.tsx';
import { hostsPath } from '../downloads/download-state.ts';
import { AuthoritySettings } from './AuthoritySettings.tsx';
import { SaveForm, SettingsPart, useSettingsForm } from './SettingsForm.tsx';
import { attachmentLimits, attachmentsChanges, attachmentsDraft, boundsOf } from './validation.ts';

/** How far downloads may go, whether they carry the platform's key, and whether what is stored is still whole. */
export function AttachmentSettings({ settings }: { settings: Settings }) {
  const { t, format } = useI18n();
  const form = useSettingsForm(attachmentsDraft(settings.attachments), attachmentsChanges);
  const { draft, set } = form;
  const maySetUp = useMay('administrator');
  return (
    <SettingsPart title={t('settings.section.attachments')} about={t('downloads.settings.about')}>
      <SaveForm form={form}>
        <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'repeat(auto-fit, minmax(264px, 1fr))' }}>
          {attachmentLimits.map((name) => {
            const { from, to } = boundsOf(name);
            return (
              <TextField
                key={name}
                label={t(`downloads.settings.${name}`)}
                value={draft[name]}
                onChange={(text) => set({ ...draft, [name]: text })}
                code
                helperText={t(`downloads.settings.${name}Help`)}
                error={
                  form.isWrong('attachments', name)
                    ? t('downloads.settings.outOfRange', { from: format.count(from), to: format.count(to) })
                    : null
                }
              />
            );
          })}
        </Box>
        <Box sx={{ display: 'grid', gap: 3 }}>
          <SwitchField
            label={t('downloads.settings.sendPlatformKey')}
            helperText={t('downloads.settings.sendPlatformKeyAbout')}
            value={draft.sendPlatformKey}
            onChange={(sendPlatformKey) => set({ ...draft, sendPlatformKey })}
          />
          {draft.sendPlatformKey && (
            <Alert severity="warning">{t('downloads.settings.sendPlatformKeyWarning')}</Alert>
          )}
        </Box>
      </SaveForm>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 4, pt: 5, borderTop: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h3" component="h2">
            {t('downloads.settings.hosts')}
          </Typography>
          <Typography variant="quiet">{t('downloads.settings.hostsAbout')}</Typography>
        </Box>
        <Button component={Link} href={hostsPath}>
          {t('downloads.settings.hostsLink')}
        </Button>
      </Box>
      {maySetUp && <AuthoritySettings settings={settings} />}
      <ContentCheck />
    </SettingsPart>
  );
}

/** Whether every stored photo and document still is what came: run, how far it is, and what it found. */
function ContentCheck() {
  const { t } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const onError = useNotDone();
  const checked = useQuery({
    ...api.attachments.checked.queryOptions(),
    refetchInterval: ({ state }) => (state.data?.running === true ? 1000 : false),
  });
  const check = useMutation({
    ...api.attachments.check.mutationOptions(),
    onSuccess: (begun) => queries.setQueryData(api.attachments.checked.queryKey(), begun),
    onError,
  });
  const running = checked.data?.running === true || check.isPending;
  return (
    <Box
      component="section"
      aria-labelledby="content-check"
      sx={{ display: 'grid', gap: 3, pt: 5, borderTop: 1 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 4 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h3" component="h2" id="content-check">
            {t('downloads.settings.check.title')}
          </Typography>
          <Typography variant="quiet" sx={{ mt: 0.5 }}>
            {t('downloads.settings.check.about')}
          </Typography>
        </Box>
        <Acts of="attachments.check">
          <Button disabled={running || checked.data === undefined} onClick={() => check.mutate(undefined)}>
            {t(running ? 'downloads.settings.check.running' : 'downloads.settings.check.run')}
          </Button>
        </Acts>
      </Box>
      {checked.isError && <ErrorState query={checked} />}
      {checked.data !== undefined && <Result check={checked.data} />}
    </Box>
  );
}

function Result({ check }: { check: Check }) {
  const { t, format } = useI18n();
  const when = useWhen();
  const { running, checked, total, damaged, missing, orphans, aside, startedAt, finishedAt } = check;
  if (running)
    return (
      <Box sx={{ display: 'grid', gap: 2 }}>
        <LinearProgress
          aria-label={t('downloads.settings.check.title')}
          variant="determinate"
          value={total === 0 ? 0 : Math.min(100, Math.round((checked / total) * 100))}
          sx={{ borderRadius: 1 }}
        />
        <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {t('downloads.settings.check.progress', {
            checked: format.count(checked),
            total: format.count(total),
          })}
        </Typography>
      </Box>
    );
  if (startedAt === null || finishedAt === null)
    return <Typography variant="body2">{t('downloads.settings.check.never')}</Typography>;
  const good = damaged + missing === 0;
  const found = !good ? 'bad' : total === 0 ? 'nothing' : 'good';
  return (
    <>
      <Alert severity={good ? 'success' : 'warning'}>
        <strong>{t('downloads.settings.check.when', { when: when(finishedAt) })}.</strong>{' '}
        {t(`downloads.settings.check.${found}`)}
      </Alert>
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'repeat(5, 1fr)', gap: 4 }}>
        <Field label={t('downloads.settings.check.checked')}>{format.count(checked)}</Field>
        <Field label={t('downloads.settings.check.damaged')}>{format.count(damaged)}</Field>
        <Field label={t('downloads.settings.check.missing')}>{format.count(missing)}</Field>
        <Field label={t('downloads.settings.check.orphans')}>{format.count(orphans)}</Field>
        <Field label={t('downloads.settings.check.aside')}>{format.count(aside)}</Field>
      </Box>
      {aside > 0 && <Typography variant="quiet">{t('downloads.settings.check.asideAbout')}</Typography>}
    </>
  );
}
