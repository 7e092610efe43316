import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AuditArea } from '#shared/audit/sentences.ts';
import { useKeys } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { ChosenFilters } from '../components/ChosenFilters.tsx';
import { Form, SelectField, TextField, ToggleGroup } from '../components/FormFields.tsx';
import { Sheet } from '../components/Sheet.tsx';
import { type AuditFilter, noAuditFilter, setAuditFilter, useAuditFilter } from './audit-filter.ts';

const everyone = '';
/** A choice of people as one text: an account by its id, whoever has none by name. */
const choiceOf = ({ personId, person }: Pick<AuditFilter, 'personId' | 'person'>): string =>
  personId !== undefined ? `#${personId}` : person !== undefined ? `=${person}` : everyone;

/** Whom and what the log can be asked for, by the names that they have. */
function useChoices() {
  const { t } = useI18n();
  const { people = [], areas = [] } = useQuery(useApi().audit.choices.queryOptions()).data ?? {};
  const names = new Map([
    [everyone, t('audit.filter.everyone')],
    ...people.map(({ personId, name }): [string, string] => {
      const shown = name !== '' ? name : t(personId === null ? 'audit.via.engine' : 'audit.filter.unnamed');
      return [choiceOf(personId === null ? { person: name } : { personId }), shown];
    }),
  ]);
  return { names, areas };
}

const isArea = (area: string): area is AuditArea => Object.hasOwn(areaKeys, area);

/** Every area has its name. */
const areaKeys: Record<AuditArea, true> = {
  record: true,
  finding: true,
  invoice: true,
  cancellation: true,
  claim: true,
  reminder: true,
  attachment: true,
  attachmentHost: true,
  content: true,
  contents: true,
  rejected: true,
  policies: true,
  referenceList: true,
  platformKey: true,
  openId: true,
  receiverKey: true,
  certificatePassphrase: true,
  settings: true,
  view: true,
  person: true,
  absence: true,
  export: true,
  dataSubject: true,
  archive: true,
  retention: true,
  backups: true,
  data: true,
  database: true,
  verification: true,
  engine: true,
};

function useAreaName() {
  const { t } = useI18n();
  return (area: string) =>
    area === '' ? t('audit.filter.anything') : isArea(area) ? t(`audit.area.${area}`) : area;
}

/** What the log is narrowed to: a chip for each condition, and a sheet in which all of them are chosen. */
export function AuditFilterBar() {
  const { t } = useI18n();
  const filter = useAuditFilter((state) => state.filter);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  const open = () => setAnchor(add.current);
  useKeys({ f: open, 'shift f': open });
  const chips = useChips(filter);
  return (
    <Box
      role="group"
      aria-label={t('audit.filter.label')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}
    >
      <ToggleGroup
        label={t('audit.filter.whose')}
        value={filter.everything ? 'everything' : 'people'}
        options={['people', 'everything']}
        labelOf={(option) => t(`audit.filter.${option}`)}
        onChange={(value) => setAuditFilter({ ...filter, everything: value === 'everything' })}
      />
      <ChosenFilters
        chosen={chips.map(({ key, label, without }) => ({
          key,
          words: label,
          onOpen: open,
          onRemove: () => setAuditFilter(without),
        }))}
        add={add}
        onAdd={open}
        onClear={() => setAuditFilter({ ...noAuditFilter, everything: filter.everything })}
      />
      <Sheet
        open={anchor !== null}
        anchor={anchor}
        name={{ 'aria-label': t('audit.filter.label') }}
        width={360}
        padding={4}
        onClose={() => setAnchor(null)}
      >
        <FilterForm filter={filter} onDone={() => setAnchor(null)} />
      </Sheet>
    </Box>
  );
}

interface FilterChip {
  key: string;
  label: string;
  without: AuditFilter;
}

function useChips(filter: AuditFilter): FilterChip[] {
  const { t, format } = useI18n();
  const { names } = useChoices();
  const areaName = useAreaName();
  const { personId, person, area, from, until, about, everything } = filter;
  const chips: FilterChip[] = [];
  if (personId !== undefined || person !== undefined)
    chips.push({
      key: 'person',
      label: names.get(choiceOf(filter)) ?? person ?? t('audit.filter.unnamed'),
      without: withoutKeys(filter, 'personId', 'person'),
    });
  if (area !== undefined)
    chips.push({ key: 'area', label: areaName(area), without: withoutKeys(filter, 'area') });
  if (from !== undefined || until !== undefined)
    chips.push({
      key: 'days',
      label:
        from === until && from !== undefined
          ? format.day(from)
          : [
              from === undefined ? null : t('audit.filter.fromDay', { day: format.day(from) }),
              until === undefined ? null : t('audit.filter.untilDay', { day: format.day(until) }),
            ]
              .filter((word) => word !== null)
              .join(' '),
      without: withoutKeys(filter, 'from', 'until'),
    });
  if (about !== undefined) chips.push({ key: 'about', label: about, without: withoutKeys(filter, 'about') });
  return chips.map((chip) => ({ ...chip, without: { ...chip.without, everything } }));
}

function withoutKeys(filter: AuditFilter, ...keys: (keyof AuditFilter)[]): AuditFilter {
  const left = Object.entries(filter).filter(([key]) => !keys.some((one) => one === key));
  return { ...noAuditFilter, ...Object.fromEntries(left) };
}

function FilterForm({ filter, onDone }: { filter: AuditFilter; onDone: () => void }) {
  const { t } = useI18n();
  const { names, areas } = useChoices();
  const areaName = useAreaName();
  const [who, setWho] = useState(choiceOf(filter));
  const [area, setArea] = useState(filter.area ?? '');
  const [from, setFrom] = useState(filter.from ?? '');
  const [until, setUntil] = useState(filter.until ?? '');
  const [about, setAbout] = useState(filter.about ?? '');
  const [isTried, setTried] = useState(false);
  const problem = from !== '' && until !== '' && from > until ? t('queue.filter.upsideDown') : null;
  const submit = () => {
    setTried(true);
    if (problem !== null) return;
    setAuditFilter({
      everything: filter.everything,
      ...(who.startsWith('#') ? { personId: Number(who.slice(1)) } : {}),
      ...(who.startsWith('=') ? { person: who.slice(1) } : {}),
      ...(area === '' ? {} : { area }),
      ...(from === '' ? {} : { from }),
      ...(until === '' ? {} : { until }),
      ...(about.trim() === '' ? {} : { about: about.trim() }),
    });
    onDone();
  };
  return (
    <Form onSubmit={submit} sx={{ display: 'grid', gap: 4 }}>
      <SelectField
        label={t('audit.filter.person')}
        value={who}
        options={[...new Set([...names.keys(), who])]}
        labelOf={(option) => names.get(option) ?? option.slice(1)}
        onChange={setWho}
      />
      <SelectField
        label={t('audit.filter.area')}
        value={area}
        options={[...new Set(['', ...areas, area])]}
        labelOf={areaName}
        onChange={setArea}
      />
      <Box sx={{ display: 'flex', gap: 2 }}>
        <TextField label={t('queue.filter.from')} type="date" value={from} onChange={setFrom} />
        <TextField
          label={t('queue.filter.until')}
          type="date"
          value={until}
          onChange={setUntil}
          error={isTried ? problem : null}
        />
      </Box>
      <TextField
        code
        label={t('audit.filter.about')}
        helperText={t('audit.filter.aboutHelp')}
        value={about}
        onChange={setAbout}
        maxLength={100}
      />
      <Button type="submit" variant="contained" sx={{ justifySelf: 'start' }}>
        {t('queue.filter.apply')}
      </Button>
    </Form>
  );
}
