import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import type { RecordDetail } from '#shared/contract/records.ts';
import { useDraft } from '../app/drafts.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useActorName } from '../app/names.ts';
import { useApi } from '../app/queries.ts';
import { Acts, useMay } from '../app/read-only.tsx';
import { notify } from '../app/snackbar.ts';
import { Section } from '../components/Fields.tsx';
import { Form, TextField } from '../components/FormFields.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';

/** People's notes on the record; they are never edited. */
export function Notes({
  record,
  field,
}: {
  record: RecordDetail;
  field: RefObject<HTMLTextAreaElement | null>;
}) {
  const { t } = useI18n();
  const actorName = useActorName();
  const api = useApi();
  const queries = useQueryClient();
  const notDone = useNotDone();
  const mayNote = useMay('records.addNote');
  const [text, setText] = useDraft(`note:${record.id}`);
  const add = useMutation({
    ...api.records.addNote.mutationOptions(),
    onSuccess: () => {
      setText('');
      notify({ tone: 'done', text: t('records.notes.added') });
      return queries.invalidateQueries({ queryKey: api.records.get.key({ input: { id: record.id } }) });
    },
    onError: notDone,
  });
  const send = () => {
    if (text.trim() !== '' && !add.isPending) add.mutate({ id: record.id, text: text.trim() });
  };
  if (!mayNote && record.notes.length === 0) return null;
  return (
    <Section title={t('records.detail.section.notes')}>
      <Box component="ol" sx={{ mb: record.notes.length > 0 ? 4 : 0, display: 'grid', gap: 3 }}>
        {record.notes.map((note) => (
          <li key={note.id}>
            <Typography variant="caption" component="div">
              {actorName(note.who)} · <RelativeTime at={note.at} />
            </Typography>
            <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {note.text}
            </Typography>
          </li>
        ))}
      </Box>
      <Acts of="records.addNote">
        <Form
          onSubmit={send}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
            if (event.key === 'Escape') field.current?.blur();
          }}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: 2,
            alignItems: 'flex-end',
            maxWidth: 720,
            '& > :first-of-type': { flex: '1 1 220px', width: 'auto' },
          }}
        >
          <TextField
            label={t('records.notes.label')}
            placeholder={t('records.notes.placeholder')}
            value={text}
            onChange={setText}
            rows={1}
            maxLength={4000}
            inputRef={(element: HTMLInputElement | HTMLTextAreaElement | null) => {
              field.current = element instanceof HTMLTextAreaElement ? element : null;
            }}
          />
          <Button type="submit" disabled={text.trim() === '' || add.isPending}>
            {t('records.notes.add')}
          </Button>
        </Form>
      </Acts>
    </Section>
  );
}
