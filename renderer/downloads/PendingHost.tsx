import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Check, LockOpen, X } from 'lucide-react';
import { portOf } from '#shared/attachment-host.ts';
import type { AttachmentHost } from '#shared/contract/attachments.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { PlainCode } from '../components/Code.tsx';
import { FromRecords } from './FromRecords.tsx';
import { decidedPorts, nothingOfHost, type OfHost } from './reports-of-hosts.ts';
import type { HostDecision } from './useDecideHost.ts';

type Props = {
  host: AttachmentHost;
  /** All of them: what was decided about its other ports is said. */
  hosts: readonly AttachmentHost[];
  /** Those whose files wait for it, as far as they were looked at. */
  of: OfHost | undefined;
  busy: boolean;
  onDecide: (decision: HostDecision) => void;
};

/** Counts of the contract go no further than this. */
const countCap = 1000;

/** A server that nobody has decided about: what waits for it, and one click to decide. */
export function PendingHost({ host, hosts, of = nothingOfHost, busy, onDecide }: Props) {
  const { t, format } = useI18n();
  const figure = format.count(host.waiting);
  return (
    <Box
      component="li"
      sx={(theme) => ({
        p: 4,
        display: 'grid',
        gap: 2,
        borderRadius: `${theme.perito.sizes.radiusLarge}px`,
        border: `1px solid ${theme.perito.scheme.waiting.edge}`,
        background: theme.perito.scheme.surface,
      })}
    >
      <div>
        <Typography variant="h2" component="h3" sx={{ overflowWrap: 'anywhere' }}>
          <PlainCode value={host.host} />
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
          {host.waiting === 0
            ? t('downloads.hosts.waitingNone')
            : host.waiting >= countCap
              ? t('downloads.hosts.waitingMany', { figure })
              : t('downloads.hosts.waiting', { count: host.waiting, figure })}
          {of.records.length > 0 && (
            <>
              {' · '}
              <FromRecords records={of.records} isWhole={of.files >= host.waiting} />
            </>
          )}
        </Typography>
        <Typography variant="body2" sx={{ mt: 1 }}>
          <WhatIsDecided host={host} hosts={hosts} />
        </Typography>
      </div>
      {host.example !== null && (
        <Box>
          <Typography variant="caption" component="p">
            {t('downloads.hosts.example')}
          </Typography>
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            <PlainCode value={host.example} />
          </Typography>
        </Box>
      )}
      {host.needsHttp && (
        <Alert severity="warning" icon={<LockOpen size={16} />}>
          {t('downloads.hosts.http', { approve: t('downloads.hosts.approveEncrypted') })}
        </Alert>
      )}
      <HostButtons host={host} busy={busy} onDecide={onDecide} />
    </Box>
  );
}

/** That it is one port alone, and how other ports of the same machine stand. */
function WhatIsDecided({ host, hosts }: Pick<Props, 'host' | 'hosts'>) {
  const { t } = useI18n();
  const others = decidedPorts(host, hosts).map(({ host: other, standing }) =>
    t('downloads.hosts.otherPort', {
      port: portOf(other),
      standing: t(`downloads.hosts.standing.${standing}`),
    }),
  );
  const only = t('downloads.hosts.onlyPort', { port: portOf(host.host) });
  return others.length === 0
    ? only
    : `${only} ${t('downloads.hosts.otherPorts', { list: others.join(', ') })}`;
}

/** One click decides; that files may come unencrypted is a choice of its own. */
export function HostButtons({ host, busy, onDecide }: Pick<Props, 'host' | 'busy' | 'onDecide'>) {
  const { t } = useI18n();
  const named = (act: string) => t('downloads.hosts.named', { act, host: host.host });
  const approve = t(host.needsHttp ? 'downloads.hosts.approveEncrypted' : 'downloads.hosts.approve');
  return (
    <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', mt: 1 }}>
      <Button
        variant="contained"
        startIcon={<Check size={14} />}
        disabled={busy}
        aria-label={named(approve)}
        onClick={() => onDecide({ standing: 'approved', allowHttp: false })}
      >
        {approve}
      </Button>
      {host.needsHttp && (
        <Button
          startIcon={<LockOpen size={14} />}
          disabled={busy}
          aria-label={named(t('downloads.hosts.approveHttp'))}
          onClick={() => onDecide({ standing: 'approved', allowHttp: true })}
        >
          {t('downloads.hosts.approveHttp')}
        </Button>
      )}
      <Button
        color="error"
        startIcon={<X size={14} />}
        disabled={busy}
        aria-label={named(t('downloads.hosts.refuse'))}
        onClick={() => onDecide({ standing: 'refused', allowHttp: false })}
      >
        {t('downloads.hosts.refuse')}
      </Button>
    </Box>
  );
}
