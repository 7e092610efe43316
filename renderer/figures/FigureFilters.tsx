import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChartColumn, Table2 } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { monthText } from '#shared/chart-marks.ts';
import { monthsBetween } from '#shared/contract/figures.ts';
import { recordKinds } from '#shared/terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { Form, ToggleGroup } from '../components/FormFields.tsx';
import { Sheet } from '../components/Sheet.tsx';
import { Tooltip } from '../components/Tooltip.tsx';
import { useFigureView } from './FigurePanel.tsx';
import { type FigureQuery, maxMonths, monthBefore, periods } from './figure-query.ts';
import { kindLabels } from './figures-of.ts';
import { MonthField } from './MonthField.tsx';

type Props = {
  query: FigureQuery;
  thisMonth: string;
  hasKind: boolean;
  hasParty: boolean;
  onChange: (part: Partial<FigureQuery>) => void;
  onToggle: () => void;
};

/** What the figures are of: a period, a party and a kind; and whether all are shown as tables. */
export function FigureFilters({ query, thisMonth, hasKind, hasParty, onChange, onToggle }: Props) {
  const { t } = useI18n();
  const all = useFigureView((state) => state.all);
  const toggleName = t(all === 'chart' ? 'figures.allTables' : 'figures.allCharts');
  const Icon = all === 'chart' ? Table2 : ChartColumn;
  return (
    <Box
      role="group"
      aria-label={t('figures.filters')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}
    >
      {hasKind && <KindFilter query={query} onChange={onChange} />}
      {hasParty && <PartyFilter query={query} onChange={onChange} />}
      <PeriodChooser query={query} thisMonth={thisMonth} onChange={onChange} />
      <Tooltip title={`${toggleName} · T`}>
        <IconButton aria-label={toggleName} aria-keyshortcuts="T" onClick={onToggle}>
          <Icon size={16} aria-hidden />
        </IconButton>
      </Tooltip>
    </Box>
  );
}

type FilterProps = Pick<Props, 'query' | 'onChange'>;

function KindFilter({ query, onChange }: FilterProps) {
  const { t } = useI18n();
  return (
    <Select
      displayEmpty
      value={query.kind ?? ''}
      inputProps={{ 'aria-label': t('figures.kind.label') }}
      onChange={({ target }) => onChange({ kind: recordKinds.find((kind) => kind === target.value) ?? null })}
      sx={{ minWidth: 172, minHeight: 30, fontSize: 13 }}
    >
      <MenuItem value="">{t('figures.kind.all')}</MenuItem>
      {recordKinds.map((kind) => (
        <MenuItem key={kind} value={kind}>
          {t(`frame.rail.${kindLabels[kind]}`)}
        </MenuItem>
      ))}
    </Select>
  );
}

/** Finds a party by its name or RNC among those of the period. */
function PartyFilter({ query, onChange }: FilterProps) {
  const { t } = useI18n();
  const { from, until, party } = query;
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim().slice(0, 200));
  const api = useApi();
  const found = useQuery({
    ...api.figures.scorecards.queryOptions({ input: { from, until, search } }),
    placeholderData: keepPreviousData,
  });
  const chosen = useQuery({
    ...api.figures.scorecards.queryOptions({ input: { from, until, search: party ?? '' } }),
    enabled: party !== null,
  });
  const optionOf = (row: { party: string; name: string | null }) => ({
    party: row.party,
    label: row.name ?? t('figures.party.unnamed', { taxId: row.party }),
  });
  const known = chosen.data?.rows.find((row) => row.party === party);
  const value = party === null ? null : optionOf(known ?? { party, name: null });
  return (
    <Autocomplete
      value={value}
      inputValue={typed}
      options={(found.data?.rows ?? []).map(optionOf)}
      filterOptions={(options) => options}
      isOptionEqualToValue={(one, other) => one.party === other.party}
      getOptionKey={(option) => option.party}
      noOptionsText={t('figures.party.none')}
      clearText={t('figures.party.clear')}
      openText={t('figures.party.open')}
      closeText={t('common.close')}
      onInputChange={(_, text, reason) =>
        setTyped(reason === 'input' ? text : reason === 'clear' ? '' : text)
      }
      onChange={(_, option) => onChange({ party: option?.party ?? null })}
      renderInput={({ slotProps, disabled }) => (
        <OutlinedInput
          {...slotProps.input}
          disabled={disabled}
          fullWidth
          size="small"
          placeholder={t('figures.party.all')}
          inputProps={{ ...slotProps.htmlInput, 'aria-label': t('figures.party.label') }}
        />
      )}
      sx={{
        width: 220,
        flex: 'none',
        '& .MuiAutocomplete-inputRoot.MuiOutlinedInput-root': { minHeight: 30, py: 0, fontSize: 13 },
      }}
    />
  );
}

/** Months up to this one, or those that somebody gives. */
function PeriodChooser({ query, thisMonth, onChange }: Pick<Props, 'query' | 'thisMonth' | 'onChange'>) {
  const { t, locale } = useI18n();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { from, until, period } = query;
  const short = (month: string) => monthText(month, locale);
  const own = from === until ? short(from) : `${short(from)} – ${short(until)}`;
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      <ToggleGroup
        label={t('figures.period.label')}
        value={period}
        options={periods}
        labelOf={(option) => t(`figures.period.${option}`)}
        onChange={(next) =>
          onChange({ period: next, from: monthBefore(thisMonth, Number(next) - 1), until: thisMonth })
        }
      />
      <Button
        size="small"
        variant={period === null ? 'outlined' : 'text'}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minHeight: 28, py: 0 }}
      >
        {period === null ? own : t('figures.period.range')}
      </Button>
      <Sheet
        open={anchor !== null}
        anchor={anchor}
        name={{ 'aria-label': t('figures.period.label') }}
        width={300}
        padding={4}
        side="right"
        onClose={() => setAnchor(null)}
      >
        <RangeForm
          query={query}
          lastYear={Number(thisMonth.slice(0, 4))}
          onDone={(range) => {
            setAnchor(null);
            onChange({ ...range, period: null });
          }}
        />
      </Sheet>
    </Box>
  );
}

function RangeForm({
  query,
  lastYear,
  onDone,
}: {
  query: FigureQuery;
  lastYear: number;
  onDone: (range: { from: string; until: string }) => void;
}) {
  const { t } = useI18n();
  const [from, setFrom] = useState(query.from);
  const [until, setUntil] = useState(query.until);
  const months = monthsBetween(from, until);
  const error =
    months < 1
      ? t('figures.period.upsideDown')
      : months > maxMonths
        ? t('figures.period.tooLong', { months: maxMonths })
        : null;
  return (
    <Form
      onSubmit={() => {
        if (error === null) onDone({ from, until });
      }}
      sx={{ display: 'grid', gap: 3 }}
    >
      <MonthField
        label={t('figures.period.from')}
        autoFocus
        value={from}
        onChange={setFrom}
        lastYear={lastYear}
      />
      <MonthField
        label={t('figures.period.until')}
        value={until}
        onChange={setUntil}
        lastYear={lastYear}
        error={error}
      />
      <Button type="submit" variant="contained" disabled={error !== null}>
        {t('figures.period.apply')}
      </Button>
    </Form>
  );
}
