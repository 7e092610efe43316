import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { FileUp, Plus, SearchX, ShieldCheck } from 'lucide-react';
import { useDeferredValue } from 'react';
import { Link } from 'wouter';
import { create } from 'zustand';
import type { PolicyRow } from '#shared/contract/policies.ts';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { useMinuteClock } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { PlainCode } from '../components/Code.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { ToggleGroup } from '../components/FormFields.tsx';
import { ListDetailLayout, ListHeader, NoSelection } from '../components/list/ListDetailLayout.tsx';
import { ListBody, ListSearch } from '../components/list/ListScreen.tsx';
import { useListNavigation } from '../components/list/useListNavigation.ts';
import { countOf, useInfiniteList } from '../components/list/useListQuery.ts';
import { RowLink } from '../components/list/VirtualList.tsx';
import { PolicyDetail } from './PolicyDetail.tsx';
import { PolicyForm, useDraft } from './PolicyForm.tsx';
import {
  gravestOf,
  OddSign,
  type PolicyState,
  PolicyStateChip,
  usePolicyStateText,
  vehicleOf,
} from './PolicyState.tsx';
import { PolicyTabs } from './PolicyTabs.tsx';
import { addPath, bookPath, importPath, policyPath } from './paths.ts';
import { TemplateButton } from './TemplateButton.tsx';

/** What the book is narrowed to, kept while the window is open. */
export const usePolicyView = create<{ text: string; filter: PolicyFilter }>(() => ({
  text: '',
  filter: 'all',
}));

const hrefOf = (row: { id: number }) => policyPath(row.id);

/** The policy book, with the open vehicle, or the one being added, beside it. */
export function PoliciesScreen({ id }: { id: number | 'new' | null }) {
  const { text, filter } = usePolicyView();
  const search = useDeferredValue(text.trim());
  const list = usePolicyList(search, filter);
  const today = dominicanDay(useMinuteClock());
  const editing = useDraft(id ?? 'new') !== undefined && id !== null;
  // Whoever is writing is not stepped away from it.
  useListNavigation(editing ? [] : list.rows, typeof id === 'number' ? id : null, hrefOf, bookPath);
  return (
    <ListDetailLayout
      open={id !== null}
      list={
        <PolicyBookList
          list={list}
          text={text}
          filter={filter}
          isWhole={search === '' && filter === 'all'}
          selected={typeof id === 'number' ? id : null}
          today={today}
          onText={(wanted) => usePolicyView.setState({ text: wanted })}
          onFilter={(wanted) => usePolicyView.setState({ filter: wanted })}
        />
      }
      detail={
        id === null ? (
          <NoSelection rows={list.rows.length} />
        ) : id === 'new' ? (
          <AddPolicy />
        ) : (
          <PolicyDetail key={id} id={id} today={today} />
        )
      }
    />
  );
}

const filters: readonly PolicyFilter[] = ['all', 'expired', 'premiumUnpaid', 'excluded'];

type PolicyBookListProps = {
  list: PolicyList;
  text: string;
  filter: PolicyFilter;
  /** Nothing narrows the list: where it is empty, so is the book. */
  isWhole: boolean;
  selected: number | null;
  today: string;
  onText: (text: string) => void;
  onFilter: (filter: PolicyFilter) => void;
};

/** The vehicles of the book, narrowed by words and by how they stand. */
function PolicyBookList({ list, isWhole, selected, today, ...props }: PolicyBookListProps) {
  const { t } = useI18n();
  const title = t('frame.rail.policies');
  return (
    <>
      <PolicyTabs current="book" />
      <ListHeader
        title={title}
        {...countOf(list)}
        aside={
          <Box sx={{ ml: 'auto', display: 'flex', gap: 1 }}>
            <Tooltip title={t('policies.empty.byHand')}>
              <IconButton component={Link} href={addPath} aria-label={t('policies.empty.byHand')}>
                <Plus size={16} />
              </IconButton>
            </Tooltip>
            <Tooltip title={t('policies.empty.import')}>
              <IconButton component={Link} href={importPath} aria-label={t('policies.empty.import')}>
                <FileUp size={16} />
              </IconButton>
            </Tooltip>
          </Box>
        }
      >
        <Box sx={{ display: 'grid', gap: 2 }}>
          <ListSearch
            label={t('policies.search')}
            placeholder={t('policies.searchPlaceholder')}
            value={props.text}
            onChange={props.onText}
          />
          <ToggleGroup
            label={t('policies.filter.label')}
            value={props.filter}
            options={filters.map((value) => ({ value, label: t(`policies.filter.${value}`) }))}
            onChange={props.onFilter}
          />
        </Box>
      </ListHeader>
      <ListBody
        label={title}
        list={list}
        selected={selected}
        empty={
          isWhole ? (
            <EmptyBook />
          ) : (
            <EmptyState
              icon={SearchX}
              title={t('policies.empty.noneTitle')}
              text={t('policies.empty.noneText')}
            />
          )
        }
        render={(row, isOpen) => (
          <PolicyRowLink row={row} href={policyPath(row.id)} selected={isOpen} today={today} />
        )}
      />
    </>
  );
}

function EmptyBook() {
  const { t } = useI18n();
  return (
    <EmptyState icon={ShieldCheck} title={t('policies.empty.title')} text={t('policies.empty.text')}>
      <Box sx={{ display: 'grid', gap: 2, mt: 4, justifyItems: 'center' }}>
        <Button component={Link} href={importPath} variant="contained" startIcon={<FileUp size={14} />}>
          {t('policies.empty.import')}
        </Button>
        <TemplateButton />
        <Button component={Link} href={addPath} variant="text">
          {t('policies.empty.byHand')}
        </Button>
      </Box>
    </EmptyState>
  );
}

type PolicyRowLinkProps = { row: PolicyRow; href: string; selected: boolean; today: string };

/** Which vehicle and how it stands; on which policy, with which VIN, and whose. */
function PolicyRowLink({ row, href, selected, today }: PolicyRowLinkProps) {
  const { t } = useI18n();
  const vehicle = vehicleOf(row);
  return (
    <RowLink href={href} selected={selected} loud={false}>
      <span className="first">
        <span className="grow">{vehicle === '' ? t('policies.detail.noVehicle') : vehicle}</span>
        <PolicyStatus state={gravestOf(row, today)} />
      </span>
      <span className="second">
        <PlainCode value={row.insurancePolicyNumber} />
        <PlainCode value={row.vin} />
        <span className="grow">{row.ownerName}</span>
        <OddSign odd={row.odd} />
      </span>
    </RowLink>
  );
}

/** What is in order is said quietly; what is not stands out. */
function PolicyStatus({ state }: { state: PolicyState }) {
  const label = usePolicyStateText();
  if (state.name !== 'inForce' && state.name !== 'noEnd') return <PolicyStateChip state={state} />;
  return (
    <Box
      component="span"
      className="sign"
      sx={(theme) => ({ ...theme.typography.caption, '& svg': { color: theme.perito.scheme.matched.main } })}
    >
      <ShieldCheck size={12} aria-hidden />
      {label(state)}
    </Box>
  );
}

type PolicyFilter = 'all' | 'expired' | 'premiumUnpaid' | 'excluded';

/** The book by policy number and VIN. */
function usePolicyList(search: string, filter: PolicyFilter) {
  const api = useApi();
  const query = useInfiniteQuery(
    api.policies.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: 50,
        ...(search === '' ? {} : { search }),
        ...(filter === 'all' ? {} : { only: filter }),
        ...(cursor === undefined ? {} : { cursor }),
      }),
      initialPageParam: undefined,
      placeholderData: keepPreviousData,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
    }),
  );
  return useInfiniteList(query);
}
type PolicyList = ReturnType<typeof usePolicyList>;

/** What a new vehicle begins with. */
const blank = { personTypeId: '2', identificationTypeId: '2', excluded: 'false', premiumUnpaid: 'false' };

/** A vehicle that is written by hand. */
function AddPolicy() {
  const draft = useDraft('new');
  return <PolicyForm draftKey="new" fields={draft ?? blank} kept={blank} />;
}
