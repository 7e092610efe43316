import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { Link } from 'wouter';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { ListDetailLayout, ListHeader } from '../components/list/ListDetailLayout.tsx';
import { ListBody } from '../components/list/ListScreen.tsx';
import { useListNavigation } from '../components/list/useListNavigation.ts';
import { countOf, useInfiniteList } from '../components/list/useListQuery.ts';
import { PolicyTabs } from '../policies/PolicyTabs.tsx';
import { importOfPath, importPath } from '../policies/paths.ts';
import { ImportDetail } from './ImportDetail.tsx';
import { ImportRowLink } from './ImportRowLink.tsx';
import { NewImport } from './NewImport.tsx';

const hrefOf = (row: { id: number }) => importOfPath(row.id);

function useImportList() {
  const api = useApi();
  const query = useInfiniteQuery(
    api.policyImports.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ limit: 50, ...(cursor === undefined ? {} : { cursor }) }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
    }),
  );
  return useInfiniteList(query);
}

/** The imports, those of the watched folder too, with one beside them, or a new one. */
export function ImportsScreen({ id }: { id: number | null }) {
  const { t } = useI18n();
  const list = useImportList();
  useListNavigation(list.rows, id, hrefOf, importPath);
  const title = t('policies.tabs.imports');
  return (
    <ListDetailLayout
      // The new import is the detail that matters where the window is narrow and nothing is listed.
      open={id !== null || list.rows.length === 0}
      list={
        <>
          <PolicyTabs current="imports" />
          <ListHeader
            title={title}
            {...countOf(list)}
            aside={
              id !== null && (
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
          />
          <ListBody
            label={title}
            list={list}
            selected={id}
            empty={
              <EmptyState
                icon={FileUp}
                title={t('policies.imports.list.emptyTitle')}
                text={t('policies.imports.list.emptyText')}
              />
            }
            render={(row, isOpen) => <ImportRowLink row={row} href={hrefOf(row)} selected={isOpen} />}
          />
        </>
      }
      detail={id === null ? <NewImport /> : <ImportDetail key={id} id={id} />}
    />
  );
}
