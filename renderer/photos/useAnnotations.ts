import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Annotation, AnnotationShape, AttachmentDetail } from '#shared/contract/attachments.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { type DrawnShape, placed, type Tool } from './annotation-shapes.ts';
import type { Fraction } from './image-geometry.ts';

/**
 * An annotation that is being made. `drawing`: the pointer draws it, or Enter places it in the middle; `placing`: the
 * arrows move it; `writing`: its text is written. A note begins with its text.
 */
type AnnotationDraft =
  | { phase: 'none' }
  | { phase: 'drawing'; tool: Tool; shape: DrawnShape | null }
  | { phase: 'placing'; tool: Tool; shape: DrawnShape }
  | { phase: 'writing'; shape: DrawnShape | { kind: 'note' } };

const none: AnnotationDraft = { phase: 'none' };

/** The annotation being made on one photo; another photo begins with none. */
export function useAnnotationTool(photo: number | null) {
  const [state, setState] = useState<{ photo: number | null; draft: AnnotationDraft }>({
    photo,
    draft: none,
  });
  const draft = state.photo === photo ? state.draft : none;
  const set = useCallback((to: AnnotationDraft) => setState({ photo, draft: to }), [photo]);
  return {
    draft,
    drop: useCallback(() => set(none), [set]),
    /** Takes a tool, or puts it away where it is the current one. */
    take: (tool: Tool) =>
      set(draft.phase === 'drawing' && draft.tool === tool ? none : { phase: 'drawing', tool, shape: null }),
    draw: (shape: DrawnShape | null) => {
      if (draft.phase === 'drawing') set({ ...draft, shape });
    },
    place: (at: Fraction) => {
      if (draft.phase === 'drawing')
        set({ phase: 'placing', tool: draft.tool, shape: placed(draft.tool, at) });
    },
    change: (to: (shape: DrawnShape) => DrawnShape) => {
      if (draft.phase === 'placing') set({ ...draft, shape: to(draft.shape) });
    },
    write: (shape: DrawnShape | { kind: 'note' }) => set({ phase: 'writing', shape }),
  };
}
export type AnnotationTool = ReturnType<typeof useAnnotationTool>;

const byId = (annotations: readonly Annotation[]) => annotations.toSorted((a, b) => a.id - b.id);

/** Adds, changes and removes annotations of one photo; a removal can be undone. */
export function useAnnotationChanges(attachmentId: number) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useI18n();
  const settle = (to: (annotations: readonly Annotation[]) => Annotation[]) => {
    queries.setQueryData(
      api.attachments.get.queryKey({ input: { id: attachmentId } }),
      (old: AttachmentDetail | undefined) => {
        if (old === undefined) return undefined;
        const annotations = to(old.annotations);
        return { ...old, annotations, annotationCount: annotations.length };
      },
    );
    void queries.invalidateQueries({ queryKey: api.attachments.list.key() });
  };
  const showAnnotation = (annotation: Annotation) =>
    settle((annotations) => byId([...annotations.filter(({ id }) => id !== annotation.id), annotation]));
  const onError = useNotDone();
  const add = useMutation({
    ...api.attachments.addAnnotation.mutationOptions(),
    onSuccess: showAnnotation,
    onError,
  });
  const change = useMutation({
    ...api.attachments.changeAnnotation.mutationOptions(),
    onSuccess: showAnnotation,
    onError,
  });
  const remove = useMutation({
    ...api.attachments.removeAnnotation.mutationOptions(),
    onSuccess: (annotation, { removed }) =>
      removed === false
        ? showAnnotation(annotation)
        : settle((annotations) => annotations.filter(({ id }) => id !== annotation.id)),
    onError,
  });
  const restore = (id: number) =>
    remove.mutate(
      { id, removed: false },
      { onSuccess: () => notify({ tone: 'done', text: t('photos.annotations.restored') }) },
    );
  return {
    busy: add.isPending || change.isPending,
    add: (shape: AnnotationShape, text: string, onDone: () => void) =>
      add.mutate(
        { attachmentId, shape, text },
        {
          onSuccess: () => {
            onDone();
            notify({
              tone: 'done',
              text: t(shape.kind === 'note' ? 'photos.annotations.noteAdded' : 'photos.annotations.added'),
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
            notify({ tone: 'done', text: t('photos.annotations.changed') });
          },
        },
      ),
    remove: (id: number) =>
      remove.mutate(
        { id },
        {
          onSuccess: () =>
            notify({ tone: 'done', text: t('photos.annotations.removed'), undo: () => restore(id) }),
        },
      ),
  };
}
