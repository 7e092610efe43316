import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RecordRow } from '#shared/contract/records.ts';
import { patchRows } from '../app/live/patch-records.ts';
import { useWords } from '../app/locale/i18n.ts';
import { notify } from '../app/notice.ts';
import { useApi } from '../app/queries.ts';
import { useTrouble } from '../app/trouble.ts';

/** Marks an order as reviewed or takes the mark back, and offers to undo. */
export function useReviewed() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useWords();
  const trouble = useTrouble();
  const settle = (row: RecordRow) => {
    patchRows([row], api, queries);
    void queries.invalidateQueries({ queryKey: api.records.get.key({ input: { id: row.id } }) });
    void queries.invalidateQueries({ queryKey: api.records.list.key({ type: 'query' }) });
    void queries.invalidateQueries({ queryKey: api.status.key() });
  };
  const change = useMutation({
    ...api.records.setReviewed.mutationOptions(),
    onSuccess: settle,
    onError: (error) =>
      notify({ tone: 'failed', text: t('common.trouble.notDone', { why: trouble(error) }) }),
  });
  return (order: { id: number; number: string }, reviewed: boolean) => {
    change.mutate(
      { id: order.id, reviewed },
      {
        onSuccess: () =>
          notify({
            tone: 'done',
            text: t(reviewed ? 'orders.detail.nowReviewed' : 'orders.detail.nowUnreviewed', {
              number: order.number,
            }),
            undo: () => change.mutate({ id: order.id, reviewed: !reviewed }),
          }),
      },
    );
  };
}
