import { useTheme } from '@mui/material/styles';
import { FileCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import type { RejectedRow } from '#shared/contract/rejected.ts';
import { useWords } from '../app/locale/i18n.ts';
import { Choices } from '../parts/Choices.tsx';
import { EmptyState } from '../parts/EmptyState.tsx';
import { ErrorState } from '../parts/ErrorState.tsx';
import { NothingOpen } from '../parts/NothingOpen.tsx';
import { ListHead, Panes } from '../parts/Panes.tsx';
import { ListSkeleton } from '../parts/Skeletons.tsx';
import { useSteps } from '../parts/useSteps.ts';
import { VirtualList } from '../parts/VirtualList.tsx';
import { RejectedDetail } from './RejectedDetail.tsx';
import { RejectedLink } from './RejectedLink.tsx';
import { useRejectedList } from './useRejectedList.ts';

const base = '/rejected';
const hrefOf = (row: RejectedRow) => `${base}/${row.id}`;
const idOf = (row: RejectedRow) => row.id;

/** What was refused and kept, so that nothing is lost. */
export function RejectedScreen({ id }: { id: number | null }) {
  const { t, format } = useWords();
  const theme = useTheme();
  const [filter, setFilter] = useState<'all' | 'unseen'>('all');
  const list = useRejectedList(filter === 'unseen');
  const scroller = useRef<HTMLDivElement>(null);
  useSteps(list.rows, id, hrefOf, base);
  const title = t('frame.rail.rejected');
  return (
    <Panes
      open={id !== null}
      list={
        <>
          <ListHead title={title} {...(list.query.isSuccess ? { count: format.count(list.total) } : {})}>
            <Choices
              label={t('rejected.filter.label')}
              value={filter}
              options={[
                { value: 'all', words: t('rejected.filter.all') },
                { value: 'unseen', words: t('rejected.filter.unseen') },
              ]}
              onChange={setFilter}
            />
          </ListHead>
          {list.query.isError && <ErrorState query={list.query} />}
          {list.query.isPending ? (
            <ListSkeleton />
          ) : list.rows.length === 0 && !list.query.isError ? (
            <EmptyState
              icon={FileCheck}
              title={t(`rejected.empty.${filter}.title`)}
              text={t(`rejected.empty.${filter}.text`)}
            />
          ) : (
            <VirtualList
              label={title}
              rows={list.rows}
              rowHeight={theme.perito.sizes.listRow}
              idOf={idOf}
              selected={id}
              total={list.total}
              onNearEnd={list.nearEnd}
              scroller={scroller}
              render={(row) => <RejectedLink row={row} href={hrefOf(row)} selected={row.id === id} />}
            />
          )}
        </>
      }
      detail={
        id === null ? (
          <NothingOpen rows={list.rows.length} />
        ) : (
          <RejectedDetail key={id} id={id} back={base} />
        )
      }
    />
  );
}
