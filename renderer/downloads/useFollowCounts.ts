import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApi } from '../app/queries.ts';
import { useDownloads } from './useDownloads.ts';

/**
 * Lists of attachments follow the counts: what a decision about a server moves is told without the records that it
 * concerns, and is not to be told from mere progress by the change alone.
 */
export function useFollowCounts() {
  const api = useApi();
  const queries = useQueryClient();
  const { data } = useDownloads();
  const counted = data === undefined ? null : JSON.stringify(data.counts);
  const before = useRef(counted);
  useEffect(() => {
    const first = before.current === null;
    before.current = counted;
    if (first || counted === null) return;
    for (const room of [api.attachments.waiting, api.attachments.hosts, api.attachments.list])
      void queries.invalidateQueries({ queryKey: room.key() });
  }, [counted, api, queries]);
}
