import type { Actor } from '#shared/contract/forms.ts';
import type { Clock } from '../clock.ts';
import {
  appendAudit,
  insertNote,
  latestRevision,
  type NoteRow,
  type RecordListRow,
  recordRow,
  type Store,
  setRecordReviewed,
} from '../store/index.ts';

/** Adds a note beside a record; null where there is no such record. */
export async function addNote(
  room: { store: Store; clock: Clock },
  recordId: number,
  text: string,
  actor: Actor,
): Promise<NoteRow | null> {
  const at = room.clock.now();
  return room.store.write(async (tx) => {
    if ((await recordRow(tx, recordId)) === undefined) return null;
    const id = await insertNote(tx, { recordId, at, who: actor.person, text });
    await appendAudit(tx, {
      at,
      actor,
      action: 'record.noted',
      subject: `record:${recordId}`,
      detail: { note: id, text },
    });
    return { id, at, who: actor.person, text };
  });
}

/** Marks a record as reviewed, or takes the mark back; null where there is no such record. */
export async function setReviewed(
  room: { store: Store; clock: Clock },
  recordId: number,
  reviewed: boolean,
  actor: Actor,
): Promise<RecordListRow | null> {
  const at = room.clock.now();
  return room.store.write(async (tx) => {
    const before = await recordRow(tx, recordId);
    if (before === undefined) return null;
    // The first mark stands: marking again changes neither who nor when.
    if ((before.reviewed_at !== null) === reviewed) return before;
    await setRecordReviewed(tx, recordId, reviewed ? { at, by: actor.person } : null);
    await appendAudit(tx, {
      at,
      actor,
      action: reviewed ? 'record.reviewed' : 'record.unreviewed',
      subject: `record:${recordId}`,
      detail: { revision: before.revision },
    });
    return (await recordRow(tx, recordId)) ?? null;
  });
}

/**
 * Notes that a record which could not be examined is to be tried once more, before it is: whether it is to be; null where
 * there is no such record.
 */
export async function noteExaminingAgain(
  room: { store: Store; clock: Clock },
  recordId: number,
  actor: Actor,
): Promise<boolean | null> {
  return room.store.write(async (tx) => {
    const latest = await latestRevision(tx, recordId);
    if (latest === undefined) return null;
    if (latest.not_examined === null) return false;
    await appendAudit(tx, {
      at: room.clock.now(),
      actor,
      action: 'record.examinedAgain',
      subject: `record:${recordId}`,
      detail: { revision: latest.revision, reason: latest.not_examined },
    });
    return true;
  });
}
