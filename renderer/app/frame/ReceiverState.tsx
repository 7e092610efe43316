import { Circle, CircleAlert, CircleDashed, CircleSlash, type LucideIcon } from 'lucide-react';
import type { Status } from '#shared/contract/status.ts';
import { Box } from '../../components/Box.tsx';
import { useWhen } from '../../components/RelativeTime.tsx';
import { Tooltip } from '../../components/Tooltip.tsx';
import { VisuallyHidden } from '../../components/VisuallyHidden.tsx';
import { Link } from '../Link.tsx';
import { useConnectionState } from '../live/connection-state.ts';
import { useI18n } from '../locale/i18n.ts';
import { useMay } from '../read-only.tsx';
import { useStatus } from '../status.ts';

type StateStyle = { tone: 'matched' | 'waiting' | 'refusal' | 'neutral'; icon: LucideIcon };

const stateStyles: Record<Status['receiver']['state'] | 'unknown', StateStyle> = {
  listening: { tone: 'matched', icon: Circle },
  starting: { tone: 'neutral', icon: CircleDashed },
  noKey: { tone: 'waiting', icon: CircleAlert },
  notStoring: { tone: 'refusal', icon: CircleAlert },
  failed: { tone: 'refusal', icon: CircleSlash },
  stopped: { tone: 'refusal', icon: CircleSlash },
  unknown: { tone: 'neutral', icon: CircleDashed },
};

/** The receiver's state as texts, for the top bar and the settings. */
export function useReceiverText() {
  const { t } = useI18n();
  const when = useWhen();
  return (receiver: Status['receiver'], state: keyof typeof stateStyles = receiver.state) => ({
    name: t(`frame.receiver.${state}`),
    last:
      receiver.lastCallAt === null
        ? t('frame.receiver.noCall')
        : t('frame.receiver.lastCall', { when: when(receiver.lastCallAt) }),
    explain: t(`frame.receiver.explain.${state}`, { url: receiver.url ?? '' }),
    errorMessage: receiver.error === null ? null : t(`frame.receiver.error.${receiver.error.code}`),
  });
}

/** The receiver's state, always in sight; leads to its settings. */
export function ReceiverState() {
  const { t } = useI18n();
  const status = useStatus();
  const label = useReceiverText();
  const link = useConnectionState((connection) => connection.state);
  const away = useConnectionState((connection) => connection.away);
  const maySetUp = useMay('administrator');
  const receiver = status.data?.receiver;
  const isUnknown = link === 'lost' || link === 'signedOut';
  const state = isUnknown ? 'unknown' : (away?.receiver ?? receiver?.state);
  if (state === undefined) return null;
  const { tone, icon: Icon } = stateStyles[state];
  // Of an engine that was away from the start no more is known.
  const text = receiver === undefined ? null : label(receiver, state);
  const port = receiver !== undefined && (state === 'listening' || state === 'noKey') ? receiver.port : null;
  return (
    <Tooltip title={text?.errorMessage ?? text?.explain ?? ''}>
      <Box
        {...(maySetUp ? { component: Link, href: '/settings/connection' } : {})}
        sx={(theme) => ({
          typography: 'body2',
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          px: 2.5,
          minHeight: 30,
          minWidth: 0,
          borderRadius: 1,
          border: 1,
          color: 'text.primary',
          textDecoration: 'none',
          whiteSpace: 'nowrap',
          '& svg': { color: `${tone}.main`, flex: 'none' },
          '& strong': { color: `${tone}.main`, fontWeight: 600 },
          '&:hover': { bgcolor: 'action.hover' },
          '& .last': { overflow: 'hidden', textOverflow: 'ellipsis', color: 'text.secondary' },
          [theme.breakpoints.down('md')]: { '& .last': { display: 'none' } },
          // When it was called last is asked for more than the port, which the settings say too.
          '@media (max-width: 1439.95px)': { '& .port': { display: 'none' } },
        })}
      >
        <Icon
          size={state === 'listening' ? 10 : 14}
          fill={state === 'listening' ? 'currentColor' : 'none'}
          aria-hidden
        />
        <VisuallyHidden>{t('frame.receiver.label')} </VisuallyHidden>
        <strong>{t(`frame.receiver.${state}`)}</strong>
        {text !== null && (
          <span className="last">
            · {port !== null && <span className="port">{port} · </span>}
            {text.last}
          </span>
        )}
      </Box>
    </Tooltip>
  );
}
