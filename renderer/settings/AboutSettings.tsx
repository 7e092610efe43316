import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { Status } from '#shared/contract/status.ts';
import { useCapabilities } from '../app/capabilities.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Acts, useMay } from '../app/read-only.tsx';
import { notify } from '../app/snackbar.ts';
import { useStatus } from '../app/status.ts';
import { Box } from '../components/Box.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Field, Fields, Section, TechnicalDetail } from '../components/Fields.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { FormSkeleton } from '../components/Skeletons.tsx';
import { FolderFacts } from '../recovery/FolderFacts.tsx';
import { KeychainSteps } from './KeychainSteps.tsx';
import { Notices } from './Notices.tsx';
import { ReceiverNow } from './ReceiverSettings.tsx';
import { SettingsPart } from './SettingsForm.tsx';
import { lackOf } from './settings-search.ts';

/** How Perito stands: receiver, keychain, counts, and what this shell can do. */
export function AboutSettings() {
  const { t, format } = useI18n();
  const status = useStatus();
  const when = useWhen();
  const [, go] = useLocation();
  if (status.data === undefined) return status.isError ? <ErrorState query={status} /> : <FormSkeleton />;
  const { receiver, version, keychain, arrivals, engine } = status.data;
  return (
    <SettingsPart title={t('settings.section.about')}>
      <ReceiverNow />
      <Keychain keychain={keychain} />
      {keychain.problem !== null && <KeychainSteps problem={keychain.problem} />}
      <Fields>
        <Field label={t('settings.about.version')}>{version}</Field>
        <Field label={t('settings.about.calls')}>{format.count(receiver.calls)}</Field>
        <Field label={t('settings.about.held')}>{format.count(receiver.heldCalls)}</Field>
        <Field label={t('settings.about.unauthenticated')}>
          {format.count(receiver.unauthenticated)}
          {receiver.lastUnauthenticatedAt !== null &&
            `, ${t('settings.about.lastUnauthenticated', { when: when(receiver.lastUnauthenticatedAt) })}`}
        </Field>
        <Field label={t('settings.about.waiting')}>{format.count(arrivals.waiting)}</Field>
        <Field label={t('settings.about.interruptions')}>
          {engine.lastInterruption === null
            ? t('settings.about.noInterruption')
            : t('settings.about.lastInterruption', {
                times: format.count(engine.restarts),
                when: when(engine.lastInterruption.from),
              })}
        </Field>
      </Fields>
      <Folder />
      <Abilities />
      <Acts of="administrator">
        <Box>
          <Button onClick={() => go('/first-run/company')}>{t('settings.about.firstRun')}</Button>
        </Box>
      </Acts>
      <Notices />
    </SettingsPart>
  );
}

/** Where the data lie, and the way back where another folder was chosen than the usual one. */
function Folder() {
  const { t } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const notDone = useNotDone();
  const mayForget = useMay('recovery.forgetFolder');
  const folder = useQuery(api.recovery.folder.queryOptions({ staleTime: 60_000 })).data;
  const forget = useMutation(
    api.recovery.forgetFolder.mutationOptions({
      onSuccess: () => {
        notify({ tone: 'done', text: t('recovery.folder.forgotten', { usual: folder?.usual ?? '' }) });
        return queries.invalidateQueries({ queryKey: api.recovery.folder.key() });
      },
      onError: notDone,
    }),
  );
  if (folder === undefined) return null;
  return (
    <FolderFacts folder={folder}>
      {folder.origin === 'kept' && mayForget && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, flexWrap: 'wrap', mt: 2 }}>
          <span>{t('recovery.folder.usualAbout', { usual: folder.usual })}</span>
          <Button size="small" disabled={forget.isPending} onClick={() => forget.mutate(undefined)}>
            {t('recovery.folder.usual')}
          </Button>
        </Box>
      )}
    </FolderFacts>
  );
}

function Keychain({ keychain }: { keychain: Status['keychain'] }) {
  const { t } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const notDone = useNotDone();
  const recheck = useMutation({
    ...api.shell.recheckKeychain.mutationOptions(),
    onSuccess: () => queries.invalidateQueries({ queryKey: api.status.key() }),
    onError: notDone,
  });
  return (
    <Alert
      severity={keychain.state === 'works' ? 'success' : 'warning'}
      action={
        <Acts of="shell.recheckKeychain">
          <Button disabled={recheck.isPending} onClick={() => recheck.mutate(undefined)}>
            {t('settings.about.recheck')}
          </Button>
        </Acts>
      }
    >
      <strong>
        {t('settings.about.keychain')}: {t(`frame.keychain.${keychain.state}`)}
      </strong>
      <br />
      {keychain.kind === 'safeStorage'
        ? t('frame.keychain.safeStorage')
        : t(`frame.keychain.explain.${keychain.state}`)}
      {keychain.problem !== null && ` ${t(`frame.keychain.problem.${keychain.problem}`)}`}
      <TechnicalDetail text={keychain.detail} />
    </Alert>
  );
}

function Abilities() {
  const { t } = useI18n();
  const capabilities = useCapabilities();
  if (capabilities.data === undefined) return null;
  return (
    <Box sx={{ '& > *': { px: 0 } }}>
      <Section title={t('settings.about.abilities')}>
        <Fields>
          {capabilities.data.map((capability) => (
            <Field key={capability.name} label={t(`settings.about.ability.${capability.name}`)}>
              {capability.available
                ? t('settings.about.available')
                : t(`settings.about.unavailable.${lackOf(capability)}`)}
            </Field>
          ))}
        </Fields>
      </Section>
    </Box>
  );
}
