import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Reminder } from '#shared/contract/records.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';

/** What a reminder is about. */
export type About = { recordId: number } | { claimNumber: string };

/** What somebody says of a reminder. */
export type Wanted = Pick<Reminder, 'forPerson' | 'on' | 'time' | 'text'>;

const wantedOf = ({ forPerson, on, time, text }: Wanted): Wanted => ({ forPerson, on, time, text });

/** Adds reminders, changes them, and says that they are done; each with its undo. */
export function useReminderActs() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useI18n();
  const notDone = useNotDone();
  const handlers = {
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: api.work.key() });
      void queries.invalidateQueries({ queryKey: api.records.get.key() });
    },
    onError: notDone,
  };
  const adding = useMutation({ ...api.work.addReminder.mutationOptions(), ...handlers });
  const changing = useMutation({ ...api.work.changeReminder.mutationOptions(), ...handlers });
  const removing = useMutation({ ...api.work.removeReminder.mutationOptions(), ...handlers });
  const settling = useMutation({ ...api.work.setReminderDone.mutationOptions(), ...handlers });
  const said = (text: string, undo: () => void) => notify({ tone: 'done', text, undo });
  return {
    isPending: adding.isPending || changing.isPending,
    add: (about: About, wanted: Wanted, done: () => void) =>
      adding.mutate(
        { about, ...wanted },
        {
          onSuccess({ id }) {
            done();
            said(t('work.reminder.added'), () => removing.mutate({ id }));
          },
        },
      ),
    change: (before: Reminder, wanted: Wanted, done: () => void) =>
      changing.mutate(
        { id: before.id, ...wanted },
        {
          onSuccess() {
            done();
            said(t('work.reminder.changed'), () => changing.mutate({ id: before.id, ...wantedOf(before) }));
          },
        },
      ),
    setDone: ({ id }: Reminder, done: boolean) =>
      settling.mutate(
        { id, done },
        {
          onSuccess: () =>
            said(t(done ? 'work.reminder.nowDone' : 'work.reminder.nowOpen'), () =>
              settling.mutate({ id, done: !done }),
            ),
        },
      ),
  };
}
