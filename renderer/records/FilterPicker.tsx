import Button from '@mui/material/Button';
import { ArrowLeft, Check, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { maxFilterValues } from '#shared/contract/records.ts';
import type { Listed } from '#shared/contract/views.ts';
import { severityOf } from '#shared/finding-severity.ts';
import { findingCodes } from '#shared/finding-terms.ts';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { cancellationStates, type Severity } from '#shared/terms.ts';
import { serverNow } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { Form, TextField } from '../components/FormFields.tsx';
import { PickerList } from '../components/PickerList.tsx';
import { Sheet } from '../components/Sheet.tsx';
import { dayPresets, daysOf } from './day-presets.ts';
import type { Names } from './filter-words.ts';
import { type Condition, isValue, type QueueFilter, withCondition } from './queue-filter.ts';
import { listsOnScreen } from './record-kinds.ts';
import { useChoices } from './useFilterNames.ts';

type Props = {
  /** What it opens at; null while it is closed. */
  anchor: HTMLElement | null;
  /** The condition that is changed; null where somebody chooses one. */
  condition: Condition | null;
  /** Those that this list can be asked for. */
  offered: readonly Condition[];
  kind: Listed;
  filter: QueueFilter;
  names: Names;
  onChange: (filter: QueueFilter) => void;
  onCondition: (condition: Condition | null) => void;
  onClose: () => void;
};

/** Chooses what a list is filtered by: a condition and then its value, or a value straight away by typing. */
export function FilterPicker(props: Props) {
  const { t } = useI18n();
  const { anchor, condition, onClose } = props;
  return (
    <Sheet
      open={anchor !== null}
      anchor={anchor}
      name={{ 'aria-label': t('queue.filter.label') }}
      width={360}
      padding={2}
      onClose={onClose}
    >
      {anchor !== null && <Step key={condition ?? ''} {...props} />}
    </Sheet>
  );
}

function Step(props: Props) {
  const { t } = useI18n();
  const { condition } = props;
  const nameOf = useConditionName(props.kind);
  if (condition === null) return <ValueList {...props} />;
  const back = (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 2 }}>
      <Button
        size="small"
        variant="text"
        startIcon={<ArrowLeft size={14} aria-hidden />}
        onClick={() => props.onCondition(null)}
      >
        {t('queue.filter.back')}
      </Button>
      <Box component="h2" sx={{ typography: 'body2', fontWeight: 600, m: 0, ml: 'auto', pr: 2 }}>
        {nameOf(condition)}
      </Box>
    </Box>
  );
  if (condition === 'amount')
    return (
      <>
        {back}
        <AmountForm {...props} />
      </>
    );
  if (condition === 'policy' || condition === 'claim' || condition === 'vehicle' || condition === 'insured')
    return (
      <>
        {back}
        <WordForm {...props} condition={condition} />
      </>
    );
  return (
    <>
      {back}
      <ValueList {...props} />
      {(condition === 'received' || condition === 'dated') && <DayForm {...props} condition={condition} />}
    </>
  );
}

/** What a condition is called among the records of a kind. */
function useConditionName(kind: Listed) {
  const { t } = useI18n();
  return (condition: Condition) =>
    condition === 'dated'
      ? t(`queue.dated.${kind}`)
      : kind === 'claim' && (condition === 'amount' || condition === 'received')
        ? t(`queue.ofClaim.${condition}`)
        : t(`queue.condition.${condition}`);
}

/** A line of the list: a value, which is asked for or no longer by choosing it, or a condition, whose values come next. */
type Entry = {
  key: string;
  group: string;
  label: string;
  /** What is said of the value beside it. */
  aside?: string;
} & ({ opens: Condition } | { isOn: boolean; next: QueueFilter; isOneOfMany: boolean });

function ValueList(props: Props) {
  const { t } = useI18n();
  const { condition, filter } = props;
  const [text, setText] = useState('');
  const nameOf = useConditionName(props.kind);
  const values = useValues(props, text);
  const entries: Entry[] =
    condition !== null
      ? values.filter(({ of }) => of === condition)
      : [
          ...props.offered.map((one) => ({
            key: one,
            group: '',
            label: nameOf(one),
            opens: one,
          })),
          ...(text.trim() === '' ? [] : values),
        ];
  const choose = (entry: Entry) => {
    if ('opens' in entry) {
      if (isValue(entry.opens)) {
        props.onChange(withCondition(filter, entry.opens, { [entry.opens]: true }));
        props.onClose();
      } else props.onCondition(entry.opens);
      return;
    }
    props.onChange(entry.next);
    if (condition === null || !entry.isOneOfMany) props.onClose();
  };
  return (
    <PickerList
      entries={entries}
      text={text}
      onText={setText}
      onChoose={choose}
      onClose={props.onClose}
      staysOpen
      placeholder={t(condition === null ? 'queue.filter.find' : 'queue.filter.findValue')}
      label={condition === null ? t('queue.filter.find') : nameOf(condition)}
      nothing={t('queue.filter.nothing')}
      end={(entry) =>
        'opens' in entry
          ? !isValue(entry.opens) && <ChevronRight size={14} aria-hidden />
          : entry.isOn && <Check size={14} aria-hidden />
      }
    />
  );
}

type Value = Extract<Entry, { isOn: boolean }> & { of: Condition };

/** Every value of the conditions that have a list of them, with what choosing it makes of the filter. */
function useValues({ kind, filter, offered, names, condition }: Props, text: string): Value[] {
  const { t, format } = useI18n();
  const today = dominicanDay(serverNow());
  const { noun } = listsOnScreen[kind];
  const nameOf = useConditionName(kind);
  // Beside all other conditions they are looked for once somebody typed something.
  const isAsked = (of: 'party' | 'make') =>
    offered.includes(of) && (condition === of || (condition === null && text.trim().length > 1));
  const companies = useChoices('party', text, isAsked('party') || condition === 'workshop');
  const makes = useChoices('make', text, isAsked('make'));
  const one = (of: Condition, key: string, label: string, part: QueueFilter, isOn: boolean): Value => ({
    of,
    key: `${of}.${key}`,
    group: nameOf(of),
    label,
    isOn,
    next: withCondition(filter, of, isOn ? {} : part),
    isOneOfMany: false,
  });
  /** A value of several, of which any may hold. */
  const many = <
    Field extends 'findings' | 'cancellation' | 'decision' | 'assignedTo' | 'parties' | 'workshops' | 'makes',
  >(
    of: Condition,
    field: Field,
    value: NonNullable<QueueFilter[Field]>[number],
    label: string,
    group: string = nameOf(of),
  ): Value => {
    const chosen: readonly (string | number)[] = filter[field] ?? [];
    const isOn = chosen.includes(value);
    const left = isOn
      ? chosen.filter((known) => known !== value)
      : [...chosen, value].slice(0, maxFilterValues);
    return {
      ...{ of, key: `${of}.${value}`, group, label, isOn, isOneOfMany: true },
      next: withCondition(filter, of, left.length === 0 ? {} : { [field]: left }),
    };
  };
  const days = (of: 'received' | 'dated') =>
    dayPresets.map((preset) => {
      const { from, until } = daysOf(preset, today);
      const isOn = filter[`${of}From`] === from && filter[`${of}Until`] === until;
      const part = { [`${of}From`]: from, ...(until === undefined ? {} : { [`${of}Until`]: until }) };
      return { ...one(of, preset, t(`queue.day.${preset}`), part, isOn), aside: format.day(from) };
    });
  /** Companies or makes: those that are asked for, and those that begin with what is typed. */
  const named = (
    of: 'party' | 'workshop' | 'make',
    found: readonly { value: string; label: string }[],
    nameOfValue: (value: string) => string,
  ) => {
    const field = fieldsOfNamed[of];
    const chosen = filter[field] ?? [];
    const fresh = found.filter(({ value }) => !chosen.includes(value));
    return [...chosen.map((value) => ({ value, label: nameOfValue(value) })), ...fresh].map(
      ({ value, label }) => ({
        ...many(of, field, value, label),
        ...(of === 'make' ? {} : { aside: value }),
      }),
    );
  };
  const all: Value[] = [
    ...named('party', companies, names.party),
    // Among all conditions a company is offered once, as that of either.
    ...(condition === 'workshop' ? named('workshop', companies, names.party) : []),
    ...named('make', makes, names.make),
    one('reviewed', 'no', t('queue.said.unreviewed'), { reviewed: false }, filter.reviewed === false),
    one('reviewed', 'yes', t(`queue.of.${noun}.reviewed`), { reviewed: true }, filter.reviewed === true),
    one('waiting', 'yes', t('queue.said.waiting'), { waiting: true }, filter.waiting === true),
    one('waiting', 'no', t('queue.said.notWaiting'), { waiting: false }, filter.waiting === false),
    // Of claims an information alone is not told.
    ...gravest
      .slice(0, kind === 'claim' ? 2 : 3)
      .map((severity) =>
        one(
          'severity',
          severity,
          t(`queue.severity.${severity}`),
          { severity },
          filter.severity === severity,
        ),
      ),
    ...gravest.flatMap((severity) =>
      findingCodes
        .filter((code) => severityOf[code] === severity)
        .map((code) =>
          many(
            'finding',
            'findings',
            code,
            t(`findingTitle.${code}`),
            t(`records.findings.severity.${severity}`),
          ),
        ),
    ),
    ...cancellationStates.map((state) =>
      many('cancellation', 'cancellation', state, t(`cancellations.state.${state}`)),
    ),
    ...(['pay', 'hold', 'dispute', 'proposed', 'none'] as const).map((decision) =>
      many('decision', 'decision', decision, t(`queue.decision.${decision}`)),
    ),
    many('assigned', 'assignedTo', 'nobody', t('queue.said.unassigned')),
    ...names.people.map(({ id, name }) =>
      many('assigned', 'assignedTo', id, id === names.me ? t(`queue.of.${noun}.mine`) : name),
    ),
    one('flagged', 'yes', t(`queue.of.${noun}.flagged`), { flagged: true }, filter.flagged === true),
    one('flagged', 'no', t(`queue.of.${noun}.notFlagged`), { flagged: false }, filter.flagged === false),
    ...days('received'),
    ...days('dated'),
  ];
  return all.filter(({ of }) => offered.includes(of));
}

const fieldsOfNamed = { party: 'parties', workshop: 'workshops', make: 'makes' } as const;

const gravest: readonly Severity[] = ['error', 'warning', 'info'];

/** From a day until another, both included. */
function DayForm({ condition, filter, onChange, onClose }: Props & { condition: 'received' | 'dated' }) {
  const { t } = useI18n();
  const [from, setFrom] = useState(filter[`${condition}From`] ?? '');
  const [until, setUntil] = useState(filter[`${condition}Until`] ?? '');
  const [isTried, setTried] = useState(false);
  const problem = from !== '' && until !== '' && from > until ? t('queue.filter.upsideDown') : null;
  const submit = () => {
    setTried(true);
    if (problem !== null || (from === '' && until === '')) return;
    onChange(
      withCondition(filter, condition, {
        ...(from === '' ? {} : { [`${condition}From`]: from }),
        ...(until === '' ? {} : { [`${condition}Until`]: until }),
      }),
    );
    onClose();
  };
  return (
    <Form onSubmit={submit} sx={{ borderTop: 1, mt: 2, pt: 2, px: 1 }}>
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
      <Apply />
    </Form>
  );
}

const decimal = /^\d{1,15}(\.\d{1,2})?$/;
/** As it is written here, with commas between thousands or without. */
const plain = (text: string) => text.trim().replaceAll(',', '').replaceAll(' ', '');

/** From an amount until another, both included, in one currency. */
function AmountForm({ kind, filter, onChange, onClose }: Props) {
  const { t } = useI18n();
  const [from, setFrom] = useState(filter.amountFrom ?? '');
  const [until, setUntil] = useState(filter.amountUntil ?? '');
  const [currency, setCurrency] = useState(filter.currency ?? 'DOP');
  const [isTried, setTried] = useState(false);
  const faultOf = (text: string) =>
    text.trim() === '' || decimal.test(plain(text)) ? null : t('queue.filter.notAnAmount');
  const isUpsideDown =
    from.trim() !== '' && until.trim() !== '' && Number(plain(from)) > Number(plain(until));
  const faults = [faultOf(from), faultOf(until) ?? (isUpsideDown ? t('queue.filter.upsideDown') : null)];
  const code = currency.trim().toUpperCase();
  const submit = () => {
    setTried(true);
    const isEmpty = from.trim() === '' && until.trim() === '';
    if (faults.some((fault) => fault !== null) || isEmpty || !/^[A-Z]{3}$/.test(code)) return;
    onChange(
      withCondition(filter, 'amount', {
        ...(from.trim() === '' ? {} : { amountFrom: plain(from) }),
        ...(until.trim() === '' ? {} : { amountUntil: plain(until) }),
        ...(code === 'DOP' ? {} : { currency: code }),
      }),
    );
    onClose();
  };
  return (
    <Form onSubmit={submit} sx={{ px: 1 }}>
      <Box sx={{ display: 'flex', gap: 2 }}>
        <TextField
          autoFocus
          label={t('queue.filter.from')}
          value={from}
          onChange={setFrom}
          maxLength={24}
          error={isTried ? (faults[0] ?? null) : null}
        />
        <TextField
          label={t('queue.filter.until')}
          value={until}
          onChange={setUntil}
          maxLength={24}
          error={isTried ? (faults[1] ?? null) : null}
        />
        {/* What was ordered is in pesos. */}
        {kind !== 'claim' && (
          <TextField
            label={t('queue.filter.currency')}
            value={currency}
            onChange={setCurrency}
            maxLength={3}
            code
            width={128}
          />
        )}
      </Box>
      <Apply />
    </Form>
  );
}

/** A number of a policy, a claim or a vehicle, whole. */
function WordForm({
  condition,
  filter,
  onChange,
  onClose,
}: Props & { condition: 'policy' | 'claim' | 'vehicle' | 'insured' }) {
  const { t } = useI18n();
  const field = condition === 'claim' ? 'claimNumber' : condition;
  const [text, setText] = useState(filter[field] ?? '');
  const submit = () => {
    if (text.trim() === '') return;
    onChange(withCondition(filter, condition, { [field]: text.trim() }));
    onClose();
  };
  return (
    <Form onSubmit={submit} sx={{ px: 1 }}>
      <TextField
        autoFocus
        code={condition !== 'insured'}
        label={t(condition === 'insured' ? 'queue.filter.insured' : `queue.condition.${condition}`)}
        value={text}
        onChange={setText}
        maxLength={condition === 'vehicle' || condition === 'insured' ? 60 : 100}
      />
      <Apply />
    </Form>
  );
}

function Apply() {
  const { t } = useI18n();
  return (
    <Button type="submit" variant="contained" sx={{ mt: 2, mb: 1 }}>
      {t('queue.filter.apply')}
    </Button>
  );
}
