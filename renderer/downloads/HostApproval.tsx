import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import { Check, LockOpen, Server, X } from 'lucide-react';
import { Fragment } from 'react';
import { portOf } from '#shared/attachment-host.ts';
import type { AttachmentProblemCode } from '#shared/attachment-terms.ts';
import type { AttachmentDetail, AttachmentHost } from '#shared/contract/attachments.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useActorName } from '../app/names.ts';
import { Acts, useMay } from '../app/read-only.tsx';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Section } from '../components/Fields.tsx';
import { DetailHeader, ScrollRegion } from '../components/list/ListDetailLayout.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { DetailSkeleton } from '../components/Skeletons.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { Typography } from '../components/Typography.tsx';
import { recordPath } from '../records/paths.ts';
import {
  decidedPorts,
  downloadsPath,
  type NamedRecord,
  noWaitingRecords,
  type WaitingRecords,
} from './download-state.ts';
import { type HostDecision, useDecideHost, useHosts, useWaitingRecordsByHost } from './useDownloads.ts';

/** The servers: first those without a decision, then the others. */
export function HostsPane() {
  const { t } = useI18n();
  const hosts = useHosts();
  if (hosts.data === undefined)
    return hosts.isError ? <ErrorState query={hosts} inset="detail" /> : <DetailSkeleton />;
  return (
    <>
      <DetailHeader back={downloadsPath}>
        <div>
          <Typography variant="h1" component="h2">
            {t('downloads.hosts.title')}
          </Typography>
          <Typography variant="quiet" sx={{ mt: 0.5 }}>
            {t('downloads.hosts.about')}
          </Typography>
        </div>
      </DetailHeader>
      {hosts.isError && <ErrorState query={hosts} inset="detail" />}
      {hosts.data.length === 0 ? (
        <EmptyState
          icon={Server}
          title={t('downloads.hosts.none.title')}
          text={t('downloads.hosts.none.text')}
        />
      ) : (
        <HostSections hosts={hosts.data} />
      )}
    </>
  );
}

const list = { display: 'grid', maxWidth: 760 } as const;

function HostSections({ hosts }: { hosts: readonly AttachmentHost[] }) {
  const { t } = useI18n();
  const cardOf = useHostCards(hosts);
  const pending = hosts.filter(({ decision }) => decision === 'pending');
  const decided = hosts.filter(({ decision }) => decision !== 'pending');
  return (
    <ScrollRegion label={t('downloads.hosts.title')}>
      <Section title={t('downloads.hosts.pendingTitle')}>
        {pending.length === 0 ? (
          <Typography variant="quiet">{t('downloads.hosts.nonePending')}</Typography>
        ) : (
          <Box component="ul" sx={{ ...list, gap: 3 }}>
            {pending.map((host) => cardOf(host))}
          </Box>
        )}
      </Section>
      {decided.length > 0 && (
        <Section title={t('downloads.hosts.decidedTitle')}>
          <Box component="ul" sx={list}>
            {decided.map((host) => cardOf(host))}
          </Box>
        </Section>
      )}
    </ScrollRegion>
  );
}

/** The problems of a download that a decision about its server may solve. */
const hostProblems: readonly AttachmentProblemCode[] = [
  'hostNotApproved',
  'hostRefused',
  'redirectHostNotApproved',
  'httpNotAllowed',
];

/** The server of a download, with the decision about it, where that is what keeps the file from being fetched. */
export function HostOfDownload({ attachment: { host, problem, state } }: { attachment: AttachmentDetail }) {
  const { t } = useI18n();
  const hosts = useHosts();
  const cardOf = useHostCards(hosts.data ?? []);
  const isHostProblem = state !== 'stored' && problem !== null && hostProblems.includes(problem.code);
  const known = isHostProblem ? hosts.data?.find((candidate) => candidate.host === host) : undefined;
  if (known === undefined) return null;
  return (
    <Section title={t('downloads.detail.section.host')}>
      <Box component="ul" sx={{ maxWidth: 760 }}>
        {cardOf(known, problem?.code === 'httpNotAllowed')}
      </Box>
    </Section>
  );
}

/** Returns the card of a server, to be decided about or with its decision. `hosts` are all servers. */
function useHostCards(hosts: readonly AttachmentHost[]) {
  const { decide, pending: busy } = useDecideHost();
  const waiting = useWaitingRecordsByHost();
  return (host: AttachmentHost, offersHttp = false) => {
    const Card = host.decision === 'pending' ? PendingHost : DecidedHost;
    return (
      <Card
        key={host.host}
        host={host}
        hosts={hosts}
        waiting={waiting.get(host.host) ?? noWaitingRecords}
        busy={busy}
        offersHttp={offersHttp}
        onDecide={(decision) => decide(host, decision)}
      />
    );
  };
}

type HostCardProps = {
  host: AttachmentHost;
  /** All servers: the card names the decisions about other ports of the same machine. */
  hosts: readonly AttachmentHost[];
  waiting: WaitingRecords;
  busy: boolean;
  /** Whether a file is not fetched because it would come unencrypted. */
  offersHttp: boolean;
  onDecide: (decision: HostDecision) => void;
};

/** The contract counts no further. */
const countCap = 1000;

/** A server without a decision: the records that wait for it, and the buttons that decide. */
function PendingHost({ host, hosts, waiting, busy, onDecide }: HostCardProps) {
  const { t, format } = useI18n();
  const count = host.waiting ?? 0;
  const figure = format.count(count);
  return (
    <Box
      component="li"
      sx={(theme) => ({
        p: 4,
        display: 'grid',
        gap: 2,
        borderRadius: `${theme.perito.sizes.radiusLarge}px`,
        border: 1,
        borderColor: 'waiting.edge',
        bgcolor: 'background.paper',
      })}
    >
      <div>
        <Typography variant="h2" component="h3" sx={{ overflowWrap: 'anywhere' }}>
          <PlainCode value={host.host} />
        </Typography>
        <Typography variant="quiet" sx={{ mt: 0.5 }}>
          {host.waiting === null
            ? t('downloads.hosts.counting')
            : count === 0
              ? t('downloads.hosts.waitingNone')
              : count >= countCap
                ? t('downloads.hosts.waitingMany', { figure })
                : t('downloads.hosts.waiting', { count, figure })}
          {host.waiting !== null && waiting.records.length > 0 && (
            <>
              {' · '}
              <RecordLinks records={waiting.records} isComplete={waiting.files >= count} />
            </>
          )}
        </Typography>
        <Typography variant="body2" sx={{ mt: 1 }}>
          <PortsOfHost host={host} hosts={hosts} />
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
      <Acts of="attachments.decideHost">
        <HostButtons host={host} busy={busy} onDecide={onDecide} />
      </Acts>
    </Box>
  );
}

/** Says which port is decided about, and the decisions about other ports of the same machine. */
function PortsOfHost({ host, hosts }: Pick<HostCardProps, 'host' | 'hosts'>) {
  const { t } = useI18n();
  const others = decidedPorts(host, hosts).map(({ host: decidedHost, decision }) =>
    t('downloads.hosts.otherPort', {
      port: portOf(decidedHost),
      decision: t(`downloads.hosts.decision.${decision}`),
    }),
  );
  const only = t('downloads.hosts.onlyPort', { port: portOf(host.host) });
  return others.length === 0
    ? only
    : `${only} ${t('downloads.hosts.otherPorts', { list: others.join(', ') })}`;
}

/** One button for each decision; unencrypted downloads have a button of their own. */
function HostButtons({ host, busy, onDecide }: Pick<HostCardProps, 'host' | 'busy' | 'onDecide'>) {
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
        onClick={() => onDecide({ decision: 'approved', allowHttp: false })}
      >
        {approve}
      </Button>
      {host.needsHttp && (
        <Button
          startIcon={<LockOpen size={14} />}
          disabled={busy}
          aria-label={named(t('downloads.hosts.approveHttp'))}
          onClick={() => onDecide({ decision: 'approved', allowHttp: true })}
        >
          {t('downloads.hosts.approveHttp')}
        </Button>
      )}
      <Button
        color="error"
        startIcon={<X size={14} />}
        disabled={busy}
        aria-label={named(t('downloads.hosts.refuse'))}
        onClick={() => onDecide({ decision: 'refused', allowHttp: false })}
      >
        {t('downloads.hosts.refuse')}
      </Button>
    </Box>
  );
}

/** More records than these are only counted. */
const maxNamed = 3;

/** "de IR-1, IR-2 y 4 más", each a link. `isComplete`: there are no others. */
function RecordLinks({ records, isComplete }: { records: readonly NamedRecord[]; isComplete: boolean }) {
  const { t } = useI18n();
  const more = records.length - maxNamed;
  return (
    <>
      {t('downloads.hosts.from')}{' '}
      {records.slice(0, maxNamed).map((record, index) => (
        <Fragment key={record.id}>
          {index > 0 && ', '}
          <MuiLink component={Link} underline="always" href={recordPath(record.kind, record.id)}>
            {record.number}
          </MuiLink>
        </Fragment>
      ))}
      {!isComplete
        ? ` ${t('downloads.hosts.andOthers')}`
        : more > 0 && ` ${t('downloads.hosts.andMore', { count: more })}`}
    </>
  );
}

/** A server with a decision: its port, the decision, who took it and when, and the buttons that change it. */
function DecidedHost({ host, busy, onDecide, offersHttp }: HostCardProps) {
  const { t } = useI18n();
  const mayDecide = useMay('attachments.decideHost');
  const approved = host.decision === 'approved';
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
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        flexWrap: 'wrap',
        py: 2,
        borderTop: 1,
        '&:first-of-type': { borderTop: 0, pt: 0 },
      }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
          <Typography variant="body2" component="h3" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
            <PlainCode value={host.host} />
          </Typography>
          <StateChip
            tone={approved ? 'matched' : 'refusal'}
            icon={approved ? Check : X}
            label={t(`downloads.hosts.decision.${host.decision}`)}
          />
          {approved && host.allowHttp && (
            <StateChip tone="waiting" icon={LockOpen} label={t('downloads.hosts.unencrypted')} />
          )}
        </Box>
        <Typography variant="caption" component="p" sx={{ mt: 0.5 }}>
          {t('downloads.hosts.port', { port: portOf(host.host) })} · <DecidedBy host={host} />
        </Typography>
      </Box>
      {!host.fromCommandLine && mayDecide && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap' }}>
          {!approved && act(t('downloads.hosts.approve'), { decision: 'approved', allowHttp: false })}
          {approved &&
            host.allowHttp &&
            act(t('downloads.hosts.requireEncryption'), { decision: 'approved', allowHttp: false })}
          {approved &&
            !host.allowHttp &&
            offersHttp &&
            act(t('downloads.hosts.approveHttp'), { decision: 'approved', allowHttp: true })}
          {act(t('downloads.hosts.takeBack'), { decision: 'pending', allowHttp: false })}
        </Box>
      )}
    </Box>
  );
}

function DecidedBy({ host: { fromCommandLine, decidedAt, decidedBy } }: Pick<HostCardProps, 'host'>) {
  const { t } = useI18n();
  const when = useWhen();
  const actorName = useActorName();
  if (fromCommandLine)
    return `${t('downloads.hosts.fromCommandLine')}. ${t('downloads.hosts.fromCommandLineAbout')}`;
  if (decidedAt === null) return null;
  return decidedBy === null || decidedBy === ''
    ? when(decidedAt)
    : t('downloads.hosts.decided', { who: actorName(decidedBy), when: when(decidedAt) });
}
