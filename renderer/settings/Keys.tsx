import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { ORPCError } from '@orpc/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink, KeyRound } from 'lucide-react';
import { useId, useState } from 'react';
import { maxLiveKeys, type Passage, type ReceiverKey } from '#shared/contract/receiver-keys.ts';
import { useCapability, usePassesSecrets } from '../app/capabilities.ts';
import { useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useKeyName } from '../app/names.ts';
import { useApi, useConnection } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Form, TextField } from '../components/FormFields.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { FormSkeleton } from '../components/Skeletons.tsx';
import { Typography } from '../components/Typography.tsx';
import { DoneElsewhere } from '../office/DoneElsewhere.tsx';
import { SettingsPart } from './SettingsForm.tsx';

/** The marketplace's keys. */
export function KeySettings() {
  const { t } = useI18n();
  return (
    <SettingsPart title={t('settings.section.keys')} about={t('settings.keys.about')}>
      <Keys />
    </SettingsPart>
  );
}

/** The live keys, the ways to get another, and those retired. */
export function Keys() {
  const { t } = useI18n();
  const api = useApi();
  const keys = useQuery(api.receiverKeys.list.queryOptions());
  const [transfer, setTransfer] = useState<SecretTransfer>(null);
  const passes = usePassesSecrets();
  if (keys.data === undefined) return keys.isError ? <ErrorState query={keys} /> : <FormSkeleton />;
  const live = keys.data.filter((key) => key.retiredAt === null);
  const retired = keys.data.filter((key) => key.retiredAt !== null);
  const full = live.length >= maxLiveKeys;
  return (
    <>
      {keys.isError && <ErrorState query={keys} />}
      {transfer !== null && <SecretTransferNote transfer={transfer} onClose={() => setTransfer(null)} />}
      {live.length === 0 ? (
        <Alert severity="warning">{t('settings.keys.none')}</Alert>
      ) : (
        <Box component="ul" aria-label={t('settings.keys.live')} sx={{ display: 'grid', gap: 3 }}>
          {live.map((key) => (
            <KeyCard key={key.id ?? key.label} receiverKey={key} onTransfer={setTransfer} />
          ))}
        </Box>
      )}
      {passes === false ? (
        <DoneElsewhere>{t('office.secrets')}</DoneElsewhere>
      ) : full ? (
        <Typography variant="quiet">{t('settings.keys.tooMany')}</Typography>
      ) : (
        <>
          <GenerateKey onTransfer={setTransfer} />
          <EnterKey onTransfer={setTransfer} />
        </>
      )}
      {retired.length > 0 && (
        <Box component="section" aria-label={t('settings.keys.old')}>
          <Typography variant="h3" component="h2" sx={{ mb: 2 }}>
            {t('settings.keys.old')}
          </Typography>
          <Box component="ul" sx={{ display: 'grid', gap: 2 }}>
            {retired.map((key) => (
              <KeyCard key={key.id ?? key.label} receiverKey={key} onTransfer={setTransfer} />
            ))}
          </Box>
        </Box>
      )}
    </>
  );
}

type KeyCardProps = { receiverKey: ReceiverKey; onTransfer: (transfer: SecretTransfer) => void };

/** One key: what it is, when it was last used, where its secret is, and what can be done with it. */
function KeyCard({ receiverKey: key, onTransfer }: KeyCardProps) {
  const { t } = useI18n();
  const when = useWhen();
  const keyName = useKeyName();
  const [sure, setSure] = useState(false);
  const { handOver, retire, pending, errorMessage } = useKeyActions(onTransfer);
  const passes = usePassesSecrets() === true;
  const live = key.retiredAt === null;
  const kept = key.secretIn === 'keychain' || key.secretIn === 'memory';
  const { id } = key;
  return (
    <Box component="li" sx={{ px: 4, py: 3, borderRadius: 1, border: 1, display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
        <KeyRound size={16} aria-hidden />
        <Box sx={{ flex: 1, minWidth: 200 }}>
          <Typography variant="h3" component="p">
            {keyName(key.label)}
          </Typography>
          <Typography variant="quiet">
            <PlainCode value={key.email} />
          </Typography>
        </Box>
        {live && id !== null && !sure && (
          <>
            {kept && passes && (
              <Button disabled={pending} onClick={() => handOver(id)}>
                {t('settings.keys.handOver')}
              </Button>
            )}
            <Button color="error" variant="text" onClick={() => setSure(true)}>
              {t('settings.keys.retire')}
            </Button>
          </>
        )}
      </Box>
      <Typography variant="caption">
        {live
          ? key.lastUsedAt === null
            ? t('settings.keys.neverUsed')
            : t('settings.keys.lastUsed', { when: when(key.lastUsedAt) })
          : t('settings.keys.retiredAt', { when: when(key.retiredAt ?? key.createdAt) })}
        {' · '}
        {t('settings.keys.created', { when: when(key.createdAt) })}
        {live && ` · ${t(`settings.keys.secretIn.${key.secretIn}`)}`}
      </Typography>
      {errorMessage !== null && <Alert severity="error">{errorMessage}</Alert>}
      {sure && id !== null && (
        <Alert severity="warning">
          {t('settings.keys.retireText', { label: keyName(key.label) })}
          <Box sx={{ display: 'flex', gap: 2, mt: 2 }}>
            <Button onClick={() => setSure(false)}>{t('common.cancel')}</Button>
            <Button color="error" disabled={pending} onClick={() => retire(id)}>
              {t('settings.keys.retireConfirm')}
            </Button>
          </Box>
        </Alert>
      )}
    </Box>
  );
}

const looksLikeEmail = (text: string) => /^[^\s@:]+@[^\s@:]+\.[^\s@:]+$/.test(text.trim());

/** Makes a new secret and hands it over at once. */
function GenerateKey({ onTransfer }: { onTransfer: (transfer: SecretTransfer) => void }) {
  const { t } = useI18n();
  const [email, setEmail] = useState('');
  const [label, setLabel] = useState('');
  const [tried, setTried] = useState(false);
  const { generate, pending, errorMessage } = useKeyActions(onTransfer);
  const right = looksLikeEmail(email) && label.trim() !== '';
  return (
    <Form
      aria-labelledby="generate-key"
      onSubmit={() => {
        setTried(true);
        if (right && !pending)
          generate({ email: email.trim(), label: label.trim() }, () => {
            setEmail('');
            setLabel('');
            setTried(false);
          });
      }}
      sx={{ display: 'grid', gap: 3 }}
    >
      <div>
        <Typography variant="h3" component="h2" id="generate-key">
          {t('settings.keys.generate')}
        </Typography>
        <Typography variant="caption">{t('settings.keys.handOverAbout')}</Typography>
      </div>
      <Box sx={{ display: 'flex', gap: 4, flexWrap: 'wrap', alignItems: 'flex-start' }}>
        <TextField
          label={t('settings.keys.label')}
          value={label}
          onChange={setLabel}
          maxLength={60}
          width={280}
          helperText={t('settings.keys.labelHelp')}
        />
        <TextField
          label={t('settings.keys.email')}
          type="email"
          value={email}
          onChange={setEmail}
          maxLength={200}
          width={280}
          helperText={t('settings.keys.emailHelp')}
          error={tried && !looksLikeEmail(email) ? t('settings.keys.emailWrong') : null}
        />
      </Box>
      {errorMessage !== null && <Alert severity="error">{errorMessage}</Alert>}
      <Box>
        <Button
          type="submit"
          variant="contained"
          disabled={pending || label.trim() === '' || email.trim() === ''}
        >
          {t('settings.keys.generate')}
        </Button>
      </Box>
    </Form>
  );
}

/** Takes a key that exists already, through the shell. */
function EnterKey({ onTransfer }: { onTransfer: (transfer: SecretTransfer) => void }) {
  const { t } = useI18n();
  const id = useId();
  const [label, setLabel] = useState('');
  const { collect, pending, errorMessage } = useKeyActions(onTransfer);
  const clipboard = useCapability('clipboard') ?? false;
  return (
    <Form
      aria-labelledby={id}
      onSubmit={() => {
        if (label.trim() !== '' && !pending) collect(label.trim(), () => setLabel(''));
      }}
      sx={{ display: 'grid', gap: 3, pt: 5, borderTop: 1 }}
    >
      <div>
        <Typography variant="h3" component="h2" id={id}>
          {t('settings.keys.bring')}
        </Typography>
        <Typography variant="caption">
          {t('settings.keys.bringAbout')}{' '}
          {t(clipboard ? 'settings.keys.bringClipboard' : 'settings.keys.bringPage')}
        </Typography>
      </div>
      <TextField
        label={t('settings.keys.bringLabel')}
        value={label}
        onChange={setLabel}
        maxLength={60}
        width={280}
      />
      {errorMessage !== null && <Alert severity="error">{errorMessage}</Alert>}
      <Box>
        <Button type="submit" disabled={pending || label.trim() === ''}>
          {t('settings.keys.bring')}
        </Button>
      </Box>
    </Form>
  );
}

const errors = {
  TOO_MANY_KEYS: 'settings.keys.tooMany',
  NO_KEY_THERE: 'settings.keys.noKeyThere',
  SECRET_NOT_HERE: 'settings.keys.secretNotHere',
  NOT_FOUND: 'settings.keys.gone',
} as const;
const hasWords = (code: string): code is keyof typeof errors => Object.hasOwn(errors, code);

/** What can be done with keys. Secrets pass through the shell: what comes back says only how. */
export function useKeyActions(onTransfer: (transfer: SecretTransfer) => void) {
  const { client } = useConnection();
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useI18n();
  const errorText = useErrorMessage();
  const [pending, setPending] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const act = (work: () => Promise<void>) => {
    setPending(true);
    setErrorMessage(null);
    void work()
      .catch((error: unknown) => {
        const code = error instanceof ORPCError ? String(error.code) : '';
        setErrorMessage(hasWords(code) ? t(errors[code]) : errorText(error));
      })
      .finally(() => {
        setPending(false);
        void queries.invalidateQueries({ queryKey: api.receiverKeys.key() });
        void queries.invalidateQueries({ queryKey: api.status.key() });
      });
  };
  const handOver = async (id: number) =>
    onTransfer({ passage: await client.receiverKeys.handOver({ id }), collecting: false });
  return {
    pending,
    errorMessage,
    generate: (key: { email: string; label: string }, done: () => void) =>
      act(async () => {
        const made = await client.receiverKeys.generate(key);
        done();
        notify({ tone: 'done', text: t('settings.keys.generated', { label: made.label }) });
        if (made.id !== null) await handOver(made.id);
      }),
    collect: (label: string, done: () => void) =>
      act(async () => {
        const passage = await client.receiverKeys.collect({ label });
        done();
        onTransfer({ passage, collecting: true });
      }),
    handOver: (id: number) => act(() => handOver(id)),
    retire: (id: number) =>
      act(async () => {
        const key = await client.receiverKeys.retire({ id });
        notify({ tone: 'done', text: t('settings.keys.retired', { label: key.label }) });
      }),
  };
}

type SecretTransferNoteProps = { transfer: NonNullable<SecretTransfer>; onClose: () => void };

/**
 * How the secret passes between the person and the shell. It never comes here: either the clipboard has it, or
 * a page of the shell's own that works once.
 */
export function SecretTransferNote({ transfer, onClose }: SecretTransferNoteProps) {
  const { t } = useI18n();
  const { passage, collecting } = transfer;
  // The desktop has opened its window already.
  const hasPage = useCapability('secretPage');
  if (passage.way === 'clipboard')
    return (
      <Alert severity="success" onClose={onClose} closeText={t('common.close')}>
        {collecting
          ? t('settings.keys.collectedClipboard')
          : t('settings.keys.clipboard', { count: passage.clearedAfterSeconds })}
      </Alert>
    );
  if (hasPage === undefined) return null;
  const minutes = Math.max(1, Math.round(passage.validSeconds / 60));
  return (
    <Alert
      severity="info"
      onClose={onClose}
      closeText={t('common.close')}
      action={
        hasPage && (
          <Button
            component="a"
            href={passage.path}
            target="_blank"
            rel="noopener noreferrer"
            variant="contained"
            endIcon={<ExternalLink size={14} />}
            onClick={() => setTimeout(onClose)}
          >
            {t('settings.keys.openPage')}
          </Button>
        )
      }
    >
      {t(hasPage ? 'settings.keys.page' : 'settings.keys.window', { minutes })}
    </Alert>
  );
}

/** A secret on its way between the person and the shell, and which way it goes; null while none is. */
export type SecretTransfer = { passage: Passage; collecting: boolean } | null;
