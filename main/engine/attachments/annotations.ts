import { type Annotation, type MarkShape, markShape } from '#shared/contract/attachments.ts';
import type { Actor } from '#shared/contract/common.ts';
import type { Clock } from '../clock.ts';
import {
  type AttachmentMarkRow,
  appendAudit,
  findAttachment,
  findMark,
  insertMark,
  type Store,
  setMarkRemoved,
  setMarkText,
  type WriteTransaction,
} from '../store/index.ts';

/** Marks and notes of people beside an attachment; each change is in the log. */
export interface Annotations {
  /** Null where there is no such attachment. */
  add(attachmentId: number, shape: MarkShape, text: string, actor: Actor): Promise<Annotation | null>;
  /** Null where there is no such mark. */
  change(id: number, text: string, actor: Actor): Promise<Annotation | null>;
  remove(id: number, isRemoved: boolean, actor: Actor): Promise<Annotation | null>;
}

export function createAnnotations(deps: {
  store: Store;
  clock: Clock;
  onChange(recordId: number): void;
}): Annotations {
  const { store, clock, onChange } = deps;
  const publish = async (written: { recordId: number; mark: Annotation } | null) => {
    if (written === null) return null;
    onChange(written.recordId);
    return written.mark;
  };

  /** Changes a mark in one job, with its entry in the log. */
  const rewrite = async (
    id: number,
    action: string,
    actor: Actor,
    write: (tx: WriteTransaction, before: AttachmentMarkRow, at: number) => Promise<object>,
  ) => {
    const at = clock.now();
    const written = await store.write(async (tx) => {
      const before = await findMark(tx, id);
      const attachment = before === undefined ? undefined : await findAttachment(tx, before.attachmentId);
      if (before === undefined || attachment === undefined) return null;
      const detail = { mark: id, ...(await write(tx, before, at)) };
      await appendAudit(tx, { at, actor, action, subject: `attachment:${attachment.id}`, detail });
      const after = (await findMark(tx, id)) ?? before;
      return { recordId: attachment.recordId, mark: annotationOf(after) };
    });
    return publish(written);
  };

  return {
    async add(attachmentId, shape, text, actor) {
      const at = clock.now();
      const who = actor.person;
      const written = await store.write(async (tx) => {
        const attachment = await findAttachment(tx, attachmentId);
        if (attachment === undefined) return null;
        const id = await insertMark(tx, { attachmentId, at, who, shape: JSON.stringify(shape), text });
        await appendAudit(tx, {
          at,
          actor,
          action: 'attachment.marked',
          subject: `attachment:${attachmentId}`,
          detail: { mark: id, shape, text },
        });
        const mark = { id, attachmentId, at: new Date(at).toISOString(), who, shape, text };
        return { recordId: attachment.recordId, mark };
      });
      return publish(written);
    },
    change: (id, text, actor) =>
      rewrite(id, 'attachment.markChanged', actor, async (tx, before) => {
        await setMarkText(tx, id, text);
        return { before: before.text, after: text };
      }),
    remove: (id, isRemoved, actor) =>
      rewrite(
        id,
        isRemoved ? 'attachment.unmarked' : 'attachment.markRestored',
        actor,
        async (tx, before, at) => {
          await setMarkRemoved(tx, id, isRemoved ? at : null);
          return { text: before.text };
        },
      ),
  };
}

/** A row as the contract has it. */
export function annotationOf(row: AttachmentMarkRow): Annotation {
  return {
    id: row.id,
    attachmentId: row.attachmentId,
    at: new Date(row.at).toISOString(),
    who: row.who,
    shape: markShape.parse(JSON.parse(row.shape)),
    text: row.text,
  };
}
