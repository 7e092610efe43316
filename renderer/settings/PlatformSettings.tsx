import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { ORPCError } from '@orpc/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, PlugZap } from 'lucide-react';
import { useState } from 'react';
import type { Settings } from '#shared/contract/settings.ts';
import { useCapability, usePassesSecrets } from '../app/capabilities.ts';
import type { Client } from '../app/connection.ts';
import { useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { useMay } from '../app/read-only.tsx';
import { notify } from '../app/snackbar.ts';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { CodeBlock } from '../components/CodeBlock.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Field, Fields } from '../components/Fields.tsx';
import { SwitchField, TextField } from '../components/FormFields.tsx';
import { LineSkeleton } from '../components/Skeletons.tsx';
import { Typography } from '../components/Typography.tsx';
import { type SecretTransfer, SecretTransferNote } from './Keys.tsx';
import { ProblemNote, ReferenceLists } from './ReferenceLists.tsx';
import { SaveForm, SettingsPart, useSettingsForm } from './SettingsForm.tsx';
import { addressFault } from './validation.ts';

/** The platform's settings as they are saved. */
export const platformChanges = (draft: Settings['platform']) => ({
  platform: { ...draft, baseUrl: draft.baseUrl.trim() },
});

/** The platform's address and key, whether they work, and the lists that come from there. */
export function PlatformSettings({ settings }: { settings: Settings }) {
  const { t } = useI18n();
  const api = useApi();
  const url = useQuery(api.reference.key.queryOptions()).data?.urlFromCommandLine ?? null;
  const form = useSettingsForm(settings.platform, platformChanges);
  const maySetUp = useMay('administrator');
  return (
    <SettingsPart title={t('settings.section.platform')} about={t('platform.about')}>
      {url !== null && <Alert severity="info">{t('platform.fromCommandLine', { url: url })}</Alert>}
      {maySetUp && (
        <>
          <SaveForm form={{ ...form, valid: addressFault(form.draft) === null }}>
            <PlatformFields value={form.draft} onChange={form.set} />
          </SaveForm>
          <PlatformKey />
          <ConnectionTest />
        </>
      )}
      <ReferenceLists />
    </SettingsPart>
  );
}

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
        helperText={t('platform.addressHelp')}
        error={fault === null ? null : t(fault === 'http' ? 'platform.addressHttp' : 'platform.addressWrong')}
      />
      <SwitchField
        label={t('platform.allowHttp')}
        helperText={t('platform.allowHttpAbout')}
        value={value.allowHttp}
        onChange={(allowHttp) => onChange({ ...value, allowHttp })}
      />
    </>
  );
}

/** The key that Perito presents to the platform. Its secret passes through the shell, never through here. */
export function PlatformKey() {
  const { t } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const errorMessage = useErrorMessage();
  const key = useQuery(api.reference.key.queryOptions());
  const [transfer, setTransfer] = useState<SecretTransfer>(null);
  const [sure, setSure] = useState(false);
  const stale = () => void queries.invalidateQueries({ queryKey: api.reference.key() });
  const collect = useMutation({
    ...api.reference.collectKey.mutationOptions(),
    onSuccess: (passage) => setTransfer({ passage, collecting: true }),
    onSettled: stale,
  });
  const forget = useMutation({
    ...api.reference.forgetKey.mutationOptions(),
    onSuccess: () => {
      setSure(false);
      notify({ tone: 'done', text: t('platform.key.forgotten') });
    },
    onSettled: stale,
  });
  const secretIn = key.data?.secretIn;
  const isOurs = secretIn === 'keychain' || secretIn === 'memory';
  const hasClipboard = useCapability('clipboard') ?? false;
  const passes = usePassesSecrets();
  const failed = collect.error ?? forget.error;
  return (
    <Box
      component="section"
      aria-labelledby="platform-key"
      sx={{ display: 'grid', gap: 3, pt: 5, borderTop: 1 }}
    >
      <div>
        <Typography variant="h3" component="h2" id="platform-key">
          {t('platform.key.title')}
        </Typography>
        <Typography variant="caption">
          {t('platform.key.about')} {t(hasClipboard ? 'platform.key.clipboard' : 'platform.key.page')}
        </Typography>
      </div>
      {transfer !== null && <SecretTransferNote transfer={transfer} onClose={() => setTransfer(null)} />}
      {key.isError && <ErrorState query={key} />}
      {key.isPending && <LineSkeleton height={32} label={t('common.loading')} />}
      {key.data !== undefined && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
          <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, flex: 1, minWidth: 220 }}>
            <KeyRound size={16} aria-hidden />
            <Typography variant="body2" role="status">
              {t(`platform.key.secretIn.${key.data.secretIn}`)}
            </Typography>
          </Box>
          {passes === false && <Typography variant="caption">{t('office.elsewhere')}</Typography>}
          {secretIn !== 'environment' && passes !== false && (
            <Button disabled={collect.isPending} onClick={() => collect.mutate(undefined)}>
              {t(isOurs ? 'platform.key.change' : 'platform.key.collect')}
            </Button>
          )}
          {isOurs && !sure && (
            <Button color="error" variant="text" onClick={() => setSure(true)}>
              {t('platform.key.forget')}
            </Button>
          )}
        </Box>
      )}
      {sure && (
        <Alert severity="warning">
          {t('platform.key.forgetText')}
          <Box sx={{ display: 'flex', gap: 2, mt: 2 }}>
            <Button onClick={() => setSure(false)}>{t('common.cancel')}</Button>
            <Button color="error" disabled={forget.isPending} onClick={() => forget.mutate(undefined)}>
              {t('platform.key.forgetConfirm')}
            </Button>
          </Box>
        </Alert>
      )}
      {failed !== null && (
        <Alert severity="error">
          {failed instanceof ORPCError && failed.code === 'NO_KEY_THERE'
            ? t('settings.keys.noKeyThere')
            : errorMessage(failed)}
        </Alert>
      )}
    </Box>
  );
}

/** One real call with the address and key in force, and what was answered, in words and as it came. */
function ConnectionTest() {
  const { t } = useI18n();
  const api = useApi();
  const errorMessage = useErrorMessage();
  const test = useMutation(api.reference.test.mutationOptions());
  return (
    <Box
      component="section"
      aria-labelledby="platform-test"
      sx={{ display: 'grid', gap: 3, pt: 5, borderTop: 1 }}
    >
      <Box sx={{ display: 'flex', gap: 4, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1 }}>
          <Typography variant="h3" component="h2" id="platform-test">
            {t('platform.test.title')}
          </Typography>
          <Typography variant="caption">{t('platform.test.about')}</Typography>
        </Box>
        <Button
          startIcon={<PlugZap size={14} />}
          disabled={test.isPending}
          onClick={() => test.mutate(undefined)}
        >
          {t(test.isPending ? 'platform.test.running' : 'platform.test.button')}
        </Button>
      </Box>
      <Box role="status" sx={{ display: 'grid', gap: 3, '&:empty': { display: 'none' } }}>
        {test.isError && <Alert severity="error">{errorMessage(test.error)}</Alert>}
        {test.data !== undefined && !test.isPending && <Outcome outcome={test.data} />}
      </Box>
    </Box>
  );
}

type Tested = Awaited<ReturnType<Client['reference']['test']>>;

function Outcome({ outcome }: { outcome: Tested }) {
  const { t, format } = useI18n();
  return (
    <>
      {outcome.problem === null ? (
        <Alert severity="success">{t('platform.test.good', { count: outcome.items ?? 0 })}</Alert>
      ) : (
        <ProblemNote problem={outcome.problem} />
      )}
      {outcome.url !== null && (
        <Fields>
          <Field label={t('platform.test.url')} wide>
            <PlainCode value={outcome.url} />
          </Field>
          <Field label={t('platform.test.status')}>{outcome.status ?? t('common.none')}</Field>
          <Field label={t('platform.test.contentType')}>{outcome.contentType ?? t('common.none')}</Field>
          <Field label={t('platform.test.time')}>
            {outcome.milliseconds === null
              ? t('common.none')
              : t('platform.test.milliseconds', { count: outcome.milliseconds })}
          </Field>
          {outcome.sample.length > 0 && (
            <Field label={t('platform.test.sample')} wide>
              {outcome.sample.map(({ id, name }) => `${id} · ${name}`).join('\n')}
            </Field>
          )}
        </Fields>
      )}
      {outcome.body !== null && outcome.body !== '' && (
        <Box>
          <Typography variant="caption" component="p" sx={{ mb: 1 }}>
            {t('platform.test.body')} ({format.bytes(new Blob([outcome.body]).size)})
          </Typography>
          <CodeBlock label={t('platform.test.body')} text={outcome.body} />
        </Box>
      )}
    </>
  );
}
