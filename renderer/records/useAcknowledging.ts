import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AcknowledgementScope, Finding, RecordRow } from '#shared/contract/records.ts';
import { patchRows } from '../app/live/patch-records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { useNotDone } from '../app/useNotDone.ts';

/** Acknowledges findings of a record with a reason, or takes that back, and offers to undo. */
export function useAcknowledging(record: Pick<RecordRow, 'id'>) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useI18n();
  const settle = (row: RecordRow) => {
    patchRows([row], api, queries);
    void queries.invalidateQueries({ queryKey: api.records.get.key({ input: { id: row.id } }) });
    void queries.invalidateQueries({ queryKey: api.records.list.key({ type: 'query' }) });
    void queries.invalidateQueries({ queryKey: api.records.partyRules.key() });
    void queries.invalidateQueries({ queryKey: api.status.key() });
  };
  const onError = useNotDone();
  const take = useMutation({
    ...api.records.acknowledgeFinding.mutationOptions(),
    onSuccess: (done) => settle(done.record),
    onError,
  });
  const back = useMutation({
    ...api.records.withdrawAcknowledgement.mutationOptions(),
    onSuccess: settle,
    onError,
  });
  return {
    isPending: take.isPending || back.isPending,
    acknowledge(
      { code, pointer }: Finding,
      scope: AcknowledgementScope,
      reason: string,
      onDone: () => void,
    ): void {
      take.mutate(
        { recordId: record.id, code, pointer, scope, reason },
        {
          onSuccess: ({ id }) => {
            onDone();
            notify({
              tone: 'done',
              text: t('records.findings.nowAcknowledged'),
              undo: () => back.mutate({ id }),
            });
          },
        },
      );
    },
    withdraw(id: number): void {
      back.mutate(
        { id },
        { onSuccess: () => notify({ tone: 'done', text: t('records.findings.standsAgain') }) },
      );
    },
  };
}
