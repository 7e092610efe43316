import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Annotation, AttachmentDetail, MarkShape } from '#shared/contract/attachments.ts';
import { useI18n } from '../../app/locale/i18n.ts';
import { useApi } from '../../app/queries.ts';
import { notify } from '../../app/snackbar.ts';
import { useNotDone } from '../../app/useNotDone.ts';

const byId = (marks: readonly Annotation[]) => marks.toSorted((a, b) => a.id - b.id);

/** Adds, changes and takes away marks of one photo; what is taken away can be brought back. */
export function useMarks(attachmentId: number) {
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
