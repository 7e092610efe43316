import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RecordRow } from '#shared/contract/records.ts';
import { patchRows } from '../app/live/patch-records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { useNotDone } from '../app/useNotDone.ts';
import { genderOf } from './gender.ts';

/** Marks a record as reviewed or takes the mark back, and offers to undo. */
export function useReviewed() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useI18n();
  const notDone = useNotDone();
  const settle = (row: RecordRow) => {
    patchRows([row], api, queries);
    void queries.invalidateQueries({ queryKey: api.records.get.key({ input: { id: row.id } }) });
    void queries.invalidateQueries({ queryKey: api.records.list.key({ type: 'query' }) });
    void queries.invalidateQueries({ queryKey: api.status.key() });
  };
  const change = useMutation({
    ...api.records.setReviewed.mutationOptions(),
    onSuccess: settle,
    onError: notDone,
  });
  return (record: Pick<RecordRow, 'id' | 'number' | 'kind'>, reviewed: boolean) => {
    change.mutate(
      { id: record.id, reviewed },
      {
        onSuccess: () =>
          notify({
            tone: 'done',
            text: t(
              reviewed ? `records.of.${genderOf[record.kind]}.nowReviewed` : 'records.detail.nowUnreviewed',
              {
                number: record.number,
              },
            ),
            undo: () => change.mutate({ id: record.id, reviewed: !reviewed }),
          }),
      },
    );
  };
}
