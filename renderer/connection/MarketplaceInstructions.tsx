import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { usePassesSecrets } from '../app/capabilities.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useKeyName } from '../app/names.ts';
import { useApi } from '../app/queries.ts';
import { useSettings, useStatus } from '../app/status.ts';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { CopyButton } from '../components/CopyBlock.tsx';
import { Typography } from '../components/Typography.tsx';
import { type SecretTransfer, SecretTransferNote, useKeyActions } from '../settings/Keys.tsx';
import { isLoopback } from '../settings/validation.ts';
import { useConnectionFacts } from './use-connection-facts.ts';
import { isInsideHost } from './ways-in.ts';

/** What the marketplace has to be told to call here; the secret is handed over apart. */
export function MarketplaceInstructions() {
  const { t } = useI18n();
  const receiver = useStatus().data?.receiver;
  const holdSeconds = useSettings().data?.receiver.holdSeconds ?? 0;
  const facts = useConnectionFacts().data;
  if (receiver === undefined || facts === undefined) return null;
  const { publicUrl } = facts;
  const scheme = receiver.certificate === null ? 'http' : 'https';
  const listened = receiver.url ?? `${scheme}://${receiver.address}:${receiver.port}`;
  return (
    <Box
      component="section"
      aria-labelledby="tell-title"
      sx={{ p: 4, borderRadius: 1, border: 1, bgcolor: 'background.raised', display: 'grid', gap: 4 }}
    >
      <Typography variant="h3" component="h2" id="tell-title">
        {t('connection.give.title')}
      </Typography>
      {publicUrl === '' ? (
        <Alert severity="warning">
          <strong>{t('connection.give.notPublic')}</strong>
          <br />
          {t(isLoopback(receiver.address) ? 'connection.give.missing' : 'connection.give.missingNetwork')}{' '}
          <PlainCode value={listened} />
        </Alert>
      ) : (
        <Given label={t('connection.give.url')} value={publicUrl}>
          {doubtsOf(publicUrl).map((doubt) => (
            <Typography key={doubt} variant="caption" component="p" sx={{ color: 'warning.main' }}>
              {t(`connection.give.${doubt}`)}
            </Typography>
          ))}
        </Given>
      )}
      <Given label={t('connection.give.header')} value="X-API-KEY">
        <Typography variant="caption" component="p">
          {t('connection.give.headerNote')}
        </Typography>
      </Given>
      <GivenKeys />
      {holdSeconds > 0 && (
        <Typography variant="caption">{t('connection.give.cancelNote', { seconds: holdSeconds })}</Typography>
      )}
    </Box>
  );
}

/** Why an address should not be given as it is. */
function doubtsOf(publicUrl: string): ('inside' | 'plain')[] {
  const url = URL.parse(publicUrl);
  return [
    ...(url !== null && isInsideHost(url.hostname) ? (['inside'] as const) : []),
    ...(url?.protocol === 'http:' ? (['plain'] as const) : []),
  ];
}

function Given({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', gap: 3, alignItems: 'flex-start' }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="caption" component="p">
          {label}
        </Typography>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          <PlainCode value={value} />
        </Typography>
        {children}
      </Box>
      <CopyButton text={value} what={label} />
    </Box>
  );
}

function MakeKey() {
  const { t } = useI18n();
  return (
    <Button size="small" component={Link} href="/settings/keys">
      {t('connection.give.makeKey')}
    </Button>
  );
}

/** Each live key by its e-mail, with the way to take its secret along where it is kept here. */
function GivenKeys() {
  const { t } = useI18n();
  const api = useApi();
  const keyName = useKeyName();
  const keys = useQuery(api.receiverKeys.list.queryOptions());
  const [transfer, setTransfer] = useState<SecretTransfer>(null);
  const { handOver, pending, errorMessage } = useKeyActions(setTransfer);
  const passes = usePassesSecrets() === true;
  if (keys.data === undefined) return null;
  const live = keys.data.filter(({ retiredAt }) => retiredAt === null);
  const isGone = live.length > 0 && live.every(({ secretIn }) => secretIn === 'nowhere');
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="caption" component="p">
        {t('connection.give.keys')}
      </Typography>
      {transfer !== null && <SecretTransferNote transfer={transfer} onClose={() => setTransfer(null)} />}
      {errorMessage !== null && <Alert severity="error">{errorMessage}</Alert>}
      {live.length === 0 && (
        <Alert severity="warning" action={<MakeKey />}>
          {t('connection.give.noKey')}
        </Alert>
      )}
      {live.map(({ id, label, email, secretIn }) => (
        <Box key={id ?? label} sx={{ display: 'flex', gap: 3, alignItems: 'center' }}>
          <Typography variant="body2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            {keyName(label)} · <PlainCode value={email} />
          </Typography>
          {id !== null && passes && (secretIn === 'keychain' || secretIn === 'memory') ? (
            <Button size="small" disabled={pending} onClick={() => handOver(id)}>
              {t('connection.give.kept')}
            </Button>
          ) : (
            <Typography variant="caption">
              {t(passes ? 'connection.give.notKept' : 'office.elsewhere')}
            </Typography>
          )}
        </Box>
      ))}
      {isGone ? (
        <Box sx={{ display: 'flex', gap: 3, alignItems: 'center' }}>
          <Typography variant="caption" sx={{ flex: 1 }}>
            {t('connection.give.gone')}
          </Typography>
          <MakeKey />
        </Box>
      ) : (
        live.length > 0 && <Typography variant="caption">{t('connection.give.keysNote')}</Typography>
      )}
    </Box>
  );
}
