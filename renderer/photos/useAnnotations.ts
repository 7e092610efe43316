import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Annotation, AttachmentDetail, MarkShape } from '#shared/contract/attachments.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { useNotDone } from '../app/error-message.ts';
import { type DrawnShape, placed, type Tool } from './annotation-shapes.ts';
import type { Fraction } from './image-geometry.ts';

/**
 * A mark in the making. `drawing`: the pointer draws, or Enter sets one in the middle; `placing`: the arrows move it;
 * `writing`: it has its place, and its text is written. A note has no place.
 */
export type Marking =
  | { phase: 'none' }
  | { phase: 'drawing'; tool: Tool; shape: DrawnShape | null }
  | { phase: 'placing'; tool: Tool; shape: DrawnShape }
  | { phase: 'writing'; shape: DrawnShape | { kind: 'note' } };

const none: Marking = { phase: 'none' };

/** The mark being made on one photo; another photo begins with none. */
export function useAnnotationTool(photo: number | null) {
  const [kept, setKept] = useState<{ photo: number | null; marking: Marking }>({ photo, marking: none });
  const marking = kept.photo === photo ? kept.marking : none;
  const set = useCallback((to: Marking) => setKept({ photo, marking: to }), [photo]);
  return {
    marking,
    drop: useCallback(() => set(none), [set]),
    /** Begins with a tool, or ends where it was in the hand already. */
    take: (tool: Tool) =>
      set(
        marking.phase === 'drawing' && marking.tool === tool ? none : { phase: 'drawing', tool, shape: null },
      ),
    draw: (shape: DrawnShape | null) => {
      if (marking.phase === 'drawing') set({ ...marking, shape });
    },
    place: (at: Fraction) => {
      if (marking.phase === 'drawing')
        set({ phase: 'placing', tool: marking.tool, shape: placed(marking.tool, at) });
    },
    change: (to: (shape: DrawnShape) => DrawnShape) => {
      if (marking.phase === 'placing') set({ ...marking, shape: to(marking.shape) });
    },
    write: (shape: DrawnShape | { kind: 'note' }) => set({ phase: 'writing', shape }),
  };
}
export type AnnotationTool = ReturnType<typeof useAnnotationTool>;

const byId = (marks: readonly Annotation[]) => marks.toSorted((a, b) => a.id - b.id);

/** Adds, changes and takes away marks of one photo; what is taken away can be brought back. */
export function useAnnotationChanges(attachmentId: number) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useI18n();
  const settle = (to: (marks: readonly Annotation[]) => Annotation[]) => {
    queries.setQueryData(
      api.attachments.get.queryKey({ input: { id: attachmentId } }),
      (old: AttachmentDetail | undefined) => {
        if (old === undefined) return undefined;
        const marks = to(old.marks);
        return { ...old, marks, markCount: marks.length };
      },
    );
    void queries.invalidateQueries({ queryKey: api.attachments.list.key() });
  };
  const put = (mark: Annotation) =>
    settle((marks) => byId([...marks.filter(({ id }) => id !== mark.id), mark]));
  const onError = useNotDone();
  const add = useMutation({ ...api.attachments.addMark.mutationOptions(), onSuccess: put, onError });
  const change = useMutation({ ...api.attachments.changeMark.mutationOptions(), onSuccess: put, onError });
  const remove = useMutation({
    ...api.attachments.removeMark.mutationOptions(),
    onSuccess: (mark, { removed }) =>
      removed === false ? put(mark) : settle((marks) => marks.filter(({ id }) => id !== mark.id)),
    onError,
  });
  const restore = (id: number) =>
    remove.mutate(
      { id, removed: false },
      { onSuccess: () => notify({ tone: 'done', text: t('photos.marks.restored') }) },
    );
  return {
    busy: add.isPending || change.isPending,
    add: (shape: MarkShape, text: string, onDone: () => void) =>
      add.mutate(
        { attachmentId, shape, text },
        {
          onSuccess: () => {
            onDone();
            notify({
              tone: 'done',
              text: t(shape.kind === 'note' ? 'photos.marks.noteAdded' : 'photos.marks.added'),
            });
          },
        },
      ),
    change: (id: number, text: string, onDone: () => void) =>
      change.mutate(
        { id, text },
        {
          onSuccess: () => {
            onDone();
            notify({ tone: 'done', text: t('photos.marks.changed') });
          },
        },
      ),
    remove: (id: number) =>
      remove.mutate(
        { id },
        {
          onSuccess: () => notify({ tone: 'done', text: t('photos.marks.removed'), undo: () => restore(id) }),
        },
      ),
  };
}
