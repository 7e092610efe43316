import { memo, useRef, useState } from 'react';
import type { Listed } from '#shared/contract/views.ts';
import { useKeys } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { ChosenFilters } from '../components/ChosenFilters.tsx';
import { ToggleGroup } from '../components/FormFields.tsx';
import { FilterPicker } from './FilterPicker.tsx';
import { type Names, useConditionWords } from './filter-words.ts';
import { type Condition, conditionsOf, type QueueFilter, withCondition } from './queue-filter.ts';
import { listsOnScreen } from './record-kinds.ts';

type Props = {
  kind: Listed;
  filter: QueueFilter;
  offered: readonly Condition[];
  names: Names;
  onChange: (filter: QueueFilter) => void;
};

const quick = ['all', 'unreviewed', 'withFindings'] as const;
type Quick = (typeof quick)[number];

/** What of the quick choices a filter is; null where it is none of them. */
function quickOf({ reviewed, withFindings }: QueueFilter): Quick | null {
  if (reviewed === undefined && withFindings === undefined) return 'all';
  if (reviewed === false && withFindings === undefined) return 'unreviewed';
  return reviewed === undefined && withFindings === true ? 'withFindings' : null;
}

/** The filter of a queue: the choices of every day, then a chip for each further condition, which is changed and removed there. */
export const FilterBar = memo(function FilterBar({ kind, filter, offered, names, onChange }: Props) {
  const { t } = useI18n();
  const { gender } = listsOnScreen[kind];
  const wordsOf = useConditionWords(kind, names);
  const [picking, setPicking] = useState<{ anchor: HTMLElement; condition: Condition | null } | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  const open = () => {
    if (add.current !== null) setPicking({ anchor: add.current, condition: null });
  };
  const filtering = { label: t('queue.filter.add'), run: open };
  useKeys({ f: filtering, 'shift f': filtering });
  const chosen = quickOf(filter);
  // What the quick choice says is not said again.
  const chips = conditionsOf(filter).filter(
    (one) => chosen === null || (one !== 'reviewed' && one !== 'withFindings'),
  );
  const withQuick = (value: Quick) => {
    const plain = withCondition(withCondition(filter, 'reviewed'), 'withFindings');
    if (value === 'unreviewed') return { ...plain, reviewed: false };
    return value === 'withFindings' ? { ...plain, withFindings: true } : plain;
  };
  return (
    <Box
      role="group"
      aria-label={t('queue.filter.label')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}
    >
      <ToggleGroup
        label={t('records.filter.label')}
        value={chosen}
        options={quick}
        labelOf={(option) => t(option === 'all' ? `records.of.${gender}.all` : `records.filter.${option}`)}
        onChange={(value) => onChange(withQuick(value))}
      />
      <ChosenFilters
        chosen={chips.map((condition) => {
          const words = wordsOf(filter, condition);
          return {
            key: condition,
            words,
            name: t('queue.filter.change', { condition: words }),
            onOpen: (anchor) => setPicking({ anchor, condition }),
            onRemove: () => onChange(withCondition(filter, condition)),
          };
        })}
        add={add}
        onAdd={open}
        onClear={() => onChange({})}
      />
      <FilterPicker
        anchor={picking?.anchor ?? null}
        condition={picking?.condition ?? null}
        offered={offered}
        kind={kind}
        filter={filter}
        names={names}
        onChange={onChange}
        onCondition={(condition) => setPicking((now) => now && { ...now, condition })}
        onClose={() => setPicking(null)}
      />
    </Box>
  );
});
