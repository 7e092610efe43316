import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Attachment } from '#shared/contract/attachments.ts';
import type { RecordDetail } from '#shared/contract/records.ts';
import { useApi } from '../app/queries.ts';

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
