import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Attachment } from '#shared/contract/attachments.ts';
import { useApi } from '../app/queries.ts';
import { ofLatest } from './of-latest.ts';
import { isMoving, progressEveryMs } from './useAttachments.ts';

/** Photographs, and documents that are images: both are looked at in the same way. */
const isLookedAt = ({ role, content }: Attachment) => role === 'picture' || content?.shownAs === 'image';

/** Those that the latest delivery names; all that ever were, where the one wanted is an older one. */
export const photosOf = (attachments: readonly Attachment[], wanted: number | null): Attachment[] =>
  ofLatest(attachments, isLookedAt, wanted);

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
