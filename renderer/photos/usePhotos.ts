import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Attachment } from '#shared/contract/attachments.ts';
import type { RecordDetail } from '#shared/contract/records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { useNotDone } from '../app/error-message.ts';

/**
 * Of all that a record ever named, those of a kind that its latest delivery names; all of the kind, where the one wanted
 * is an older one.
 */
export function attachmentsOfLatestRevision(
  attachments: readonly Attachment[],
  isOfKind: (attachment: Attachment) => boolean,
  wanted: number | null,
): Attachment[] {
  const all = attachments.filter(isOfKind);
  const latest = Math.max(0, ...attachments.map(({ lastRevision }) => lastRevision));
  const named = all.filter(({ lastRevision }) => lastRevision === latest);
  return wanted === null || named.some(({ id }) => id === wanted) ? named : all;
}

/** Progress is not told as a change, so it is asked for while there is any. */
export const progressEveryMs = 1000;
export const isMoving = (attachments: readonly Attachment[] | undefined): boolean =>
  attachments?.some(({ state }) => state === 'downloading') === true;

/** The attachments that the shown revision names, as they stand now. */
export function useAttachments(record: RecordDetail): readonly Attachment[] {
  const api = useApi();
  const { data: live } = useQuery({
    ...api.attachments.list.queryOptions({ input: { recordId: record.id } }),
    refetchInterval: ({ state }) => (isMoving(state.data) ? progressEveryMs : false),
  });
  return useMemo(() => {
    if (live === undefined) return record.attachments;
    // Right after its arrival a record's attachments are not noted down yet.
    if (record.attachments.length === 0)
      return live.filter(({ lastRevision }) => lastRevision === record.revision);
    const byId = new Map(live.map((one) => [one.id, one]));
    return record.attachments.map((one) => byId.get(one.id) ?? one);
  }, [live, record]);
}

/** Photographs, and documents that are images: both are looked at in the same way. */
const isPhoto = ({ role, content }: Attachment) => role === 'picture' || content?.shownAs === 'image';

/** Those that the latest delivery names; all that ever were, where the one wanted is an older one. */
export const photosOf = (attachments: readonly Attachment[], wanted: number | null): Attachment[] =>
  attachmentsOfLatestRevision(attachments, isPhoto, wanted);

/** The photos of a record in its order, as they stand now. `recordId` null while it is not known. */
export function usePhotoSet(recordId: number | null, wanted: number | null) {
  const api = useApi();
  const list = useQuery({
    ...api.attachments.list.queryOptions({ input: { recordId: recordId ?? 0 } }),
    enabled: recordId !== null,
    refetchInterval: ({ state }) => (isMoving(state.data) ? progressEveryMs : false),
  });
  const photos = useMemo(() => photosOf(list.data ?? [], wanted), [list.data, wanted]);
  return { list, photos };
}

/** One photo with its marks and those that are like it; null means that none is wanted. */
export function usePhotoDetail(id: number | null) {
  const api = useApi();
  return useQuery({ ...api.attachments.get.queryOptions({ input: { id: id ?? 0 } }), enabled: id !== null });
}

/** The record that photos belong to; from the screen behind, mostly, which has it already. */
export function usePhotoRecord(recordId: number | null) {
  const api = useApi();
  return useQuery({
    ...api.records.get.queryOptions({ input: { id: recordId ?? 0 } }),
    enabled: recordId !== null,
  });
}

/** What a photo is of, in the marketplace's word; that it came without one else. */
export function useCaption(): (attachment: Pick<Attachment, 'caption'>) => string {
  const { t } = useI18n();
  return useCallback(
    ({ caption }) => (caption === null || caption.trim() === '' ? t('photos.grid.noType') : caption),
    [t],
  );
}

/** Has one fetched again, before all others. */
export function useRetry() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useI18n();
  const notDone = useNotDone();
  const captionOf = useCaption();
  const retry = useMutation({
    ...api.attachments.retry.mutationOptions(),
    onError: notDone,
    onSettled: () => queries.invalidateQueries({ queryKey: api.attachments.key() }),
  });
  return (attachment: Attachment) =>
    retry.mutate(
      { id: attachment.id },
      {
        onSuccess: ({ count }) =>
          notify({
            tone: 'done',
            text:
              count === 0
                ? t('photos.grid.notRetried')
                : t('photos.grid.retried', { caption: captionOf(attachment) }),
          }),
      },
    );
}
