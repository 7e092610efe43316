import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Attachment } from '#shared/contract/attachments.ts';
import type { RecordDetail } from '#shared/contract/records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { useRetry } from '../downloads/useDownloads.ts';

/**
 * The attachments of a kind that the latest delivery of a record names; all of the kind that any delivery named where
 * `wanted` is an older one.
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

/**
 * The `refetchInterval` of a query of attachments: a second while one of them is downloaded, since no change event tells
 * of progress.
 */
export function pollWhileDownloading({
  state: { data },
}: {
  state: { data: Attachment | readonly Attachment[] | undefined };
}): number | false {
  const attachments = data === undefined ? [] : [data].flat();
  return attachments.some(({ state }) => state === 'downloading') ? 1000 : false;
}

/** The attachments that the shown revision names, in their present state. */
export function useAttachments(record: RecordDetail): readonly Attachment[] {
  const api = useApi();
  const { data: live } = useQuery({
    ...api.attachments.list.queryOptions({ input: { recordId: record.id } }),
    refetchInterval: pollWhileDownloading,
  });
  return useMemo(() => {
    if (live === undefined) return record.attachments;
    // The attachments of a record are registered a moment after it arrived.
    if (record.attachments.length === 0)
      return live.filter(({ lastRevision }) => lastRevision === record.revision);
    const byId = new Map(live.map((attachment) => [attachment.id, attachment]));
    return record.attachments.map((attachment) => byId.get(attachment.id) ?? attachment);
  }, [live, record]);
}

/** Pictures and documents that are images are shown alike. */
const isPhoto = ({ role, content }: Attachment) => role === 'picture' || content?.shownAs === 'image';

/** The photos that the latest delivery names; all photos where `wanted` is an older one. */
export const photosOf = (attachments: readonly Attachment[], wanted: number | null): Attachment[] =>
  attachmentsOfLatestRevision(attachments, isPhoto, wanted);

/** The photos of a record in its order. `recordId` is null while it is unknown. */
export function usePhotoSet(recordId: number | null, wanted: number | null) {
  const api = useApi();
  const list = useQuery({
    ...api.attachments.list.queryOptions({ input: { recordId: recordId ?? 0 } }),
    enabled: recordId !== null,
    refetchInterval: pollWhileDownloading,
  });
  const photos = useMemo(() => photosOf(list.data ?? [], wanted), [list.data, wanted]);
  return { list, photos };
}

/** One photo with its annotations and similar photos; null loads none. */
export function usePhotoDetail(id: number | null) {
  const api = useApi();
  return useQuery({ ...api.attachments.get.queryOptions({ input: { id: id ?? 0 } }), enabled: id !== null });
}

/** The record that photos belong to; the screen behind has usually loaded it. */
export function usePhotoRecord(recordId: number | null) {
  const api = useApi();
  return useQuery({
    ...api.records.get.queryOptions({ input: { id: recordId ?? 0 } }),
    enabled: recordId !== null,
  });
}

/** The caption of a photo as the marketplace sent it, or a text that it has none. */
export function useCaption(): (attachment: Pick<Attachment, 'caption'>) => string {
  const { t } = useI18n();
  return useCallback(
    ({ caption }) => (caption === null || caption.trim() === '' ? t('photos.grid.noType') : caption),
    [t],
  );
}

/** Puts the download of one attachment at the front of the queue. */
export function useRetryDownload() {
  const { t } = useI18n();
  const captionOf = useCaption();
  const { retry } = useRetry();
  return (attachment: Attachment) =>
    retry({ id: attachment.id }, (count) =>
      count === 0
        ? t('photos.grid.notRetried')
        : t('photos.grid.retried', { caption: captionOf(attachment) }),
    );
}
