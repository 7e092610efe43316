import { useTheme } from '@mui/material/styles';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { memo } from 'react';
import type { AuditLine } from '#shared/contract/audit.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { useWindowTitle } from '../app/window-title.ts';
import { Box } from '../components/Box.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { ListScreen, NewItemsButton } from '../components/list/ListScreen.tsx';
import { pageOptions, useInfiniteList } from '../components/list/useListQuery.ts';
import { RowLink } from '../components/list/VirtualList.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { ExportButton } from '../exports/ExportButton.tsx';
import { AuditDetail } from './AuditDetail.tsx';
import { AuditFilterBar } from './AuditFilterBar.tsx';
import { AuditSentence } from './AuditSentence.tsx';
import { askedOf, noAuditFilter, useAuditFilter } from './audit-filter.ts';

const base = '/audit';
const hrefOf = ({ id }: AuditLine) => `${base}/${id}`;

/** Who did what and when, in sentences, the newest first. */
export function AuditScreen({ id }: { id: number | null }) {
  const { t } = useI18n();
  const api = useApi();
  useWindowTitle(t('audit.title'));
  const rowHeight = useTheme().perito.sizes.listRow + secondLine;
  const filter = useAuditFilter((state) => state.filter);
  const asked = askedOf(filter);
  const query = useInfiniteQuery(api.audit.list.infiniteOptions(pageOptions(asked)));
  const list = useInfiniteList(query);
  // What comes meanwhile moves nothing that is being read.
  const newest = useQuery(api.audit.list.queryOptions({ input: { ...asked, limit: 1 } })).data?.rows[0]?.id;
  const isBehind = newest !== undefined && query.isSuccess && !list.rows.some((row) => row.id === newest);
  const isNarrowed = JSON.stringify(filter) !== JSON.stringify(noAuditFilter);
  return (
    <ListScreen
      title={t('audit.title')}
      list={list}
      path={base}
      hrefOf={hrefOf}
      selected={id}
      heightOf={() => rowHeight}
      listKey={JSON.stringify(filter)}
      aside={
        <>
          {list.rows.length > 0 && <ExportButton source={{ of: 'audit', filter: asked }} />}
          <NewItemsButton label={isBehind ? t('audit.new') : null} onPull={() => void query.refetch()} />
        </>
      }
      filters={<AuditFilterBar />}
      empty={
        <EmptyState
          icon={ScrollText}
          title={t(isNarrowed ? 'audit.empty.narrowed.title' : 'audit.empty.all.title')}
          text={t(isNarrowed ? 'audit.empty.narrowed.text' : 'audit.empty.all.text')}
        />
      }
      renderRow={(row, isOpen) => <AuditRow row={row} selected={isOpen} />}
      detail={id === null ? null : <AuditDetail key={id} id={id} back={base} />}
    />
  );
}

/** A sentence has two lines in a row, so that a narrow list does not cut it where its meaning is. */
const sentenceInRow = {
  flex: 1,
  minWidth: 0,
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
} as const;
/** Pixels of the second line. */
const secondLine = 20;

/** An entry in the list: its sentence, through what it was done, and when. */
const AuditRow = memo(function AuditRow({ row, selected }: { row: AuditLine; selected: boolean }) {
  const { t } = useI18n();
  return (
    <RowLink href={hrefOf(row)} selected={selected} loud={false}>
      <span className="first">
        <Box component="span" sx={sentenceInRow}>
          <AuditSentence entry={row} hasLinks={false} />
        </Box>
      </span>
      <span className="second">
        <span className="grow">{t(`audit.via.${row.actor.via}`)}</span>
        <RelativeTime at={row.at} />
      </span>
    </RowLink>
  );
});
