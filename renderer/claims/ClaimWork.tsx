import Button from '@mui/material/Button';
import { useMutation, usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { StickyNote } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ClaimFile, TimelineEntry } from '#shared/contract/claims.ts';
import type { Note, Reminder } from '#shared/contract/records.ts';
import type { ClaimWork } from '#shared/contract/work.ts';
import { useNotDone } from '../app/error-message.ts';
import { useKeys } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useActorName } from '../app/names.ts';
import { useApi } from '../app/queries.ts';
import { Acts, useMay } from '../app/read-only.tsx';
import { notify } from '../app/snackbar.ts';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Section } from '../components/Fields.tsx';
import { Kbd } from '../components/Kbd.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { Typography } from '../components/Typography.tsx';
import { TextLink } from '../records/Facts.tsx';
import { recordPath } from '../records/paths.ts';
import { AssignmentField } from '../work/AssignmentField.tsx';
import { NoteField, NoteText } from '../work/NoteField.tsx';
import { Reminders, useDueWords } from '../work/Reminders.tsx';
import { useWhoseWords } from '../work/record-acts.ts';
import { claimWorkOptions } from './claim-queries.ts';
import { ClaimFilePart } from './GravestFindings.tsx';

/** The most records that one call assigns. */
const together = 200;

/** What people wrote of a claim and whose it is. */
export function useClaimWork(key: Pick<ClaimFile, 'by' | 'value'>) {
  return useQuery(claimWorkOptions(useApi(), key));
}

/** Asks for it with the claim file, not only when that is there. */
export function usePrefetchClaimWork(key: Pick<ClaimFile, 'by' | 'value'>) {
  usePrefetchQuery(claimWorkOptions(useApi(), key));
}

type Query = ReturnType<typeof useClaimWork>;

/** Gives a claim to a person, or takes it back; the undo gives each of its records back to whose it was. */
function useAssignClaim(claimNumber: string, before: ClaimWork['assignment']) {
  const api = useApi();
  const queries = useQueryClient();
  const words = useWhoseWords();
  const notDone = useNotDone();
  const settled = () => {
    void queries.invalidateQueries({ queryKey: api.work.key() });
    void queries.invalidateQueries({ queryKey: api.claims.key() });
    void queries.invalidateQueries({ queryKey: api.records.key() });
  };
  const claim = useMutation({
    ...api.work.assignClaim.mutationOptions(),
    onSuccess: settled,
    onError: notDone,
  });
  const records = useMutation({ ...api.work.assign.mutationOptions(), onSettled: settled, onError: notDone });
  const undo = (moved: Awaited<ReturnType<typeof claim.mutateAsync>>['before']) =>
    claim.mutate(
      { claimNumber, to: before?.personId ?? null },
      {
        onSuccess() {
          for (const [to, rows] of Map.groupBy(moved, ({ assignedTo }) => assignedTo))
            for (let from = 0; from < rows.length; from += together)
              records.mutate({ ids: rows.slice(from, from + together).map(({ id }) => id), to });
        },
      },
    );
  return (to: number | null) =>
    claim.mutate(
      { claimNumber, to },
      {
        onSuccess: (done) =>
          notify({ tone: 'done', text: words(claimNumber, to), undo: () => undo(done.before) }),
      },
    );
}

type BarProps = { claimNumber: string; work: ClaimWork; onNote: () => void };

/** Whose the claim is, and the way to its notes. */
export function ClaimActs({ claimNumber, work, onNote }: BarProps) {
  const { t } = useI18n();
  const actorName = useActorName();
  const when = useWhen();
  const { assignment } = work;
  const assign = useAssignClaim(claimNumber, assignment);
  const may = useMay('work.addClaimNote');
  useKeys(may ? { n: onNote } : {});
  return (
    <>
      <AssignmentField
        value={assignment?.personId ?? null}
        since={
          assignment === null
            ? null
            : t('work.assign.since', { who: actorName(assignment.by), when: when(assignment.at) })
        }
        onAssign={assign}
      />
      <Acts of="work.addClaimNote">
        <Button size="small" startIcon={<StickyNote size={14} />} onClick={onNote} aria-keyshortcuts="N">
          {t('claims.detail.note')}
          <Kbd gap>N</Kbd>
        </Button>
      </Acts>
    </>
  );
}

/** A note on the claim, or on one of its records. */
type Written = { key: string; note: Note; recordId: number | null };

/** So many that the timeline stays in sight; all of them stand there. */
const shownAtFirst = 2;
/** Notes that stand open below before all of them are asked for. */
const shownOpen = 6;

function writtenOf(timeline: readonly TimelineEntry[], work: ClaimWork | undefined): Written[] {
  const ofRecords = timeline
    .filter(({ event }) => event === 'note')
    .map(({ at, who, text, recordId }, index) => ({
      key: `record ${index}`,
      note: { id: index, at, who: who ?? '', personId: null, text: text ?? '', mentions: [] },
      recordId,
    }));
  const ofClaim = (work?.notes ?? []).map((note) => ({ key: `claim ${note.id}`, note, recordId: null }));
  return [...ofRecords, ...ofClaim].sort((one, other) => other.note.at.localeCompare(one.note.at));
}

/** The newest notes, a line each, as what is seen at once; the whole of them stand below. */
export function NotesInShort({ claimFile, work }: { claimFile: ClaimFile; work: ClaimWork | undefined }) {
  const { t } = useI18n();
  const actorName = useActorName();
  const written = writtenOf(claimFile.timeline, work);
  return (
    <ClaimFilePart title={t('claims.detail.section.notes')} count={written.length} className="third">
      {written.length === 0 && <Typography variant="quiet">{t('claims.files.noNotes')}</Typography>}
      <ul>
        {written.slice(0, shownAtFirst).map(({ key, note }) => (
          <Typography
            component="li"
            variant="body2"
            noWrap
            key={key}
            title={`${note.text} — ${actorName(note.who)}`}
            sx={{ lineHeight: '24px' }}
          >
            {note.text}
          </Typography>
        ))}
      </ul>
    </ClaimFilePart>
  );
}

/** The reminders of a claim and of its records, the first due first. */
const remindersOf = ({ reminders, recordReminders }: ClaimWork): Reminder[] =>
  [...reminders, ...recordReminders].sort((one, other) => one.dueAt.localeCompare(other.dueAt));

/** What somebody is to be reminded of next, of the claim or of a record of it. */
export function RemindersInShort({ work, claimFile }: { work: ClaimWork; claimFile: ClaimFile }) {
  const { t } = useI18n();
  const due = useDueWords();
  const numberOf = (reminder: Reminder) =>
    claimFile.records.find(({ id }) => id === reminder.recordId)?.number ?? null;
  const open = remindersOf(work).filter(({ doneAt }) => doneAt === null);
  return (
    <ClaimFilePart title={t('work.reminder.title')} count={open.length} className="third">
      {open.length === 0 && <Typography variant="quiet">{t('work.reminder.none')}</Typography>}
      <ul>
        {open.slice(0, shownAtFirst).map((reminder) => (
          <Typography
            component="li"
            variant="body2"
            noWrap
            key={reminder.id}
            title={reminder.text}
            sx={{ lineHeight: '24px' }}
          >
            <strong>{due(reminder)}</strong> {reminder.text}
            {numberOf(reminder) !== null && ` · ${numberOf(reminder)}`}
          </Typography>
        ))}
      </ul>
    </ClaimFilePart>
  );
}

type NotesProps = { claimFile: ClaimFile; query: Query; field: RefObject<HTMLTextAreaElement | null> };

/** The notes on the claim and on its records, the newest first, and the field for another. */
export function ClaimNotes({ claimFile, query, field }: NotesProps) {
  const { t } = useI18n();
  const [all, setAll] = useState(false);
  const written = writtenOf(claimFile.timeline, query.data);
  const shown = all ? written : written.slice(0, shownOpen);
  return (
    <Section title={t('claims.detail.notes')}>
      {query.isError && <ErrorState query={query} />}
      {query.data !== undefined && <NewNote claimNumber={claimFile.value} field={field} />}
      <Box component="ul" sx={{ display: 'grid', gap: 3, mt: shown.length === 0 ? 0 : 4 }}>
        {shown.map(({ key, note, recordId }) => (
          <li key={key}>
            <NoteText note={note} />
            <NotedRecord claimFile={claimFile} recordId={recordId} />
          </li>
        ))}
      </Box>
      {shown.length < written.length && (
        <Button size="small" variant="text" onClick={() => setAll(true)} sx={{ mt: 2, ml: -3 }}>
          {t('claims.files.allNotes', { count: written.length })}
        </Button>
      )}
    </Section>
  );
}

/** The record on which a note or a reminder stands; nothing of one on the claim. */
function NotedRecord({ claimFile, recordId }: { claimFile: ClaimFile; recordId: number | null }) {
  const record = claimFile.records.find(({ id }) => id === recordId);
  if (record === undefined) return null;
  return (
    <Typography variant="caption">
      <TextLink href={recordPath(record.kind, record.id)}>
        <PlainCode value={record.number} />
      </TextLink>
    </Typography>
  );
}

function NewNote({ claimNumber, field }: Pick<NotesProps, 'field'> & { claimNumber: string }) {
  const { t } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const notDone = useNotDone();
  const add = useMutation({ ...api.work.addClaimNote.mutationOptions(), onError: notDone });
  return (
    <Acts of="work.addClaimNote">
      <NoteField
        draft={`claimNote:${claimNumber}`}
        field={field}
        isPending={add.isPending}
        onAdd={(note, done) =>
          add.mutate(
            { claimNumber, ...note },
            {
              onSuccess() {
                done();
                notify({ tone: 'done', text: t('records.notes.added') });
                void queries.invalidateQueries({ queryKey: api.work.key() });
              },
            },
          )
        }
      />
    </Acts>
  );
}

/** What somebody is to be reminded of, of the claim itself and of its records. */
export function ClaimReminders({ claimFile, work }: { claimFile: ClaimFile; work: ClaimWork }) {
  const { t } = useI18n();
  return (
    <Section title={t('claims.detail.reminders')}>
      <Reminders
        about={{ claimNumber: claimFile.value }}
        reminders={remindersOf(work)}
        subjectOf={({ recordId }) => <NotedRecord claimFile={claimFile} recordId={recordId} />}
      />
    </Section>
  );
}

/** The field of a claim's notes, and what brings somebody there, which is drawn for it where it is not yet. */
export function useNoteField() {
  const field = useRef<HTMLTextAreaElement>(null);
  const [isWanted, setWanted] = useState(false);
  const focus = () => {
    if (field.current === null) flushSync(() => setWanted(true));
    field.current?.scrollIntoView({ block: 'center' });
    field.current?.focus();
  };
  return { field, focus, isWanted };
}

/** The events of a claim file with the notes on the claim itself among them, in their order. */
export function withClaimNotes(claimFile: ClaimFile, work: ClaimWork | undefined): ClaimFile {
  if (work === undefined || work.notes.length === 0) return claimFile;
  const notes = work.notes.map(({ at, text, who }) => ({
    ...{ at, text, who, event: 'note' as const, recordId: null, kind: null },
  }));
  const timeline = [...claimFile.timeline, ...notes].sort((one, other) => one.at.localeCompare(other.at));
  return { ...claimFile, timeline };
}
