import Button from '@mui/material/Button';
import { type KeyboardEvent, useState } from 'react';
import type { Reminder } from '#shared/contract/records.ts';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { serverNow } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { Form, SelectField, TextField, ToggleField } from '../components/FormFields.tsx';
import { useColleagues } from './colleagues.ts';
import type { Wanted } from './reminder-acts.ts';
import { dayOf, reminderDays, wordOf } from './reminder-days.ts';

type Props = {
  /** The one that is changed; null where one is added. */
  reminder: Reminder | null;
  isPending: boolean;
  onSend: (wanted: Wanted) => void;
  onCancel: () => void;
};

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
const isTime = (text: string) => text === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** Of what, on which day, at which time, and whom somebody is to be reminded. */
export function ReminderForm({ reminder, isPending, onSend, onCancel }: Props) {
  const { t, format } = useI18n();
  const { assignable, me, nameOf } = useColleagues();
  const today = dominicanDay(serverNow());
  const [text, setText] = useState(reminder?.text ?? '');
  const [on, setOn] = useState(reminder?.on ?? dayOf('tomorrow', today) ?? today);
  const [word, setWord] = useState(reminder === null ? 'tomorrow' : wordOf(reminder.on, today));
  const [time, setTime] = useState(reminder?.time ?? '');
  const [forPerson, setForPerson] = useState(String(reminder?.forPerson ?? me ?? 1));
  const [isTried, setTried] = useState(false);
  const faultOfText = text.trim() === '' ? t('work.reminder.noText') : null;
  const faultOfDay = isDay(on) ? null : t('work.reminder.noDay');
  const send = () => {
    setTried(true);
    if (faultOfText !== null || faultOfDay !== null || !isTime(time) || isPending) return;
    onSend({ forPerson: Number(forPerson), on, time: time === '' ? null : time, text: text.trim() });
  };
  // Whom it is for stays to be seen where that person has left.
  const options = [...new Set([...assignable.map(({ id }) => String(id)), forPerson])];
  return (
    <Form
      aria-label={t(reminder === null ? 'work.reminder.add' : 'work.reminder.change')}
      onSubmit={send}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onCancel();
      }}
      sx={{ pl: 3, my: 2, borderLeft: 2, borderColor: 'lineStrong', display: 'grid', gap: 3, maxWidth: 560 }}
    >
      <TextField
        autoFocus
        label={t('work.reminder.text')}
        placeholder={t('work.reminder.example')}
        value={text}
        onChange={setText}
        maxLength={500}
        error={isTried ? faultOfText : null}
      />
      <ToggleField
        label={t('work.reminder.day')}
        value={word}
        options={reminderDays}
        labelOf={(option) => t(`work.reminder.days.${option}`)}
        onChange={(option) => {
          setWord(option);
          setOn(dayOf(option, today) ?? on);
        }}
      >
        {word !== 'other' && <Box sx={{ typography: 'caption', mt: 1 }}>{isDay(on) && format.day(on)}</Box>}
      </ToggleField>
      <Box sx={{ display: 'flex', gap: 3, flexWrap: 'wrap', alignItems: 'flex-start' }}>
        {word === 'other' && (
          <TextField
            type="date"
            label={t('work.reminder.date')}
            value={on}
            onChange={setOn}
            width={160}
            error={isTried ? faultOfDay : null}
          />
        )}
        <TextField type="time" label={t('work.reminder.time')} value={time} onChange={setTime} width={128} />
        <SelectField
          label={t('work.reminder.for')}
          value={forPerson}
          options={options}
          labelOf={(id) =>
            Number(id) === me ? t('work.person.me', { name: nameOf(Number(id)) }) : nameOf(Number(id))
          }
          onChange={setForPerson}
          width={200}
        />
      </Box>
      <Box sx={{ display: 'flex', gap: 2 }}>
        <Button type="submit" variant="contained" disabled={isPending}>
          {t(reminder === null ? 'work.reminder.remind' : 'work.reminder.save')}
        </Button>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
      </Box>
    </Form>
  );
}
