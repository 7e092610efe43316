import Button from '@mui/material/Button';
import { useTheme } from '@mui/material/styles';
import { useInfiniteQuery } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useCallback, useMemo, useRef } from 'react';
import { Link } from 'wouter';
import { useWords } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { EmptyState } from '../parts/EmptyState.tsx';
import { ErrorState } from '../parts/ErrorState.tsx';
import { ListHead, Panes } from '../parts/Panes.tsx';
import { ListSkeleton } from '../parts/Skeletons.tsx';
import { useSteps } from '../parts/useSteps.ts';
import { VirtualList } from '../parts/VirtualList.tsx';
import { PolicyTabs } from '../policies/PolicyTabs.tsx';
import { importOfPath, importPath } from '../policies/paths.ts';
import { ImportDetail } from './ImportDetail.tsx';
import { ImportRowLink } from './ImportRowLink.tsx';
import { NewImport } from './NewImport.tsx';

const hrefOf = (row: { id: number }) => importOfPath(row.id);
const idOf = (row: { id: number }) => row.id;

function useImportList() {
  const api = useApi();
  const query = useInfiniteQuery(
    api.policyImports.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ limit: 50, ...(cursor === undefined ? {} : { cursor }) }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
    }),
  );
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const nearEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return { query, rows, nearEnd, total: query.data?.pages[0]?.total ?? 0 };
}

/** The imports, those of the watched folder too, with one beside them, or a new one. */
export function ImportsScreen({ id }: { id: number | null }) {
  const { t, format } = useWords();
  const theme = useTheme();
  const list = useImportList();
  const scroller = useRef<HTMLDivElement>(null);
  useSteps(list.rows, id, hrefOf, importPath);
  const title = t('policies.tabs.imports');
  return (
    <Panes
      // The new import is the detail that matters where the window is narrow and nothing is listed.
      open={id !== null || list.rows.length === 0}
      list={
        <>
          <PolicyTabs current="imports" />
          <ListHead
            title={title}
            {...(list.query.isSuccess ? { count: format.count(list.total) } : {})}
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
          {list.query.isError && <ErrorState query={list.query} />}
          {list.query.isPending ? (
            <ListSkeleton />
          ) : list.rows.length === 0 && !list.query.isError ? (
            <EmptyState
              icon={FileUp}
              title={t('policies.imports.list.emptyTitle')}
              text={t('policies.imports.list.emptyText')}
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
              render={(row) => <ImportRowLink row={row} href={hrefOf(row)} selected={row.id === id} />}
            />
          )}
        </>
      }
      detail={id === null ? <NewImport /> : <ImportDetail key={id} id={id} />}
    />
  );
}
