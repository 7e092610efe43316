import { isDefinedError } from '@orpc/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { PolicyFields, RowProblem } from '#shared/contract/policies.ts';
import { useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { type DraftKey, usePolicyDrafts } from './drafts.ts';
import { policyPath } from './paths.ts';
import { vehicleOf } from './policy-state.ts';

export type Refusal =
  | { code: 'notValid' }
  | { code: 'alreadyThere'; id: number }
  | { code: 'other'; text: string };
type Answer = { problems: readonly RowProblem[]; refusal: Refusal | null };
const nothing: Answer = { problems: [], refusal: null };

/** Saves what was written; tells by column what is not right about it. */
export function useSavePolicy(key: DraftKey) {
  const { t } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const errorMessage = useErrorMessage();
  const [, go] = useLocation();
  const drop = usePolicyDrafts((state) => state.drop);
  const [answer, setAnswer] = useState(nothing);
  const save = useMutation({
    ...api.policies.save.mutationOptions(),
    onSuccess: (saved) => {
      setAnswer(nothing);
      queries.setQueryData(api.policies.get.queryKey({ input: { id: saved.id } }), saved);
      void queries.invalidateQueries({ queryKey: api.policies.key() });
      drop(key);
      notify({ tone: 'done', text: t('policies.detail.saved', { vehicle: vehicleOf(saved) || saved.vin }) });
      if (saved.id !== key) go(policyPath(saved.id), { replace: true });
    },
    onError: (error) => {
      if (isDefinedError(error) && error.code === 'NOT_VALID')
        setAnswer({ problems: error.data.problems, refusal: { code: 'notValid' } });
      else if (isDefinedError(error) && error.code === 'ALREADY_THERE')
        setAnswer({ problems: [], refusal: { code: 'alreadyThere', id: error.data.id } });
      else setAnswer({ problems: [], refusal: { code: 'other', text: errorMessage(error) } });
    },
  });
  return {
    ...answer,
    pending: save.isPending,
    save: (fields: PolicyFields) => {
      if (!save.isPending) save.mutate(key === 'new' ? { fields } : { id: key, fields });
    },
    /** What was complained of is being written anew. */
    forget: (columns: readonly string[]) =>
      setAnswer((old) => ({
        ...old,
        problems: old.problems.filter(({ column }) => column === null || !columns.includes(column)),
      })),
  };
}
