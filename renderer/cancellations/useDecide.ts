import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Verdict } from '#shared/terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { useVerdictError } from './verdict-words.ts';

/** Gives a verdict, and says so or why not. `onDecided` is called when it was taken. */
export function useDecide(id: number, name: string, onDecided: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useI18n();
  const label = useVerdictError();
  const [, go] = useLocation();
  const [errorMessage, setTrouble] = useState<string | null>(null);
  const settled = () => {
    void queries.invalidateQueries({ queryKey: api.cancellations.key() });
    void queries.invalidateQueries({ queryKey: api.status.key() });
  };
  const mutation = useMutation({
    ...api.cancellations.decide.mutationOptions(),
    onMutate: () => setTrouble(null),
    onSuccess: (row) => {
      const done = row.verdict === 'approve' ? 'approveNow' : 'refuse';
      notify({
        tone: 'done',
        text: t(`cancellations.verdict.done.${done}`, { number: name }),
        see: () => go(`/cancellations/${id}`),
      });
      onDecided();
    },
    onError: (error) => {
      const text = label.ofDeciding(error);
      setTrouble(text);
      notify({ tone: 'failed', text });
    },
    onSettled: settled,
  });
  const decide = (given: { verdict: Verdict; responseText?: string; acknowledgeMismatch?: boolean }) =>
    mutation.mutate({ id, ...given });
  return { decide, pending: mutation.isPending, errorMessage };
}
