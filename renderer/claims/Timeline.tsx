import {
  CarFront,
  CheckCheck,
  CircleCheck,
  History,
  type LucideIcon,
  MessageCircleQuestion,
  Package,
  Receipt,
  Scale,
  Search,
  StickyNote,
  Undo2,
  Wallet,
  Wrench,
} from 'lucide-react';
import { memo, useMemo } from 'react';
import type { ClaimFile, ClaimFileRecord, TimelineEntry } from '#shared/contract/claims.ts';
import type { RecordKind } from '#shared/terms.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useActorName } from '../app/names.ts';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { Typography } from '../components/Typography.tsx';
import { useGrowing } from '../components/useGrowing.tsx';
import { invoiceDecisionText } from '../decisions/act-text.ts';
import { recordPath } from '../records/paths.ts';
import { useRecordLabel } from './record-text.ts';

const kindIcons: Record<RecordKind, LucideIcon> = {
  purchaseOrder: Package,
  serviceOrder: Wrench,
  incidentReport: CarFront,
  financialDocument: Receipt,
};
const eventIcons: Record<Exclude<TimelineEntry['event'], 'record'>, LucideIcon> = {
  incident: CarFront,
  revision: History,
  asked: MessageCircleQuestion,
  decided: CircleCheck,
  invoiceDecision: Scale,
  cancelled: Undo2,
  reviewed: CheckCheck,
  note: StickyNote,
  lookup: Search,
  balance: Wallet,
};

/** The events of a claim file by day, oldest first; repeated events are folded into one. */
export const Timeline = memo(function Timeline({ claimFile }: { claimFile: ClaimFile }) {
  const { format } = useI18n();
  const folded = useMemo(() => foldTimeline(claimFile.timeline, format.date), [claimFile.timeline, format]);
  const records = useMemo(
    () => new Map(claimFile.records.map((record) => [record.id, record])),
    [claimFile.records],
  );
  const { shown, more } = useGrowing(folded, shownAtFirst);
  return (
    <>
      <ol>
        {byDay(shown, format.date).map(({ day, entries }) => (
          <Box
            component="li"
            key={day}
            sx={{ display: 'grid', gridTemplateColumns: '96px minmax(0, 1fr)', columnGap: 3 }}
          >
            <Typography variant="caption" sx={{ pt: 2 }}>
              {day}
            </Typography>
            <ol>
              {entries.map(({ key, folded: event }) => (
                <Entry key={key} folded={event} record={records.get(event.entry.recordId ?? 0)} />
              ))}
            </ol>
          </Box>
        ))}
      </ol>
      {more}
    </>
  );
});

const shownAtFirst = 60;

function Entry({ folded, record }: { folded: FoldedEntry; record: ClaimFileRecord | undefined }) {
  const { t, format } = useI18n();
  const { entry, count, lastAt } = folded;
  const text = useEventText()(entry, record);
  const Icon =
    entry.event === 'record'
      ? entry.kind === null
        ? Package
        : kindIcons[entry.kind]
      : eventIcons[entry.event];
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: '20px minmax(0, 1fr) auto',
        columnGap: 3,
        py: 2,
        position: 'relative',
        '&::before': {
          content: '""',
          position: 'absolute',
          left: 9,
          top: 0,
          bottom: 0,
          width: '1px',
          bgcolor: 'divider',
        },
      }}
    >
      <Box
        component="span"
        sx={{
          width: 20,
          height: 20,
          borderRadius: '50%',
          display: 'grid',
          placeItems: 'center',
          position: 'relative',
          color: 'text.secondary',
          bgcolor: 'background.paper',
        }}
      >
        <Icon size={14} aria-hidden />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {text.label}
          {count > 1 && ` (${t('claims.event.times', { count })})`}
          {record !== undefined && (
            <>
              {' '}
              <Box
                component={Link}
                href={recordPath(record.kind, record.id)}
                sx={{
                  color: 'primary.main',
                  textDecoration: 'none',
                  whiteSpace: 'nowrap',
                  '&:hover': { textDecoration: 'underline' },
                }}
              >
                <PlainCode value={record.number} />
              </Box>
            </>
          )}
        </Typography>
        {text.more !== null && (
          <Typography variant="caption" component="p" sx={{ overflowWrap: 'anywhere' }}>
            {text.more}
          </Typography>
        )}
      </Box>
      <Typography variant="caption" component="time" dateTime={entry.at} title={format.exact(entry.at)}>
        {format.time(entry.at)}
        {count > 1 && format.time(lastAt) !== format.time(entry.at) && ` – ${format.time(lastAt)}`}
      </Typography>
    </Box>
  );
}

function useEventText() {
  const { t } = useI18n();
  const nameOf = useActorName();
  const label = useRecordLabel();
  return (
    entry: TimelineEntry,
    record: ClaimFileRecord | undefined,
  ): { label: string; more: string | null } => {
    const { event, text, who } = entry;
    const by = who === null || who === '' ? null : nameOf(who);
    switch (event) {
      case 'record':
        return {
          label: t('claims.event.record', { what: record === undefined ? '' : label.title(record) }),
          more: record?.partyName ?? null,
        };
      case 'revision':
        return { label: t('claims.event.revision', { text: text ?? '' }), more: null };
      case 'decided':
        return { label: t(`claims.event.decided.${text === 'approve' ? 'approve' : 'refuse'}`), more: by };
      case 'invoiceDecision':
        return { label: invoiceDecisionText(text, t), more: by };
      case 'note':
        return { label: text ?? t('claims.event.note'), more: by };
      default:
        return {
          label: t(`claims.event.${event}`),
          more: [by, text].filter((part) => part !== null && part !== '').join(' · ') || null,
        };
    }
  };
}

function byDay(folded: readonly FoldedEntry[], dayOf: (at: string) => string) {
  const days: { day: string; entries: { key: string; folded: FoldedEntry }[] }[] = [];
  folded.forEach((event, index) => {
    const day = dayOf(event.entry.at);
    const last = days.at(-1);
    const entry = { key: `${index}`, folded: event };
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  });
  return days;
}

/** The steps shown at the beginning and at the end; only the timeline has those between. */
const firstSteps = 4;
const lastSteps = 6;

/** The events in one line, in their order. */
export function TimelineInShort({ timeline }: Pick<ClaimFile, 'timeline'>) {
  const { t } = useI18n();
  const label = ({ step, count }: Step) => t(`claims.step.${step}`, { count });
  const steps = stepsOf(timeline);
  const isLong = steps.length > firstSteps + lastSteps + 1;
  const shown = isLong
    ? [...steps.slice(0, firstSteps).map(label), '…', ...steps.slice(-lastSteps).map(label)]
    : steps.map(label);
  const story = shown.join(' → ');
  return (
    <Typography variant="quiet" noWrap title={story}>
      {story}
    </Typography>
  );
}

/** An event that happened once or several times; `lastAt` is when it last did. */
interface FoldedEntry {
  entry: TimelineEntry;
  count: number;
  lastAt: string;
}

/** Events that are folded by day with their count: asks about one order, lookups of one vehicle. */
const repeated: ReadonlySet<TimelineEntry['event']> = new Set(['asked', 'lookup', 'balance', 'revision']);

/** Entries of one day (as `dayOf` has it) with their repeats folded into the first of them, oldest first. */
export function foldTimeline(
  timeline: readonly TimelineEntry[],
  dayOf: (at: string) => string,
): FoldedEntry[] {
  const folded: FoldedEntry[] = [];
  const known = new Map<string, FoldedEntry>();
  for (const entry of timeline) {
    // Revisions of one record fold together although their numbers differ.
    const text = entry.event === 'revision' ? null : entry.text;
    const key = JSON.stringify([dayOf(entry.at), entry.event, entry.recordId, text]);
    const before = repeated.has(entry.event) ? known.get(key) : undefined;
    if (before === undefined) {
      const first = { entry, count: 1, lastAt: entry.at };
      folded.push(first);
      known.set(key, first);
    } else {
      before.count += 1;
      before.lastAt = entry.at;
      if (entry.event === 'revision') before.entry = { ...entry, at: before.entry.at };
    }
  }
  return folded;
}

/** A step of a claim: consecutive events of one kind, with their count. */
interface Step {
  step:
    | RecordKind
    | 'incident'
    | 'revision'
    | 'asked'
    | 'approved'
    | 'refused'
    | 'cancelled'
    | 'note'
    | 'lookup';
  count: number;
}

/** The steps of a claim: consecutive events of one kind are one step. */
export function stepsOf(timeline: readonly TimelineEntry[]): Step[] {
  const steps: Step[] = [];
  for (const entry of timeline) {
    const step = sortOf(entry);
    if (step === null) continue;
    const last = steps.at(-1);
    if (last?.step === step) last.count += 1;
    else steps.push({ step, count: 1 });
  }
  return steps;
}

function sortOf({ event, kind, text }: TimelineEntry): Step['step'] | null {
  switch (event) {
    case 'record':
      return kind;
    case 'decided':
      return text === 'approve' ? 'approved' : 'refused';
    case 'balance':
      return 'lookup';
    // Only the office's own bookkeeping, and it says nothing of the claim.
    case 'reviewed':
    // It stands at the invoices, as it is now.
    case 'invoiceDecision':
      return null;
    default:
      return event;
  }
}
