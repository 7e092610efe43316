import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Check, LockOpen, X } from 'lucide-react';
import { portOf } from '#shared/attachment-host.ts';
import type { AttachmentHost } from '#shared/contract/attachments.ts';
import { useActorName } from '../app/actor-name.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { PlainCode } from '../components/Code.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { StateChip } from '../components/StateChip.tsx';
import type { HostDecision } from './useDecideHost.ts';

type Props = {
  host: AttachmentHost;
  busy: boolean;
  onDecide: (decision: HostDecision) => void;
  /** Where a file is not fetched because it would come unencrypted. */
  offersHttp?: boolean;
};

/** A server that was decided about: at which port, how, by whom, and the way back. */
export function DecidedHost({ host, busy, onDecide, offersHttp = false }: Props) {
  const { t } = useI18n();
  const approved = host.standing === 'approved';
  const act = (label: string, decision: HostDecision) => (
    <Button
      size="small"
      variant="text"
      disabled={busy}
      aria-label={t('downloads.hosts.named', { act: label, host: host.host })}
      onClick={() => onDecide(decision)}
    >
      {label}
    </Button>
  );
  return (
    <Box
      component="li"
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        flexWrap: 'wrap',
        py: 2,
        borderTop: `1px solid ${theme.perito.scheme.line}`,
        '&:first-of-type': { borderTop: 0, pt: 0 },
      })}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
          <Typography variant="body2" component="h3" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
            <PlainCode value={host.host} />
          </Typography>
          <StateChip
            tone={approved ? 'matched' : 'refusal'}
            icon={approved ? Check : X}
            label={t(`downloads.hosts.standing.${host.standing}`)}
          />
          {approved && host.allowHttp && (
            <StateChip tone="waiting" icon={LockOpen} label={t('downloads.hosts.unencrypted')} />
          )}
        </Box>
        <Typography variant="caption" component="p" sx={{ mt: 0.5 }}>
          {t('downloads.hosts.port', { port: portOf(host.host) })} · <DecidedBy host={host} />
        </Typography>
      </Box>
      {!host.fromCommandLine && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap' }}>
          {!approved && act(t('downloads.hosts.approve'), { standing: 'approved', allowHttp: false })}
          {approved &&
            host.allowHttp &&
            act(t('downloads.hosts.requireEncryption'), { standing: 'approved', allowHttp: false })}
          {approved &&
            !host.allowHttp &&
            offersHttp &&
            act(t('downloads.hosts.approveHttp'), { standing: 'approved', allowHttp: true })}
          {act(t('downloads.hosts.takeBack'), { standing: 'pending', allowHttp: false })}
        </Box>
      )}
    </Box>
  );
}

function DecidedBy({ host: { fromCommandLine, decidedAt, decidedBy } }: Pick<Props, 'host'>) {
  const { t } = useI18n();
  const when = useWhen();
  const who = useActorName();
  if (fromCommandLine) return `${t('downloads.hosts.given')}. ${t('downloads.hosts.givenAbout')}`;
  if (decidedAt === null) return null;
  return decidedBy === null || decidedBy === ''
    ? when(decidedAt)
    : t('downloads.hosts.decided', { who: who(decidedBy), when: when(decidedAt) });
}
