import Box from '@mui/material/Box';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { WaitingAttachment } from '#shared/contract/attachments.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { ListDetailLayout } from '../components/list/ListDetailLayout.tsx';
import { ListBody } from '../components/list/ListScreen.tsx';
import { useListNavigation } from '../components/list/useListNavigation.ts';
import { DownloadDetail } from './DownloadDetail.tsx';
import { DownloadRowLink } from './DownloadRowLink.tsx';
import { DownloadsHead } from './DownloadsHead.tsx';
import { HostsPane } from './HostsPane.tsx';
import { PendingHostsLink } from './PendingHostsLink.tsx';
import { downloadPath, downloadsPath } from './paths.ts';
import type { WaitingState } from './summary.ts';
import { useDownloads } from './useDownloads.ts';
import { useWaitingList } from './useWaitingList.ts';

const hrefOf = (row: WaitingAttachment) => downloadPath(row.id);

/** What is still to be fetched, why it is not here, and the servers that it is fetched from. */
export function DownloadsScreen({ open }: { open: number | 'hosts' | null }) {
  const { t } = useI18n();
  const [state, setState] = useState<WaitingState | 'all'>('all');
  const list = useWaitingList(state);
  const downloads = useDownloads();
  const id = open === 'hosts' ? null : open;
  useListNavigation(list.rows, id, hrefOf, downloadsPath);
  return (
    <Box sx={{ height: '100%', display: 'flex', flexDirection: 'column' }}>
      <DownloadsHead query={downloads} state={state} onState={setState} />
      <Box sx={{ flex: 1, minHeight: 0 }}>
        <ListDetailLayout
          open={open !== null}
          list={
            <>
              <PendingHostsLink open={id === null} />
              <ListBody
                label={t('downloads.title')}
                list={list}
                selected={id}
                empty={
                  <EmptyState
                    icon={CircleCheck}
                    title={t(`downloads.empty.${state}.title`)}
                    text={t(`downloads.empty.${state}.text`)}
                  />
                }
                render={(row, isOpen) => (
                  <DownloadRowLink
                    row={row}
                    downloads={downloads.data}
                    href={hrefOf(row)}
                    selected={isOpen}
                  />
                )}
              />
            </>
          }
          detail={id === null ? <HostsPane /> : <DownloadDetail key={id} id={id} />}
        />
      </Box>
    </Box>
  );
}
