import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { FileUp, Plus, SearchX, ShieldCheck } from 'lucide-react';
import { useDeferredValue } from 'react';
import { create } from 'zustand';
import type { PolicyRow } from '#shared/contract/policies.ts';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { Link } from '../app/Link.tsx';
import { useMinuteClock } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Acts, useMay } from '../app/read-only.tsx';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { ToggleGroup } from '../components/FormFields.tsx';
import { ListScreen, ListSearch } from '../components/list/ListScreen.tsx';
import { pageOptions, useInfiniteList } from '../components/list/useListQuery.ts';
import { RowLink } from '../components/list/VirtualList.tsx';
import { Tooltip } from '../components/Tooltip.tsx';
import { ExportButton } from '../exports/ExportButton.tsx';
import { NeedsRole } from '../people/NeedsRole.tsx';
import { PolicyDetail } from './PolicyDetail.tsx';
import { PolicyForm, useDraft } from './PolicyForm.tsx';
import {
  gravestOf,
  type PolicyState,
  PolicyStateChip,
  usePolicyStateText,
  vehicleOf,
  WarningSign,
} from './PolicyState.tsx';
import { PolicyTabs } from './PolicyTabs.tsx';
import { addPath, bookPath, importPath, policyPath } from './paths.ts';
import { TemplateButton } from './TemplateButton.tsx';

/** The search and filter of the book, kept while the window is open. */
export const usePolicyView = create<{ text: string; filter: PolicyFilter }>(() => ({
  text: '',
  filter: 'all',
}));

const filters: readonly PolicyFilter[] = ['all', 'expired', 'premiumUnpaid', 'excluded'];
const hrefOf = (row: { id: number }) => policyPath(row.id);

/** The policy book, with the open vehicle, or the one being added, beside it. */
export function PoliciesScreen({ id }: { id: number | 'new' | null }) {
  const { t } = useI18n();
  const { text, filter } = usePolicyView();
  const search = useDeferredValue(text.trim());
  const list = usePolicyList(search, filter);
  const today = dominicanDay(useMinuteClock());
  const mayChange = useMay('policies.save');
  const isEditing = useDraft(id ?? 'new') !== undefined && id !== null;
  return (
    <ListScreen
      title={t('frame.rail.policies')}
      list={list}
      path={bookPath}
      hrefOf={hrefOf}
      selected={typeof id === 'number' ? id : null}
      // J and K do not leave a form.
      hasRowKeys={!isEditing}
      tabs={<PolicyTabs current="book" />}
      aside={
        <Acts>
          <Box sx={{ ml: 'auto', display: 'flex', gap: 1 }}>
            {list.rows.length > 0 && (
              <ExportButton source={{ of: 'policies', filter: inputOf(search, filter) }} />
            )}
            {mayChange && (
              <>
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
              </>
            )}
          </Box>
        </Acts>
      }
      filters={
        <Box sx={{ display: 'grid', gap: 2 }}>
          <ListSearch
            label={t('policies.search')}
            placeholder={t('policies.searchPlaceholder')}
            value={text}
            onChange={(wanted) => usePolicyView.setState({ text: wanted })}
          />
          <ToggleGroup
            label={t('policies.filter.label')}
            value={filter}
            options={filters}
            labelOf={(option) => t(`policies.filter.${option}`)}
            onChange={(wanted) => usePolicyView.setState({ filter: wanted })}
          />
        </Box>
      }
      empty={
        search === '' && filter === 'all' ? (
          <EmptyBook />
        ) : (
          <EmptyState
            icon={SearchX}
            title={t('policies.empty.noneTitle')}
            text={t('policies.empty.noneText')}
          />
        )
      }
      renderRow={(row, isOpen) => (
        <PolicyRowLink row={row} href={hrefOf(row)} selected={isOpen} today={today} />
      )}
      detail={
        id === null ? null : id === 'new' ? (
          mayChange ? (
            <AddPolicy />
          ) : (
            <NeedsRole of="policies.save" />
          )
        ) : (
          <PolicyDetail key={id} id={id} today={today} />
        )
      }
    />
  );
}

function EmptyBook() {
  const { t } = useI18n();
  return (
    <EmptyState icon={ShieldCheck} title={t('policies.empty.title')} text={t('policies.empty.text')}>
      <Acts of="policies.save">
        <Box sx={{ display: 'grid', gap: 2, mt: 4, justifyItems: 'center' }}>
          <Button component={Link} href={importPath} variant="contained" startIcon={<FileUp size={14} />}>
            {t('policies.empty.import')}
          </Button>
          <TemplateButton />
          <Button component={Link} href={addPath} variant="text">
            {t('policies.empty.byHand')}
          </Button>
        </Box>
      </Acts>
    </EmptyState>
  );
}

type PolicyRowLinkProps = { row: PolicyRow; href: string; selected: boolean; today: string };

/** A vehicle in the book's list: its state, policy, VIN and owner. */
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
        <WarningSign warnings={row.warnings} />
      </span>
    </RowLink>
  );
}

/** A state in order is quiet; any other stands out. */
function PolicyStatus({ state }: { state: PolicyState }) {
  const label = usePolicyStateText();
  if (state.name !== 'inForce' && state.name !== 'noEnd') return <PolicyStateChip state={state} />;
  return (
    <Box component="span" className="sign" sx={{ typography: 'caption', '& svg': { color: 'success.main' } }}>
      <ShieldCheck size={12} aria-hidden />
      {label(state)}
    </Box>
  );
}

type PolicyFilter = 'all' | 'expired' | 'premiumUnpaid' | 'excluded';

/** The book by policy number and VIN. */
const inputOf = (search: string, filter: PolicyFilter) => ({
  ...(search === '' ? {} : { search }),
  ...(filter === 'all' ? {} : { only: filter }),
});

function usePolicyList(search: string, filter: PolicyFilter) {
  const api = useApi();
  const query = useInfiniteQuery(
    api.policies.list.infiniteOptions({
      ...pageOptions(inputOf(search, filter)),
      placeholderData: keepPreviousData,
    }),
  );
  return useInfiniteList(query);
}

/** The values that a new vehicle begins with. */
const blank = { personTypeId: '2', identificationTypeId: '2', excluded: 'false', premiumUnpaid: 'false' };

/** The form for a new vehicle. */
function AddPolicy() {
  const draft = useDraft('new');
  return <PolicyForm draftKey="new" fields={draft ?? blank} saved={blank} />;
}
