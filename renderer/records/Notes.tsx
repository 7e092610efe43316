import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import type { RecordDetail } from '#shared/contract/records.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Acts, useMay } from '../app/read-only.tsx';
import { notify } from '../app/snackbar.ts';
import { Box } from '../components/Box.tsx';
import { Section } from '../components/Fields.tsx';
import { NoteField, NoteText } from '../work/NoteField.tsx';
import { Reminders } from '../work/Reminders.tsx';

type Props = {
  record: RecordDetail;
  field: RefObject<HTMLTextAreaElement | null>;
};

/** People's notes on the record, which are never edited, and what somebody is to be reminded of. */
export function Notes({ record, field }: Props) {
  const { t } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const notDone = useNotDone();
  const add = useMutation({ ...api.records.addNote.mutationOptions(), onError: notDone });
  const mayNote = useMay('records.addNote');
  const mayRemind = useMay('work.addReminder');
  const hasNotes = record.notes.length > 0;
  const hasReminders = record.reminders.length > 0;
  return (
    <>
      {(hasNotes || mayNote) && (
        <Section title={t('records.detail.section.notes')}>
          <Box component="ol" sx={{ mb: hasNotes ? 4 : 0, display: 'grid', gap: 3 }}>
            {record.notes.map((note) => (
              <li key={note.id}>
                <NoteText note={note} />
              </li>
            ))}
          </Box>
          <Acts of="records.addNote">
            <NoteField
              draft={`note:${record.id}`}
              field={field}
              isPending={add.isPending}
              onAdd={(note, done) =>
                add.mutate(
                  { id: record.id, ...note },
                  {
                    onSuccess() {
                      done();
                      notify({ tone: 'done', text: t('records.notes.added') });
                      void queries.invalidateQueries({
                        queryKey: api.records.get.key({ input: { id: record.id } }),
                      });
                    },
                  },
                )
              }
            />
          </Acts>
        </Section>
      )}
      {(hasReminders || mayRemind) && (
        <Section title={t('work.reminder.title')}>
          <Reminders about={{ recordId: record.id }} reminders={record.reminders} />
        </Section>
      )}
    </>
  );
}
