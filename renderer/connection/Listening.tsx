import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { ConnectionFacts } from '#shared/contract/reachability.ts';
import type { Status } from '#shared/contract/status.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { CopyBlock } from '../components/CopyBlock.tsx';
import { Typography } from '../components/Typography.tsx';
import { isLoopback } from '../settings/validation.ts';
import { Part } from './Part.tsx';
import { listenedAddresses, scopeOnScreen, whoHasPort } from './ways-in.ts';

type Props = { receiver: Status['receiver']; facts: ConnectionFacts };

/** Where it listens and who can call there, who has its port instead, and what the firewall needs. */
export function Listening({ receiver, facts }: Props) {
  const { t } = useI18n();
  return (
    <Part
      id="listening"
      title={t('connection.listening.title')}
      aside={
        <Button component={Link} href="/settings/receiver">
          {t('connection.listening.configure')}
        </Button>
      }
    >
      {receiver.url === null ? (
        <Typography variant="body2">{t('connection.listening.nowhere')}</Typography>
      ) : (
        <Addresses receiver={receiver} addresses={facts.addresses} />
      )}
    </Part>
  );
}

function Addresses({
  receiver,
  addresses,
}: Pick<Props, 'receiver'> & { addresses: ConnectionFacts['addresses'] }) {
  const { t } = useI18n();
  const { listened, others } = listenedAddresses(receiver.address, addresses);
  const besides = others.filter(({ scope }) => scope !== 'loopback' && scope !== 'linkLocal');
  return (
    <>
      <Box component="ul" sx={{ display: 'grid', gap: 1.5 }}>
        {listened.map((each) => (
          <Box
            component="li"
            key={`${each.interfaceName} ${each.address}`}
            sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 240px) minmax(0, 1fr)', gap: 4 }}
          >
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              <PlainCode
                value={
                  each.address.includes(':')
                    ? `[${each.address}]:${receiver.port}`
                    : `${each.address}:${receiver.port}`
                }
              />{' '}
              <Typography component="span" variant="caption">
                {each.interfaceName}
              </Typography>
            </Typography>
            <Typography variant="body2">{t(`connection.listening.scope.${scopeOnScreen(each)}`)}</Typography>
          </Box>
        ))}
      </Box>
      {besides.length > 0 && (
        <Typography variant="caption">
          {t('connection.listening.others', { addresses: besides.map(({ address }) => address).join(', ') })}
        </Typography>
      )}
    </>
  );
}

/** Whose the port is that the receiver cannot have, and what to do; nothing where it has it. */
export function TakenPort({ receiver: { port }, facts: { portHolder, system } }: Props) {
  const { t } = useI18n();
  if (portHolder === null) return null;
  const { program, processId } = portHolder;
  const command = processId === null ? whoHasPort(system, port) : null;
  return (
    <Alert
      severity="error"
      action={
        <Button size="small" component={Link} href="/settings/receiver">
          {t('connection.holder.change')}
        </Button>
      }
    >
      <strong>{t('connection.holder.title')}</strong>
      <br />
      {processId === null
        ? t('connection.holder.unknown', { port })
        : program === null
          ? t('connection.holder.process', { port, id: processId })
          : t('connection.holder.known', { port, program, id: processId })}{' '}
      {command !== null && <PlainCode value={command} />} {t('connection.holder.todo')}
    </Alert>
  );
}

/** What the system's firewall has to be told, for somebody else to run. */
export function FirewallAdvice({ receiver, facts: { firewall } }: Props) {
  const { t } = useI18n();
  const { kind, command } = firewall;
  const isLocal = isLoopback(receiver.address);
  return (
    <Part id="firewall" title={t('connection.firewall.title')}>
      {isLocal ? (
        <Typography variant="body2">{t('connection.firewall.local')}</Typography>
      ) : (
        <>
          <Typography variant="body2">{adviceOf(firewall, receiver.port, t)}</Typography>
          {kind === 'windows' && <Typography variant="body2">{t('connection.firewall.windows')}</Typography>}
          {command !== null && (
            <>
              <CopyBlock label={t('connection.firewall.command')} text={command} />
              <Typography variant="caption">{t('connection.firewall.never')}</Typography>
            </>
          )}
        </>
      )}
    </Part>
  );
}

function adviceOf(
  { kind, state }: ConnectionFacts['firewall'],
  port: number,
  t: ReturnType<typeof useI18n>['t'],
): string {
  if (kind === 'none' || kind === 'nftables') return t(`connection.firewall.${kind}`, { port });
  return t(`connection.firewall.state.${state}`, { name: t(`connection.firewall.names.${kind}`), port });
}
