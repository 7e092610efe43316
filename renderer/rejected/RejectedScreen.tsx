import { FileCheck } from 'lucide-react';
import { useState } from 'react';
import type { RejectedRow } from '#shared/contract/rejected.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { ToggleGroup } from '../components/FormFields.tsx';
import { ListDetailLayout, ListHeader, NoSelection } from '../components/list/ListDetailLayout.tsx';
import { ListBody } from '../components/list/ListScreen.tsx';
import { useListNavigation } from '../components/list/useListNavigation.ts';
import { countOf } from '../components/list/useListQuery.ts';
import { RejectedDetail } from './RejectedDetail.tsx';
import { RejectedLink } from './RejectedLink.tsx';
import { useRejectedList } from './useRejectedList.ts';

const base = '/rejected';
const hrefOf = (row: RejectedRow) => `${base}/${row.id}`;

/** What was refused and kept, so that nothing is lost. */
export function RejectedScreen({ id }: { id: number | null }) {
  const { t } = useI18n();
  const [filter, setFilter] = useState<'all' | 'unseen'>('all');
  const list = useRejectedList(filter === 'unseen');
  useListNavigation(list.rows, id, hrefOf, base);
  const title = t('frame.rail.rejected');
  return (
    <ListDetailLayout
      open={id !== null}
      list={
        <>
          <ListHeader title={title} {...countOf(list)}>
            <ToggleGroup
              label={t('rejected.filter.label')}
              value={filter}
              options={[
                { value: 'all', label: t('rejected.filter.all') },
                { value: 'unseen', label: t('rejected.filter.unseen') },
              ]}
              onChange={setFilter}
            />
          </ListHeader>
          <ListBody
            label={title}
            list={list}
            selected={id}
            empty={
              <EmptyState
                icon={FileCheck}
                title={t(`rejected.empty.${filter}.title`)}
                text={t(`rejected.empty.${filter}.text`)}
              />
            }
            render={(row, isOpen) => <RejectedLink row={row} href={hrefOf(row)} selected={isOpen} />}
          />
        </>
      }
      detail={
        id === null ? (
          <NoSelection rows={list.rows.length} />
        ) : (
          <RejectedDetail key={id} id={id} back={base} />
        )
      }
    />
  );
}
