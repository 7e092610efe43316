import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { ORPCError } from '@orpc/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, PlugZap } from 'lucide-react';
import { useState } from 'react';
import { openIdProvider, openIdRedirectPath } from '#shared/contract/open-id.ts';
import { usePassesSecrets } from '../app/capabilities.ts';
import type { Client } from '../app/connection.ts';
import { useErrorMessage, useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { CopyBlock } from '../components/CopyBlock.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Field, Fields } from '../components/Fields.tsx';
import { TextField } from '../components/FormFields.tsx';
import { FormSkeleton } from '../components/Skeletons.tsx';
import { Typography } from '../components/Typography.tsx';
import { Confirmation } from '../people/Confirmation.tsx';
import { useConsoleAddress } from '../people/me.ts';
import { useProblemWords } from '../people/provider-entry.ts';
import { type SecretTransfer, SecretTransferNote } from './Keys.tsx';
import { SaveForm, SettingsPart, useDraftForm } from './SettingsForm.tsx';

type State = Awaited<ReturnType<Client['openId']['get']>>;

/** By which provider the office's people sign in too: what it is, its secret, whether it answers, and what it has to be told. */
export function OpenIdSettings() {
  const { t } = useI18n();
  const state = useQuery(useApi().openId.get.queryOptions());
  const address = useConsoleAddress();
  return (
    <SettingsPart title={t('settings.section.openId')} about={t('openId.about')}>
      {state.isError && <ErrorState query={state} />}
      {state.data === undefined ? (
        !state.isError && <FormSkeleton />
      ) : (
        <>
          {!state.data.isOffice && <Alert severity="info">{t('openId.onlyOffice')}</Alert>}
          <Box sx={{ display: 'grid', gap: 2 }}>
            <CopyBlock label={t('openId.redirect')} text={`${address}${openIdRedirectPath}`} />
            <Typography variant="caption">{t('openId.redirectHelp')}</Typography>
          </Box>
          <ProviderForm state={state.data} />
          {state.data.provider !== null && (
            <>
              <ClientSecret secretIn={state.data.secretIn} name={state.data.provider.name} />
              <DiscoveryTest />
              <Remove />
            </>
          )}
        </>
      )}
    </SettingsPart>
  );
}

/** Takes what the engine answers as the state of this part. */
function useKeepState() {
  const api = useApi();
  const queries = useQueryClient();
  return (state: State) => {
    queries.setQueryData(api.openId.get.queryKey(), state);
    void queries.invalidateQueries({ queryKey: api.people.key() });
  };
}

function ProviderForm({ state }: { state: State }) {
  const { t } = useI18n();
  const api = useApi();
  const keep = useKeepState();
  const set = useMutation({ ...api.openId.set.mutationOptions(), onSuccess: keep, onError: useNotDone() });
  const form = useDraftForm({
    saved: state.provider ?? { issuer: '', clientId: '', name: '' },
    check: (draft) => openIdProvider.safeParse(draft),
    mutation: set,
  });
  const { draft } = form;
  const [isAsking, setAsking] = useState(false);
  const isIssuerWrong = draft.issuer.trim() !== '' && form.isWrong('issuer');
  const isOther = form.changed && form.valid && isOtherIssuer(state.provider?.issuer, draft.issuer);
  const save = () => {
    setAsking(false);
    form.save(() => notify({ tone: 'done', text: t('settings.saved') }));
  };
  return (
    <SaveForm form={form} of="openId.set" onSave={isOther ? () => setAsking(true) : save}>
      <TextField
        label={t('openId.name')}
        value={draft.name}
        onChange={(name) => form.set({ ...draft, name })}
        maxLength={60}
        width={360}
        helperText={t('openId.nameHelp')}
      />
      <TextField
        label={t('openId.issuer')}
        value={draft.issuer}
        onChange={(issuer) => form.set({ ...draft, issuer })}
        maxLength={500}
        code
        helperText={t('openId.issuerHelp')}
        error={isIssuerWrong ? t('openId.issuerWrong') : null}
      />
      <TextField
        label={t('openId.clientId')}
        value={draft.clientId}
        onChange={(clientId) => form.set({ ...draft, clientId })}
        maxLength={300}
        code
      />
      {isAsking && isOther && (
        <Confirmation
          text={t('openId.issuerOther')}
          act={t('openId.issuerChange')}
          isDisabled={set.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={save}
        />
      )}
    </SaveForm>
  );
}

/** Whether sign-ins, accounts and the secret are those of another provider, as the engine tells them apart. */
const isOtherIssuer = (saved: string | undefined, wanted: string): boolean =>
  saved !== undefined && new URL(saved).href !== new URL(wanted.trim()).href;

/** It passes through the shell, never through here. */
function ClientSecret({ secretIn, name }: { secretIn: State['secretIn']; name: string }) {
  const { t } = useI18n();
  const api = useApi();
  const keep = useKeepState();
  const errorMessage = useErrorMessage();
  const queries = useQueryClient();
  const passes = usePassesSecrets();
  const [transfer, setTransfer] = useState<SecretTransfer>(null);
  const [isForgetting, setForgetting] = useState(false);
  const stale = () => void queries.invalidateQueries({ queryKey: api.openId.key() });
  const collect = useMutation({
    ...api.openId.collectSecret.mutationOptions(),
    onSuccess: (passage) => setTransfer({ passage, collecting: true }),
    onSettled: stale,
  });
  const forget = useMutation({
    ...api.openId.forgetSecret.mutationOptions(),
    onSuccess: keep,
    onSettled: () => setForgetting(false),
  });
  const isOurs = secretIn === 'keychain' || secretIn === 'memory';
  const failed = collect.error ?? forget.error;
  return (
    <Box
      component="section"
      aria-labelledby="open-id-secret"
      sx={{ display: 'grid', gap: 3, pt: 5, borderTop: 1 }}
    >
      <div>
        <Typography variant="h3" component="h2" id="open-id-secret">
          {t('openId.secret.title')}
        </Typography>
        <Typography variant="caption">{t('openId.secret.about')}</Typography>
      </div>
      {transfer !== null && <SecretTransferNote transfer={transfer} onClose={() => setTransfer(null)} />}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
        <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, flex: 1, minWidth: 220 }}>
          <KeyRound size={16} aria-hidden />
          <Typography variant="body2" role="status">
            {t(`openId.secret.in.${secretIn}`)}
          </Typography>
        </Box>
        {passes === false && <Typography variant="caption">{t('office.elsewhere')}</Typography>}
        {secretIn !== 'environment' && passes !== false && (
          <Button disabled={collect.isPending} onClick={() => collect.mutate(undefined)}>
            {t(isOurs ? 'openId.secret.change' : 'openId.secret.give')}
          </Button>
        )}
        {isOurs && !isForgetting && (
          <Button color="error" variant="text" onClick={() => setForgetting(true)}>
            {t('openId.secret.forget')}
          </Button>
        )}
      </Box>
      {isForgetting && (
        <Confirmation
          text={t('openId.secret.forgetText', { name })}
          act={t('openId.secret.forget')}
          isDisabled={forget.isPending}
          onCancel={() => setForgetting(false)}
          onConfirm={() => forget.mutate(undefined)}
        />
      )}
      {failed !== null && (
        <Alert severity="error">
          {failed instanceof ORPCError && failed.code === 'NO_KEY_THERE'
            ? t('openId.secret.none')
            : errorMessage(failed)}
        </Alert>
      )}
    </Box>
  );
}

/** Fetches what the provider says of itself, and shows it. */
function DiscoveryTest() {
  const { t } = useI18n();
  const problemWords = useProblemWords();
  const errorMessage = useErrorMessage();
  const test = useMutation(useApi().openId.test.mutationOptions());
  const { data } = test;
  return (
    <Box
      component="section"
      aria-labelledby="open-id-test"
      sx={{ display: 'grid', gap: 3, pt: 5, borderTop: 1 }}
    >
      <Box sx={{ display: 'flex', gap: 4, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1 }}>
          <Typography variant="h3" component="h2" id="open-id-test">
            {t('openId.test.title')}
          </Typography>
          <Typography variant="caption">{t('openId.test.about')}</Typography>
        </Box>
        <Button
          startIcon={<PlugZap size={14} aria-hidden />}
          disabled={test.isPending}
          onClick={() => test.mutate(undefined)}
        >
          {t('openId.test.button')}
        </Button>
      </Box>
      <Box role="status" sx={{ display: 'grid', gap: 3, '&:empty': { display: 'none' } }}>
        {test.isError && <Alert severity="error">{errorMessage(test.error)}</Alert>}
        {data !== undefined && !test.isPending && (
          <Alert severity={data.problem === null ? 'success' : 'error'}>
            {data.problem === null
              ? t('openId.test.good', { count: data.milliseconds })
              : problemWords(data.problem)}
          </Alert>
        )}
        {data?.found != null && !test.isPending && (
          <Fields>
            <Field label={t('openId.issuer')} wide>
              <PlainCode value={data.found.issuer} />
            </Field>
            <Field label={t('openId.test.authorization')} wide>
              <PlainCode value={data.found.authorizationEndpoint} />
            </Field>
            <Field label={t('openId.test.token')} wide>
              <PlainCode value={data.found.tokenEndpoint} />
            </Field>
            <Field label={t('openId.test.algorithms')}>{data.found.algorithms.join(', ')}</Field>
            <Field label="PKCE">{t(data.found.namesPkce ? 'openId.test.pkce' : 'openId.test.noPkce')}</Field>
          </Fields>
        )}
      </Box>
    </Box>
  );
}

function Remove() {
  const { t } = useI18n();
  const keep = useKeepState();
  const [isSure, setSure] = useState(false);
  const remove = useMutation({
    ...useApi().openId.remove.mutationOptions(),
    onSuccess: keep,
    onError: useNotDone(),
  });
  return (
    <Box sx={{ pt: 5, borderTop: 1, display: 'grid' }}>
      {!isSure && (
        <Button color="error" sx={{ justifySelf: 'start' }} onClick={() => setSure(true)}>
          {t('openId.remove')}
        </Button>
      )}
      {isSure && (
        <Confirmation
          text={t('openId.removeText')}
          act={t('openId.remove')}
          isDisabled={remove.isPending}
          onCancel={() => setSure(false)}
          onConfirm={() => remove.mutate(undefined)}
        />
      )}
    </Box>
  );
}
