import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RecordRow } from '#shared/contract/records.ts';
import { useNotDone } from '../app/error-message.ts';
import { patchRows } from '../app/live/patch-records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { useColleagues } from './colleagues.ts';

type Assigned = Pick<RecordRow, 'id' | 'number' | 'assignedTo'>;
type Flagged = Pick<RecordRow, 'id' | 'number' | 'flaggedAt' | 'flagWord'>;

/** Shows changed rows at once wherever they stand. */
function useSettled() {
  const api = useApi();
  const queries = useQueryClient();
  return (rows: readonly RecordRow[]) => {
    patchRows(rows, api, queries);
    void queries.invalidateQueries({ queryKey: api.records.get.key() });
    void queries.invalidateQueries({ queryKey: api.records.list.key({ type: 'query' }) });
  };
}

/** Who has something, as a sentence about it. */
export function useWhoseWords(): (what: string, person: number | null) => string {
  const { t } = useI18n();
  const { me, nameOf } = useColleagues();
  return (what, person) => {
    if (person === null) return t('work.assign.nowNobody', { what });
    if (person === me) return t('work.assign.nowMine', { what });
    return t('work.assign.nowOf', { what, name: nameOf(person) });
  };
}

/** Gives a record to a person, or takes it back, and offers to undo. */
export function useAssignRecord() {
  const api = useApi();
  const settled = useSettled();
  const words = useWhoseWords();
  const notDone = useNotDone();
  const change = useMutation({
    ...api.work.assign.mutationOptions(),
    onSuccess: settled,
    onError: notDone,
  });
  return ({ id, number, assignedTo }: Assigned, to: number | null) =>
    change.mutate(
      { ids: [id], to },
      {
        onSuccess: () =>
          notify({
            tone: 'done',
            text: words(number, to),
            undo: () => change.mutate({ ids: [id], to: assignedTo }),
          }),
      },
    );
}

/** Flags a record with a word or without, or takes the flag back with null, and offers to undo. */
export function useFlagRecord() {
  const api = useApi();
  const { t } = useI18n();
  const settled = useSettled();
  const notDone = useNotDone();
  const change = useMutation({
    ...api.work.setFlag.mutationOptions(),
    onSuccess: (row) => settled([row]),
    onError: notDone,
  });
  return ({ id, number, flaggedAt, flagWord }: Flagged, word: string | null) =>
    change.mutate(
      { id, flagged: word !== null, word: word ?? '' },
      {
        onSuccess: () =>
          notify({
            tone: 'done',
            text: t(word === null ? 'work.flag.nowNot' : 'work.flag.now', { number }),
            undo: () => change.mutate({ id, flagged: flaggedAt !== null, word: flagWord ?? '' }),
          }),
      },
    );
}
