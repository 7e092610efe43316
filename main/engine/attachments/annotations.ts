import type { AuditAction } from '#shared/audit/sentences.ts';
import { type Annotation, type AnnotationShape, annotationShape } from '#shared/contract/attachments.ts';
import type { Actor } from '#shared/contract/common.ts';
import type { Clock } from '../clock.ts';
import {
  type AnnotationRow,
  appendAudit,
  findAnnotation,
  findAttachment,
  insertAnnotation,
  isLeaving,
  type Store,
  setAnnotationRemoved,
  setAnnotationText,
  type WriteTransaction,
} from '../store/index.ts';

/** Annotations of people on an attachment; each change is in the log. Of a record that is moved to a bundle there are none any more. */
export interface Annotations {
  /** Null where there is no such attachment. */
  add(attachmentId: number, shape: AnnotationShape, text: string, actor: Actor): Promise<Annotation | null>;
  /** Null where there is no such annotation. */
  change(id: number, text: string, actor: Actor): Promise<Annotation | null>;
  remove(id: number, isRemoved: boolean, actor: Actor): Promise<Annotation | null>;
}

export function createAnnotations(deps: {
  store: Store;
  clock: Clock;
  onChange(recordId: number): void;
}): Annotations {
  const { store, clock, onChange } = deps;
  const publish = async (written: { recordId: number; annotation: Annotation } | null) => {
    if (written === null) return null;
    onChange(written.recordId);
    return written.annotation;
  };

  /** Changes an annotation in one job, with its entry in the log. */
  const rewrite = async (
    id: number,
    action: AuditAction,
    actor: Actor,
    write: (tx: WriteTransaction, before: AnnotationRow, at: number) => Promise<object>,
  ) => {
    const at = clock.now();
    const written = await store.write(async (tx) => {
      const before = await findAnnotation(tx, id);
      const attachment = before === undefined ? undefined : await findAttachment(tx, before.attachmentId);
      if (before === undefined || attachment === undefined) return null;
      if (await isLeaving(tx, attachment.recordId)) return null;
      const detail = { mark: id, ...(await write(tx, before, at)) };
      await appendAudit(tx, { at, actor, action, subject: `attachment:${attachment.id}`, detail });
      const after = (await findAnnotation(tx, id)) ?? before;
      return { recordId: attachment.recordId, annotation: annotationOf(after) };
    });
    return publish(written);
  };

  return {
    async add(attachmentId, shape, text, actor) {
      const at = clock.now();
      const who = actor.person;
      const written = await store.write(async (tx) => {
        const attachment = await findAttachment(tx, attachmentId);
        if (attachment === undefined || (await isLeaving(tx, attachment.recordId))) return null;
        const id = await insertAnnotation(tx, { attachmentId, at, who, shape: JSON.stringify(shape), text });
        await appendAudit(tx, {
          at,
          actor,
          action: 'attachment.marked',
          subject: `attachment:${attachmentId}`,
          detail: { mark: id, shape, text },
        });
        const annotation = { id, attachmentId, at: new Date(at).toISOString(), who, shape, text };
        return { recordId: attachment.recordId, annotation };
      });
      return publish(written);
    },
    change: (id, text, actor) =>
      rewrite(id, 'attachment.markChanged', actor, async (tx, before) => {
        await setAnnotationText(tx, id, text);
        return { before: before.text, after: text };
      }),
    remove: (id, isRemoved, actor) =>
      rewrite(
        id,
        isRemoved ? 'attachment.unmarked' : 'attachment.markRestored',
        actor,
        async (tx, before, at) => {
          await setAnnotationRemoved(tx, id, isRemoved ? at : null);
          return { text: before.text };
        },
      ),
  };
}

/** A row as the contract has it. */
export function annotationOf(row: AnnotationRow): Annotation {
  return {
    id: row.id,
    attachmentId: row.attachmentId,
    at: new Date(row.at).toISOString(),
    who: row.who,
    shape: annotationShape.parse(JSON.parse(row.shape)),
    text: row.text,
  };
}
