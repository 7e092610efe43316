import { useInfiniteQuery } from '@tanstack/react-query';
import { FileCheck, Repeat } from 'lucide-react';
import { useState } from 'react';
import type { RejectedRow } from '#shared/contract/rejected.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { ToggleGroup } from '../components/FormFields.tsx';
import { ListScreen } from '../components/list/ListScreen.tsx';
import { pageOptions, useInfiniteList } from '../components/list/useListQuery.ts';
import { RowLink } from '../components/list/VirtualList.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { VisuallyHidden } from '../components/VisuallyHidden.tsx';
import { ExportButton } from '../exports/ExportButton.tsx';
import { useProblemText } from './problem-text.ts';
import { RejectedDetail } from './RejectedDetail.tsx';
import { subjectText } from './subject-text.ts';

const base = '/rejected';
const hrefOf = (row: RejectedRow) => `${base}/${row.id}`;

/** The deliveries that the receiver rejected. */
export function RejectedScreen({ id }: { id: number | null }) {
  const { t } = useI18n();
  const [filter, setFilter] = useState<'all' | 'unseen'>('all');
  const list = useRejectedList(filter === 'unseen');
  return (
    <ListScreen
      title={t('frame.rail.rejected')}
      list={list}
      path={base}
      hrefOf={hrefOf}
      selected={id}
      aside={
        list.rows.length > 0 && (
          <ExportButton source={{ of: 'rejected', filter: filter === 'unseen' ? { unseen: true } : {} }} />
        )
      }
      filters={
        <ToggleGroup
          label={t('rejected.filter.label')}
          value={filter}
          options={['all', 'unseen']}
          labelOf={(option) => t(`rejected.filter.${option}`)}
          onChange={setFilter}
        />
      }
      empty={
        <EmptyState
          icon={FileCheck}
          title={t(`rejected.empty.${filter}.title`)}
          text={t(`rejected.empty.${filter}.text`)}
        />
      }
      renderRow={(row, isOpen) => <RejectedLink row={row} href={hrefOf(row)} selected={isOpen} />}
      detail={id === null ? null : <RejectedDetail key={id} id={id} back={base} />}
    />
  );
}

/** A rejected delivery in the list: what it was to be and of which claim or policy, why it was rejected, and when it came last. */
function RejectedLink({ row, href, selected }: { row: RejectedRow; href: string; selected: boolean }) {
  const { t } = useI18n();
  const problem = useProblemText();
  return (
    <RowLink href={href} selected={selected} loud={row.seenAt === null}>
      <span className="first">
        <span className="grow">{subjectText(row, t)}</span>
        {row.count > 1 && (
          <StateChip tone="neutral" icon={Repeat} label={t('rejected.detail.times', { count: row.count })} />
        )}
      </span>
      <span className="second">
        <span className="grow">{problem(row)}</span>
        {row.seenAt === null && <VisuallyHidden>{t('rejected.row.unseen')}</VisuallyHidden>}
        <RelativeTime at={row.lastReceivedAt} />
      </span>
    </RowLink>
  );
}

/** Rejected deliveries, newest first. */
function useRejectedList(unseen: boolean) {
  const api = useApi();
  const query = useInfiniteQuery(
    api.rejected.list.infiniteOptions(pageOptions({ ...(unseen ? { unseen } : {}) })),
  );
  return useInfiniteList(query);
}
