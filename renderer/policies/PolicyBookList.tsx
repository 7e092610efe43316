import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { FileUp, Plus, SearchX, ShieldCheck } from 'lucide-react';
import { Link } from 'wouter';
import { useI18n } from '../app/locale/i18n.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { ToggleGroup } from '../components/FormFields.tsx';
import { ListHeader } from '../components/list/ListDetailLayout.tsx';
import { ListBody, ListSearch } from '../components/list/ListScreen.tsx';
import { countOf } from '../components/list/useListQuery.ts';
import { PolicyRowLink } from './PolicyRowLink.tsx';
import { PolicyTabs } from './PolicyTabs.tsx';
import { addPath, importPath, policyPath } from './paths.ts';
import { TemplateButton } from './TemplateButton.tsx';
import type { PolicyFilter, PolicyList } from './usePolicyList.ts';

const filters: readonly PolicyFilter[] = ['all', 'expired', 'premiumUnpaid', 'excluded'];

type Props = {
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
export function PolicyBookList({ list, isWhole, selected, today, ...props }: Props) {
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
