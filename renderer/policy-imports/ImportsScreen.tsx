import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import type { PolicyImport } from '#shared/contract/policy-imports.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useActorName } from '../app/names.ts';
import { useApi } from '../app/queries.ts';
import { useMay } from '../app/read-only.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { ListScreen } from '../components/list/ListScreen.tsx';
import { pageOptions, useInfiniteList } from '../components/list/useListQuery.ts';
import { RowLink } from '../components/list/VirtualList.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { NeedsRole } from '../people/NeedsRole.tsx';
import { PolicyTabs } from '../policies/PolicyTabs.tsx';
import { importOfPath, importPath } from '../policies/paths.ts';
import { ImportDetail, NewImport } from './ImportWizard.tsx';
import { importChips, isOver, isRunning } from './import-state.tsx';
import { useImportName } from './useImport.ts';

const hrefOf = (row: { id: number }) => importOfPath(row.id);

function useImportList() {
  const api = useApi();
  const query = useInfiniteQuery(api.policyImports.list.infiniteOptions(pageOptions({})));
  return useInfiniteList(query);
}

/** The imports, those of the watched folder too, with one beside them, or a new one. */
export function ImportsScreen({ id }: { id: number | null }) {
  const { t } = useI18n();
  const list = useImportList();
  const mayImport = useMay('policyImports.begin');
  return (
    <ListScreen
      title={t('policies.tabs.imports')}
      list={list}
      path={importPath}
      hrefOf={hrefOf}
      selected={id}
      tabs={<PolicyTabs current="imports" />}
      aside={
        id !== null &&
        mayImport && (
          <Button
            component={Link}
            href={importPath}
            size="small"
            startIcon={<FileUp size={14} />}
            sx={{ ml: 'auto' }}
          >
            {t('policies.imports.list.new')}
          </Button>
        )
      }
      empty={
        <EmptyState
          icon={FileUp}
          title={t('policies.imports.list.emptyTitle')}
          text={t('policies.imports.list.emptyText')}
        />
      }
      renderRow={(row, isOpen) => <ImportRowLink row={row} href={hrefOf(row)} selected={isOpen} />}
      detail={
        id === null ? (
          mayImport ? (
            <NewImport />
          ) : (
            <NeedsRole of="policyImports.begin" />
          )
        ) : (
          <ImportDetail key={id} id={id} />
        )
      }
      // A narrow window with an empty list shows the new import.
      isOpen={id !== null || list.rows.length === 0}
    />
  );
}

/** An import in its list: file, state, count of rows, person and time. */
function ImportRowLink(props: { row: PolicyImport; href: string; selected: boolean }) {
  const { row } = props;
  const { t, format } = useI18n();
  const actorName = useActorName();
  const nameOf = useImportName();
  const { tone, icon } = importChips[row.state];
  const rows = row.rowsTotal ?? row.rowsDone;
  return (
    <RowLink href={props.href} selected={props.selected} loud={!isOver(row) && !isRunning(row)}>
      <span className="first">
        <span className="grow">{nameOf(row)}</span>
        <StateChip tone={tone} icon={icon} label={t(`policies.imports.state.${row.state}`)} />
      </span>
      <span className="second">
        <span className="grow">
          {rows > 0 && `${t('policies.imports.rows', { count: rows, rows: format.count(rows) })} · `}
          {t('policies.imports.by', {
            who: actorName(row.startedBy),
            via: t(`policies.imports.via.${row.via}`),
          })}
        </span>
        <RelativeTime at={row.startedAt} />
      </span>
    </RowLink>
  );
}
