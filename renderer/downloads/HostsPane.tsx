import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Server } from 'lucide-react';
import type { AttachmentHost } from '#shared/contract/attachments.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Section } from '../components/Fields.tsx';
import { BackButton, Scroll } from '../components/list/ListDetailLayout.tsx';
import { DetailSkeleton } from '../components/Skeletons.tsx';
import { DecidedHost } from './DecidedHost.tsx';
import { PendingHost } from './PendingHost.tsx';
import { downloadsPath } from './paths.ts';
import { useDecideHost } from './useDecideHost.ts';
import { useHosts } from './useDownloads.ts';
import { useRecordsOfHosts } from './useWaitingList.ts';

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
  const ofHosts = useRecordsOfHosts();
  const pending = hosts.filter(({ standing }) => standing === 'pending');
  const decided = hosts.filter(({ standing }) => standing !== 'pending');
  return (
    <Scroll label={t('downloads.hosts.title')}>
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
    </Scroll>
  );
}
