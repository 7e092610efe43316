import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Check, LockOpen, Server, X } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from 'wouter';
import { portOf } from '#shared/attachment-host.ts';
import type { AttachmentProblemCode } from '#shared/attachment-terms.ts';
import type { AttachmentDetail, AttachmentHost } from '#shared/contract/attachments.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useActorName } from '../app/names.ts';
import { recordPath } from '../claims/paths.ts';
import { PlainCode } from '../components/Code.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Section } from '../components/Fields.tsx';
import { BackButton, ScrollRegion } from '../components/list/ListDetailLayout.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { DetailSkeleton } from '../components/Skeletons.tsx';
import { StateChip } from '../components/StateChip.tsx';
import {
  decidedPorts,
  downloadsPath,
  type NamedRecord,
  noWaitingRecords,
  type WaitingRecords,
} from './download-state.ts';
import { type HostDecision, useDecideHost, useHosts, useWaitingRecordsByHost } from './useDownloads.ts';

/** The servers: those that wait for a decision, then those that were decided about. */
export function HostsPane() {
  const { t } = useI18n();
  const hosts = useHosts();
  if (hosts.data === undefined) return hosts.isError ? <ErrorState query={hosts} /> : <DetailSkeleton />;
  return (
    <>
      <Box
        sx={{
          pl: 6,
          pr: ({ perito }) => perito.gutter,
          pt: 4,
          pb: 4,
          flex: 'none',
          display: 'flex',
          gap: 3,
          alignItems: 'flex-start',
        }}
      >
        <BackButton href={downloadsPath} />
        <div>
          <Typography variant="h1" component="h2">
            {t('downloads.hosts.title')}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
            {t('downloads.hosts.about')}
          </Typography>
        </div>
      </Box>
      {hosts.isError && <ErrorState query={hosts} />}
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

const list = { m: 0, p: 0, listStyle: 'none', display: 'grid', maxWidth: 760 } as const;

function HostSections({ hosts }: { hosts: readonly AttachmentHost[] }) {
  const { t } = useI18n();
  const { decide, pending: busy } = useDecideHost();
  const ofHosts = useWaitingRecordsByHost();
  const pending = hosts.filter(({ decision }) => decision === 'pending');
  const decided = hosts.filter(({ decision }) => decision !== 'pending');
  return (
    <ScrollRegion label={t('downloads.hosts.title')}>
      <Section title={t('downloads.hosts.pendingTitle')}>
        {pending.length === 0 ? (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('downloads.hosts.nonePending')}
          </Typography>
        ) : (
          <Box component="ul" sx={{ ...list, gap: 3 }}>
            {pending.map((host) => (
              <PendingHost
                key={host.host}
                host={host}
                hosts={hosts}
                of={ofHosts.get(host.host)}
                busy={busy}
                onDecide={(decision) => decide(host, decision)}
              />
            ))}
          </Box>
        )}
      </Section>
      {decided.length > 0 && (
        <Section title={t('downloads.hosts.decidedTitle')}>
          <Box component="ul" sx={list}>
            {decided.map((host) => (
              <DecidedHost
                key={host.host}
                host={host}
                busy={busy}
                onDecide={(decision) => decide(host, decision)}
              />
            ))}
          </Box>
        </Section>
      )}
    </ScrollRegion>
  );
}

/** What a decision about the server may change. */
const ofTheHost: readonly AttachmentProblemCode[] = [
  'hostNotApproved',
  'hostRefused',
  'redirectHostNotApproved',
  'httpNotAllowed',
];

/** The server, to be decided about at once, where that is what keeps the file from being fetched. */
export function HostOfDownload({ attachment: { host, problem, state } }: { attachment: AttachmentDetail }) {
  const { t } = useI18n();
  const hosts = useHosts();
  const { decide, pending: busy } = useDecideHost();
  const ofHosts = useWaitingRecordsByHost();
  const isOfTheHost = state !== 'stored' && problem !== null && ofTheHost.includes(problem.code);
  const known = isOfTheHost ? hosts.data?.find((one) => one.host === host) : undefined;
  if (known === undefined) return null;
  return (
    <Section title={t('downloads.detail.section.host')}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', maxWidth: 760 }}>
        {known.decision === 'pending' ? (
          <PendingHost
            host={known}
            hosts={hosts.data ?? []}
            of={ofHosts.get(known.host)}
            busy={busy}
            onDecide={(decision) => decide(known, decision)}
          />
        ) : (
          <DecidedHost
            host={known}
            busy={busy}
            offersHttp={problem?.code === 'httpNotAllowed'}
            onDecide={(decision) => decide(known, decision)}
          />
        )}
      </Box>
    </Section>
  );
}

type PendingHostProps = {
  host: AttachmentHost;
  /** All of them: what was decided about its other ports is said. */
  hosts: readonly AttachmentHost[];
  /** Those whose files wait for it, as far as they were looked at. */
  of: WaitingRecords | undefined;
  busy: boolean;
  onDecide: (decision: HostDecision) => void;
};

/** Counts of the contract go no further than this. */
const countCap = 1000;

/** A server that nobody has decided about: what waits for it, and one click to decide. */
function PendingHost({ host, hosts, of = noWaitingRecords, busy, onDecide }: PendingHostProps) {
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
              <RecordLinks records={of.records} isWhole={of.files >= host.waiting} />
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
function WhatIsDecided({ host, hosts }: Pick<PendingHostProps, 'host' | 'hosts'>) {
  const { t } = useI18n();
  const others = decidedPorts(host, hosts).map(({ host: other, decision }) =>
    t('downloads.hosts.otherPort', {
      port: portOf(other),
      decision: t(`downloads.hosts.decision.${decision}`),
    }),
  );
  const only = t('downloads.hosts.onlyPort', { port: portOf(host.host) });
  return others.length === 0
    ? only
    : `${only} ${t('downloads.hosts.otherPorts', { list: others.join(', ') })}`;
}

/** One click decides; that files may come unencrypted is a choice of its own. */
function HostButtons({ host, busy, onDecide }: Pick<PendingHostProps, 'host' | 'busy' | 'onDecide'>) {
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

/** As many are named. */
const named = 3;

/** "de IR-1, IR-2 y 4 más", each a link. `isWhole`: no others are known to be. */
function RecordLinks({ records, isWhole }: { records: readonly NamedRecord[]; isWhole: boolean }) {
  const { t } = useI18n();
  const more = records.length - named;
  return (
    <>
      {t('downloads.hosts.from')}{' '}
      {records.slice(0, named).map((record, index) => (
        <Fragment key={record.id}>
          {index > 0 && ', '}
          <MuiLink component={Link} underline="always" href={recordPath(record.kind, record.id)}>
            {record.number}
          </MuiLink>
        </Fragment>
      ))}
      {!isWhole
        ? ` ${t('downloads.hosts.andOthers')}`
        : more > 0 && ` ${t('downloads.hosts.andMore', { count: more })}`}
    </>
  );
}

type DecidedHostProps = {
  host: AttachmentHost;
  busy: boolean;
  onDecide: (decision: HostDecision) => void;
  /** Where a file is not fetched because it would come unencrypted. */
  offersHttp?: boolean;
};

/** A server that was decided about: at which port, how, by whom, and the way back. */
function DecidedHost({ host, busy, onDecide, offersHttp = false }: DecidedHostProps) {
  const { t } = useI18n();
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
      {!host.fromCommandLine && (
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

function DecidedBy({ host: { fromCommandLine, decidedAt, decidedBy } }: Pick<DecidedHostProps, 'host'>) {
  const { t } = useI18n();
  const when = useWhen();
  const who = useActorName();
  if (fromCommandLine) return `${t('downloads.hosts.given')}. ${t('downloads.hosts.givenAbout')}`;
  if (decidedAt === null) return null;
  return decidedBy === null || decidedBy === ''
    ? when(decidedAt)
    : t('downloads.hosts.decided', { who: who(decidedBy), when: when(decidedAt) });
}
