import { useTheme } from '@mui/material/styles';
import Big from 'big.js';
import { CircleAlert, FolderOpen, SearchX } from 'lucide-react';
import { memo, useCallback, useDeferredValue, useMemo, useRef } from 'react';
import { create } from 'zustand';
import type { ClaimHeadline } from '#shared/contract/claims.ts';
import { recordKinds } from '#shared/terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { ArchiveButton } from '../archives/ArchiveButton.tsx';
import { useArchivingChosen } from '../archives/archiving.ts';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { EmptyArrivals, EmptyState } from '../components/EmptyState.tsx';
import { ListScreen, ListSearch } from '../components/list/ListScreen.tsx';
import { useSelection } from '../components/list/useSelection.ts';
import { RowLink } from '../components/list/VirtualList.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { VisuallyHidden } from '../components/VisuallyHidden.tsx';
import { DecisionChips } from '../decisions/DecisionChip.tsx';
import { ExportButton } from '../exports/ExportButton.tsx';
import { FilterBar } from '../records/FilterBar.tsx';
import {
  addressOf,
  claimsAsked,
  conditionsOf,
  type QueueFilter,
  type QueueOrder,
} from '../records/queue-filter.ts';
import { useKeptTop } from '../records/queue-place.ts';
import { useQueueTable } from '../records/queue-table.ts';
import { useQueueFilter } from '../records/queue-view.ts';
import { TableMenu } from '../records/TableMenu.tsx';
import { useFilterNames } from '../records/useFilterNames.ts';
import { ViewMenu } from '../records/ViewMenu.tsx';
import { ArchivedChip } from '../retention/ArchivedChip.tsx';
import { AssigneeSign } from '../work/AssignmentField.tsx';
import { ClaimFileDetail } from './ClaimFileDetail.tsx';
import { useClaimColumns } from './columns.tsx';
import { claimFileOfPath, claimFilePath } from './paths.ts';
import { owedIn, Sums } from './Sums.tsx';
import { claimsInput, type ListedClaim, useClaimList } from './useClaimList.ts';

const base = '/claims';

/** The search text, kept while the window is open. */
export const useClaimSearch = create<{ text: string }>(() => ({ text: '' }));

/** What claims can be filtered by. */
const offered = [
  ...([
    'reviewed',
    'withFindings',
    'severity',
    'assigned',
    'flagged',
    'waiting',
    'received',
    'dated',
  ] as const),
  ...(['amount', 'insured', 'policy', 'vehicle', 'make', 'party'] as const),
];

/** The claims that records carry, as a list or a table, with the claim file of one beside them. */
export function ClaimsScreen({ by, value }: { by: string | undefined; value: string | undefined }) {
  const { t } = useI18n();
  const text = useClaimSearch((state) => state.text);
  const search = useDeferredValue(text.trim());
  const { filter, order, query: inAddress, set, place } = useQueueFilter('claim');
  const query = useMemo(() => {
    const asked = claimsAsked(filter, order);
    return { ...asked, filter: { ...asked.filter, ...(search === '' ? {} : { search }) } };
  }, [filter, order, search]);
  const list = useClaimList(query);
  const scroller = useRef<HTMLDivElement>(null);
  const onOrder = useCallback((next: QueueOrder) => set({ order: next }), [set]);
  const onFilter = useCallback((next: QueueFilter) => set({ filter: next }), [set]);
  const queueTable = useQueueTable('claim', useClaimColumns(), order, onOrder);
  const { listRow } = useTheme().perito.sizes;
  useKeptTop(place, list, scroller, queueTable.isTable ? queueTable.setup.rowHeight : listRow);
  const names = useFilterNames(filter);
  const open = claimFileOfPath(by, value);
  const selection = useSelection(list, JSON.stringify(query));
  const archivingOf = useArchivingChosen();
  const chosen = [...(selection?.rows.keys() ?? [])];
  const title = t('claims.title');
  const back = addressOf(base, inAddress);
  const hrefOf = (row: { id: string }) => addressOf(claimFilePath('claimNumber', row.id), inAddress);
  const now = useMemo(() => ({ filter, order, set }), [filter, order, set]);
  return (
    <ListScreen
      title={title}
      heading={<ViewMenu kind="claim" title={title} now={now} />}
      list={list}
      path={back}
      hrefOf={hrefOf}
      selected={open?.by === 'claimNumber' ? open.value : null}
      scroller={scroller}
      aside={
        <>
          {list.rows.length > 0 && <ExportButton source={{ of: 'claims', filter: claimsInput(query) }} />}
          <TableMenu queueTable={queueTable} />
        </>
      }
      filters={
        <Box sx={{ display: 'grid', gap: 2 }}>
          <ListSearch
            label={t('claims.search')}
            placeholder={t('claims.searchPlaceholder')}
            value={text}
            onChange={(wanted) => useClaimSearch.setState({ text: wanted })}
          />
          <FilterBar kind="claim" filter={filter} offered={offered} names={names} onChange={onFilter} />
        </Box>
      }
      table={
        queueTable.isTable
          ? {
              setup: queueTable.setup,
              loudOf: ({ openCount }) => (openCount > 0 ? t('records.row.unreviewed') : null),
            }
          : null
      }
      choosing={
        selection && {
          selection,
          gender: 'masculine',
          nameOf: ({ claimNumber }) => claimNumber,
          about: <ChosenSums rows={[...selection.rows.values()]} />,
          actions: (
            <>
              <ExportButton ofChosen source={{ of: 'claims', filter: { claimNumbers: chosen } }} />
              <ArchiveButton
                isIcon
                wanted={archivingOf({
                  ...{ title, gender: 'masculine' },
                  ...{ names: chosen, choice: { claims: chosen } },
                })}
              />
            </>
          ),
        }
      }
      empty={
        <EmptyArrivals waitsForExamination>
          <NoClaims isFiltered={conditionsOf(filter).length > 0} isSearched={search !== ''} />
        </EmptyArrivals>
      }
      renderRow={(row, isOpen) => <ClaimRowLink row={row} href={hrefOf(row)} selected={isOpen} />}
      detail={
        open && (
          <ClaimFileDetail key={`${open.by} ${open.value}`} by={open.by} value={open.value} back={back} />
        )
      }
    />
  );
}

/** The text of an empty list. */
function NoClaims({ isFiltered, isSearched }: { isFiltered: boolean; isSearched: boolean }) {
  const { t } = useI18n();
  if (isFiltered)
    return <EmptyState icon={SearchX} title={t('queue.empty.title')} text={t('queue.empty.text')} />;
  return (
    <EmptyState
      icon={isSearched ? SearchX : FolderOpen}
      title={t(isSearched ? 'claims.empty.searchTitle' : 'claims.empty.title')}
      text={t(isSearched ? 'claims.empty.searchText' : 'claims.empty.text')}
    />
  );
}

/** What was ordered for the chosen claims. */
function ChosenSums({ rows }: { rows: readonly ListedClaim[] }) {
  const { t, format } = useI18n();
  const ordered = rows.reduce((sum, row) => sum.plus(row.ordered), new Big(0));
  if (ordered.eq(0)) return null;
  return (
    <Box component="span" sx={{ typography: 'body2', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
      {t('claims.chosen', { total: format.money(ordered.toFixed(2), 'DOP') })}
    </Box>
  );
}

/**
 * Whose claim and what is still to be invoiced; its number, which vehicle, since when, who has it, and what is still to be
 * credited. Of a claim whose insured is not known the number stands first.
 */
const ClaimRowLink = memo(function ClaimRowLink({
  row,
  href,
  selected,
}: {
  row: ListedClaim;
  href: string;
  selected: boolean;
}) {
  const { t, format } = useI18n();
  const findings = t('claims.row.findings', { count: row.attentionCount });
  const held = recordKinds
    .filter((kind) => row.counts[kind] > 0)
    .map((kind) => t(`claims.count.${kind}`, { count: row.counts[kind] }))
    .join(', ');
  const owesFirst = row.headline.some((sums) => Number(sums.outstanding) > 0);
  const subject = [row.vehicle, row.plate].filter((part) => part !== null);
  return (
    <RowLink href={href} selected={selected} loud={false}>
      <span className="first">
        <span className="grow" title={row.insured ?? row.claimNumber}>
          {row.insured ?? <PlainCode value={row.claimNumber} />}
        </span>
        {row.attentionCount > 0 && (
          <Box
            component="span"
            className="sign"
            title={findings}
            sx={{ color: 'text.secondary', alignSelf: 'center' }}
          >
            <CircleAlert size={13} aria-hidden />
            {format.count(row.attentionCount)}
            <VisuallyHidden>{findings}</VisuallyHidden>
          </Box>
        )}
        <Sum headline={row.headline} field={owesFirst ? 'outstanding' : 'toCredit'} />
      </span>
      <span className="second">
        {row.insured !== null && <PlainCode value={row.claimNumber} />}
        <span className="grow" title={[...subject, held].join(' · ')}>
          {subject.length > 0 ? subject.join(' · ') : held}
        </span>
        <AssigneeSign person={row.assignedTo} />
        <DecisionChips counts={row.decisions} />
        {row.archivedIn !== null && <ArchivedChip bundleId={row.archivedIn} maxWidth={216} />}
        {owesFirst && <Sum headline={row.headline} field="toCredit" />}
        <RelativeTime at={row.lastReceivedAt} />
      </span>
    </RowLink>
  );
});

/** One of the two sums, with what it is; nothing where there is none. */
function Sum({ headline, field }: { headline: readonly ClaimHeadline[]; field: 'outstanding' | 'toCredit' }) {
  const { t } = useI18n();
  if (owedIn({ headline, field }).length === 0) return null;
  const isAlarm = field === 'toCredit';
  return (
    <Box
      component="span"
      sx={{
        flex: 'none',
        fontSize: 13,
        color: isAlarm ? 'error.main' : 'text.primary',
        whiteSpace: 'nowrap',
      }}
    >
      <Box component="span" sx={{ fontSize: 12, color: isAlarm ? 'inherit' : 'text.secondary' }}>
        {t(`claims.row.${field}`)}
      </Box>{' '}
      <Sums headline={headline} field={field} />
    </Box>
  );
}
