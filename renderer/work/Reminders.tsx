import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import { AlarmClock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Reminder } from '#shared/contract/records.ts';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { useKeys } from '../app/keys/keys.ts';
import { useMinuteClock } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useActorName } from '../app/names.ts';
import { Acts, useMay } from '../app/read-only.tsx';
import { Box } from '../components/Box.tsx';
import { Kbd } from '../components/Kbd.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { Typography } from '../components/Typography.tsx';
import { useColleagues } from './colleagues.ts';
import { ReminderForm } from './ReminderForm.tsx';
import { type About, useReminderActs } from './reminder-acts.ts';

type Open = 'new' | number | null;

type RemindersProps = {
  about: About;
  reminders: readonly Reminder[];
  /** What one is about, where they are not all about the same. */
  subjectOf?: (reminder: Reminder) => ReactNode;
};

/** The reminders of a record or a claim: what is due first, what is done last; H adds one. */
export function Reminders({ about, reminders, subjectOf }: RemindersProps) {
  const { t } = useI18n();
  const acts = useReminderActs();
  const may = useMay('work.addReminder');
  const [open, setOpen] = useState<Open>(null);
  useKeys(may ? { h: { label: t('work.reminder.add'), run: () => setOpen('new') } } : {});
  const close = () => setOpen(null);
  const ordered = [
    ...reminders.filter(({ doneAt }) => doneAt === null),
    ...reminders.filter(({ doneAt }) => doneAt !== null),
  ];
  return (
    <>
      {ordered.length > 0 && (
        <Box component="ul" aria-label={t('work.reminder.title')} sx={{ display: 'grid', gap: 1 }}>
          {ordered.map((reminder) => (
            <li key={reminder.id}>
              {open === reminder.id ? (
                <ReminderForm
                  reminder={reminder}
                  isPending={acts.isPending}
                  onSend={(wanted) => acts.change(reminder, wanted, close)}
                  onCancel={close}
                />
              ) : (
                <Line
                  reminder={reminder}
                  subject={subjectOf?.(reminder)}
                  onDone={(done) => acts.setDone(reminder, done)}
                  onChange={() => setOpen(reminder.id)}
                />
              )}
            </li>
          ))}
        </Box>
      )}
      {reminders.length === 0 && open === null && (
        <Typography variant="quiet">{t('work.reminder.none')}</Typography>
      )}
      <Acts of="work.addReminder">
        {open === 'new' ? (
          <ReminderForm
            reminder={null}
            isPending={acts.isPending}
            onSend={(wanted) => acts.add(about, wanted, close)}
            onCancel={close}
          />
        ) : (
          <Button
            size="small"
            startIcon={<AlarmClock size={14} />}
            onClick={() => setOpen('new')}
            aria-keyshortcuts="H"
            sx={{ mt: 2 }}
          >
            {t('work.reminder.add')}
            <Kbd gap>H</Kbd>
          </Button>
        )}
      </Acts>
    </>
  );
}

type LineProps = {
  reminder: Reminder;
  subject: ReactNode;
  onDone: (done: boolean) => void;
  onChange: () => void;
};

/** Of what, when, whom, and who says so; struck out once it is done. */
function Line({ reminder, subject, onDone, onChange }: LineProps) {
  const { t } = useI18n();
  const actorName = useActorName();
  const { me, nameOf } = useColleagues();
  const due = useDueWords();
  const now = useMinuteClock();
  const isDone = reminder.doneAt !== null;
  const isDue = !isDone && Date.parse(reminder.dueAt) <= now;
  const whom =
    reminder.forPerson === me
      ? t('work.reminder.forMe')
      : t('work.reminder.forPerson', { name: nameOf(reminder.forPerson) });
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <Acts of="work.addReminder">
        <Checkbox
          size="small"
          checked={isDone}
          onChange={(_, checked) => onDone(checked)}
          slotProps={{ input: { 'aria-label': t('work.reminder.done', { text: reminder.text }) } }}
          sx={{ p: 0.5, ml: -0.5 }}
        />
      </Acts>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography
          variant="body2"
          sx={{
            overflowWrap: 'anywhere',
            ...(isDone ? { textDecoration: 'line-through', color: 'text.secondary' } : {}),
          }}
        >
          {reminder.text}
        </Typography>
        {subject}
        <Typography variant="caption" component="div">
          <Box component="span" sx={isDue ? { color: 'warning.main', fontWeight: 600 } : {}}>
            {isDue ? t('work.reminder.due', { when: due(reminder) }) : due(reminder)}
          </Box>
          {` · ${whom}`}
          {isDone && reminder.doneBy !== null ? (
            <>
              {` · ${t('work.reminder.doneBy', { who: actorName(reminder.doneBy) })} `}
              <RelativeTime at={reminder.doneAt ?? reminder.at} />
            </>
          ) : (
            ` · ${t('work.reminder.by', { who: actorName(reminder.who) })}`
          )}
        </Typography>
      </Box>
      {!isDone && (
        <Acts of="work.addReminder">
          <Button
            size="small"
            variant="text"
            onClick={onChange}
            aria-label={t('work.reminder.changeNamed', { text: reminder.text })}
            sx={{ flex: 'none', minHeight: 24, py: 0 }}
          >
            {t('work.reminder.change')}
          </Button>
        </Acts>
      )}
    </Box>
  );
}

/** The reminder that is due first, where one is open: for the head of a detail. */
export function NextReminder({ reminders }: { reminders: readonly Reminder[] }) {
  const { t } = useI18n();
  const due = useDueWords();
  const now = useMinuteClock();
  const next = reminders.find(({ doneAt }) => doneAt === null);
  if (next === undefined) return null;
  const isDue = Date.parse(next.dueAt) <= now;
  return (
    <StateChip
      tone={isDue ? 'waiting' : 'neutral'}
      icon={AlarmClock}
      label={isDue ? t('work.reminder.due', { when: due(next) }) : due(next)}
      title={next.text}
      maxWidth={200}
    />
  );
}

/** "mañana", "mañana, 9:30 a. m.", "30 nov". */
export function useDueWords(): (reminder: Pick<Reminder, 'on' | 'time' | 'dueAt'>) => string {
  const { t, format } = useI18n();
  const now = useMinuteClock();
  const days = { [dominicanDay(now)]: 'today', [dominicanDay(now + 86_400_000)]: 'tomorrow' } as const;
  return ({ on, time, dueAt }) => {
    const near = days[on];
    const day = near === undefined ? format.dayShort(on, now) : t(`work.reminder.near.${near}`);
    return time === null ? day : `${day}, ${format.time(dueAt)}`;
  };
}
