import Box from '@mui/material/Box';
import type { AttachmentProblemCode } from '#shared/attachment-terms.ts';
import type { AttachmentDetail } from '#shared/contract/attachments.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Section } from '../components/Fields.tsx';
import { DecidedHost } from './DecidedHost.tsx';
import { PendingHost } from './PendingHost.tsx';
import { useDecideHost } from './useDecideHost.ts';
import { useHosts } from './useDownloads.ts';
import { useRecordsOfHosts } from './useWaitingList.ts';

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
  const ofHosts = useRecordsOfHosts();
  const isOfTheHost = state !== 'stored' && problem !== null && ofTheHost.includes(problem.code);
  const known = isOfTheHost ? hosts.data?.find((one) => one.host === host) : undefined;
  if (known === undefined) return null;
  return (
    <Section title={t('downloads.detail.section.host')}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', maxWidth: 760 }}>
        {known.standing === 'pending' ? (
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
