import { type InferClientErrors, isDefinedError } from '@orpc/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { CancellationRow } from '#shared/contract/cancellations.ts';
import type { Verdict } from '#shared/terms.ts';
import type { Client } from '../app/connection.ts';
import { useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useActorName } from '../app/names.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { useWhen } from '../components/RelativeTime.tsx';

/** What is asked for of a cancellation. */
export type Decision = {
  verdict: Verdict;
  responseText?: string;
  reasonCode?: string;
  acknowledgeMismatch?: boolean;
  proposalId?: number;
};

/** Has the lists and the status read again. */
function useSettled() {
  const api = useApi();
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: api.cancellations.key() });
    void queries.invalidateQueries({ queryKey: api.status.key() });
  };
}

/** Takes back what was just done, from the notice of it, and says what came of that. */
function useUndo() {
  const api = useApi();
  const { t } = useI18n();
  const label = useVerdictError();
  const onSettled = useSettled();
  const withdraw = useMutation({
    ...api.cancellations.withdraw.mutationOptions(),
    onSuccess: () => notify({ tone: 'done', text: t('cancellations.verdict.withdrawn') }),
    onError: (error) => notify({ tone: 'failed', text: label.ofWithdrawing(error) }),
    onSettled,
  });
  const withdrawProposal = useMutation({
    ...api.cancellations.withdrawProposal.mutationOptions(),
    onSuccess: () => notify({ tone: 'done', text: t('cancellations.proposal.withdrawn') }),
    onError: (error) => notify({ tone: 'failed', text: label.ofProposal(error) }),
    onSettled,
  });
  return ({ id, proposal, mustAskAgain }: CancellationRow): (() => void) | undefined => {
    if (proposal !== null) return () => withdrawProposal.mutate({ id, proposalId: proposal.id });
    // What is being delivered at this moment is not taken back.
    return mustAskAgain ? () => withdraw.mutate({ id }) : undefined;
  };
}

/** Gives a verdict or proposes one, and says so or why not. `onDecided` is called when it was taken. */
export function useDecide(id: number, name: string, onDecided: () => void) {
  const api = useApi();
  const { t } = useI18n();
  const label = useVerdictError();
  const undoOf = useUndo();
  const [, go] = useLocation();
  const [errorMessage, setTrouble] = useState<string | null>(null);
  const mutation = useMutation({
    ...api.cancellations.decide.mutationOptions(),
    onMutate: () => setTrouble(null),
    onSuccess: (row) => {
      const done = row.verdict === null ? 'proposed' : row.verdict === 'approve' ? 'approveNow' : 'refuse';
      const undo = undoOf(row);
      notify({
        tone: 'done',
        text: t(`cancellations.verdict.done.${done}`, { number: name }),
        ...(undo === undefined ? { see: () => go(`/cancellations/${id}`) } : { undo }),
      });
      onDecided();
    },
    onError: (error) => {
      const text = label.ofDeciding(error);
      setTrouble(text);
      notify({ tone: 'failed', text });
    },
    onSettled: useSettled(),
  });
  const decide = (decision: Decision) => mutation.mutate({ id, ...decision });
  return { decide, pending: mutation.isPending, errorMessage };
}

/** What is done about a proposed approval, and why the last of it was not done. */
export function useProposalActs(name: string, onDone: () => void) {
  const api = useApi();
  const { t } = useI18n();
  const label = useVerdictError();
  const undoOf = useUndo();
  const [trouble, setTrouble] = useState<string | null>(null);
  const onSettled = useSettled();
  const onMutate = () => setTrouble(null);
  const said = (text: string, undo?: () => void) =>
    notify({ tone: 'done', text, ...(undo === undefined ? {} : { undo }) });
  const confirm = useMutation({
    ...api.cancellations.confirm.mutationOptions(),
    ...{ onMutate, onSettled },
    onSuccess: (row) => {
      said(t('cancellations.verdict.done.approveNow', { number: name }), undoOf(row));
      onDone();
    },
    onError: (error) => setTrouble(label.ofProposal(error)),
  });
  const reject = useMutation({
    ...api.cancellations.reject.mutationOptions(),
    ...{ onMutate, onSettled },
    onSuccess: () => said(t('cancellations.proposal.rejected')),
    onError: (error) => setTrouble(label.ofProposal(error)),
  });
  const withdraw = useMutation({
    ...api.cancellations.withdrawProposal.mutationOptions(),
    ...{ onMutate, onSettled },
    onSuccess: () => said(t('cancellations.proposal.withdrawn')),
    onError: (error) => setTrouble(label.ofProposal(error)),
  });
  const isPending = [confirm, reject, withdraw].some((one) => one.isPending);
  return { confirm, reject, withdraw, isPending, trouble };
}

type Errors = InferClientErrors<Client>['cancellations'];

/** Why a verdict, its withdrawal, or what was done about a proposal was not taken, in words. */
export function useVerdictError() {
  const { t } = useI18n();
  const errorMessage = useErrorMessage();
  const actorName = useActorName();
  const when = useWhen();
  const alreadyDecided = (data: { verdict: Verdict; decidedBy: string; decidedAt: string }) =>
    t(`cancellations.verdict.error.ALREADY_DECIDED.${data.verdict}`, {
      who: actorName(data.decidedBy),
      when: when(data.decidedAt),
    });
  const notDecidable = (state: CancellationRow['state']) =>
    t('cancellations.verdict.error.NOT_DECIDABLE', {
      state: t(`cancellations.state.${state}`).toLocaleLowerCase(),
    });
  return {
    ofDeciding: (error: Errors['decide']): string => {
      if (!isDefinedError(error)) return errorMessage(error);
      switch (error.code) {
        case 'ALREADY_DECIDED':
          return alreadyDecided(error.data);
        case 'NOT_DECIDABLE':
          return notDecidable(error.data.state);
        case 'ALREADY_PROPOSED':
          return t('cancellations.verdict.error.ALREADY_PROPOSED', {
            who: actorName(error.data.proposal.who),
            when: when(error.data.proposal.at),
          });
        default:
          return t(`cancellations.verdict.error.${error.code}`);
      }
    },
    ofProposal: (error: Errors['confirm'] | Errors['reject'] | Errors['withdrawProposal']): string => {
      if (!isDefinedError(error)) return errorMessage(error);
      switch (error.code) {
        case 'ALREADY_DECIDED':
          return alreadyDecided(error.data);
        case 'NOT_DECIDABLE':
          return notDecidable(error.data.state);
        default:
          return t(`cancellations.verdict.error.${error.code}`);
      }
    },
    ofWithdrawing: (error: Errors['withdraw']): string => {
      if (!isDefinedError(error)) return errorMessage(error);
      return error.code === 'NOT_WITHDRAWABLE'
        ? t(`cancellations.verdict.error.NOT_WITHDRAWABLE.${error.data.reason}`)
        : t('cancellations.verdict.error.NOT_FOUND');
    },
  };
}
