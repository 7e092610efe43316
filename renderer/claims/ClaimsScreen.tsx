import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { CircleAlert, FolderOpen, SearchX } from 'lucide-react';
import { memo, useDeferredValue, useMemo } from 'react';
import { create } from 'zustand';
import type { ClaimHeadline } from '#shared/contract/claims.ts';
import { recordKinds } from '#shared/terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { ArchiveButton } from '../archives/ArchiveButton.tsx';
import { useArchivingChosen } from '../archives/archiving.ts';
import { Amount } from '../components/Amount.tsx';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { EmptyArrivals, EmptyState } from '../components/EmptyState.tsx';
import { ListScreen, ListSearch } from '../components/list/ListScreen.tsx';
import { pageOptions, useInfiniteList } from '../components/list/useListQuery.ts';
import { useSelection } from '../components/list/useSelection.ts';
import { RowLink } from '../components/list/VirtualList.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { VisuallyHidden } from '../components/VisuallyHidden.tsx';
import { DecisionChips } from '../decisions/DecisionChip.tsx';
import { ExportButton } from '../exports/ExportButton.tsx';
import { ArchivedChip } from '../retention/ArchivedChip.tsx';
import { AssigneeSign } from '../work/AssignmentField.tsx';
import { ClaimFileDetail } from './ClaimFileDetail.tsx';
import { claimFileOfPath, claimFilePath } from './paths.ts';

const base = '/claims';
const hrefOf = (row: { id: string }) => claimFilePath('claimNumber', row.id);

/** The search text, kept while the window is open. */
export const useClaimSearch = create<{ text: string }>(() => ({ text: '' }));

/** The claims that records carry, with the claim file of one beside them. */
export function ClaimsScreen({ by, value }: { by: string | undefined; value: string | undefined }) {
  const { t } = useI18n();
  const text = useClaimSearch((state) => state.text);
  const search = useDeferredValue(text.trim());
  const list = useClaimList(search);
  const open = claimFileOfPath(by, value);
  const selection = useSelection(list, search);
  const archivingOf = useArchivingChosen();
  const chosen = [...(selection?.rows.keys() ?? [])];
  return (
    <ListScreen
      title={t('claims.title')}
      list={list}
      path={base}
      hrefOf={hrefOf}
      selected={open?.by === 'claimNumber' ? open.value : null}
      aside={
        list.rows.length > 0 && (
          <ExportButton source={{ of: 'claims', filter: search === '' ? {} : { search } }} />
        )
      }
      filters={
        <ListSearch
          label={t('claims.search')}
          placeholder={t('claims.searchPlaceholder')}
          value={text}
          onChange={(wanted) => useClaimSearch.setState({ text: wanted })}
        />
      }
      choosing={
        selection && {
          selection,
          gender: 'masculine',
          nameOf: ({ claimNumber }) => claimNumber,
          actions: (
            <>
              <ExportButton ofChosen source={{ of: 'claims', filter: { claimNumbers: chosen } }} />
              <ArchiveButton
                isIcon
                wanted={archivingOf({
                  ...{ title: t('claims.title'), gender: 'masculine' },
                  ...{ names: chosen, choice: { claims: chosen } },
                })}
              />
            </>
          ),
        }
      }
      empty={
        <EmptyArrivals waitsForExamination>
          <EmptyState
            icon={search === '' ? FolderOpen : SearchX}
            title={t(search === '' ? 'claims.empty.title' : 'claims.empty.searchTitle')}
            text={t(search === '' ? 'claims.empty.text' : 'claims.empty.searchText')}
          />
        </EmptyArrivals>
      }
      renderRow={(row, isOpen) => <ClaimRowLink row={row} href={hrefOf(row)} selected={isOpen} />}
      detail={
        open && (
          <ClaimFileDetail key={`${open.by} ${open.value}`} by={open.by} value={open.value} back={base} />
        )
      }
    />
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

/** One of the two sums, each currency for itself; nothing where there is none. */
function Sum({ headline, field }: { headline: readonly ClaimHeadline[]; field: 'outstanding' | 'toCredit' }) {
  const { t } = useI18n();
  const owed = headline.filter((sums) => Number(sums[field]) > 0);
  if (owed.length === 0) return null;
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
      {owed.map((sums, index) => (
        <span key={sums.currency}>
          {index > 0 && ' · '}
          <Amount value={sums[field]} currency={sums.currency} />
        </span>
      ))}
    </Box>
  );
}

/** Claims, latest activity first; each under its number as `id`. */
function useClaimList(search: string) {
  const api = useApi();
  const query = useInfiniteQuery(
    api.claims.list.infiniteOptions({
      ...pageOptions({ ...(search === '' ? {} : { search }) }),
      placeholderData: keepPreviousData,
    }),
  );
  const list = useInfiniteList(query);
  const rows = useMemo(() => list.rows.map((row) => ({ ...row, id: row.claimNumber })), [list.rows]);
  return { ...list, rows };
}
type ListedClaim = ReturnType<typeof useClaimList>['rows'][number];
