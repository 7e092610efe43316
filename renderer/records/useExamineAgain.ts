import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RecordRow } from '#shared/contract/records.ts';
import { patchRows } from '../app/live/patch-records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { useNotDone } from '../app/useNotDone.ts';

/** Has a record examined once more, and says what came of it. */
export function useExamineAgain({ id }: Pick<RecordRow, 'id'>) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useI18n();
  const notDone = useNotDone();
  const mutation = useMutation({
    ...api.records.examineAgain.mutationOptions(),
    onSuccess: ({ reason, record }) => {
      patchRows([record], api, queries);
      const why = reason === null ? '' : t(`findingTerms.notExamined.${reason}`);
      notify({
        tone: reason === null ? 'done' : 'failed',
        text: t(reason === null ? 'records.findings.examined' : 'records.findings.notExaminedAgain', { why }),
      });
    },
    onError: notDone,
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: api.records.get.key({ input: { id } }) });
      void queries.invalidateQueries({ queryKey: api.status.key() });
    },
  });
  return { isPending: mutation.isPending, examine: () => mutation.mutate({ id }) };
}
