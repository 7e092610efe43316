import type { Actor } from '#shared/contract/forms.ts';
import type { Mismatch } from '#shared/marketplace/cancel-call.ts';
import type { CancellationState, Verdict } from '#shared/terms.ts';
import {
  answerHeldAsks,
  type CancellationStored,
  type CancellationView,
  cancellationById,
  cancellationView,
  type WriteTransaction,
} from '../../store/index.ts';
import { answerOfVerdict, transition } from '../machine.ts';
import {
  type AskToAnswer,
  audit,
  mismatchesOfView,
  saveStep,
  snapshotOf,
  type Touched,
  touchedBy,
} from './case.ts';

export interface VerdictGiven {
  id: number;
  verdict: Verdict;
  /** What the marketplace's user reads; null for none, which only an approval may have. */
  responseText: string | null;
  /** Whoever approves knows that the calls may mean another order. */
  acknowledgeMismatch?: boolean | undefined;
  actor: Actor;
}

/** What came of a verdict, as data. */
export type Decided =
  | { outcome: 'decided'; cancellation: CancellationView }
  | { outcome: 'notFound' }
  | { outcome: 'textRequired' }
  | { outcome: 'mismatch'; mismatches: Mismatch[] }
  | { outcome: 'alreadyDecided'; verdict: Verdict; decidedBy: string; decidedAt: number }
  | { outcome: 'notDecidable'; state: CancellationState };

export interface DecideResult {
  decided: Decided;
  toAnswer: AskToAnswer[];
  touched: Touched | null;
}

/**
 * Gives a verdict; the first one wins. All held calls are to be answered with it after the commit. An order that the calls
 * name otherwise is only cancelled where that is acknowledged.
 */
export async function decide(tx: WriteTransaction, given: VerdictGiven, at: number): Promise<DecideResult> {
  const row = await cancellationById(tx, given.id);
  if (row === null) return without({ outcome: 'notFound' });
  const { step } = transition(await snapshotOf(tx, row), { type: 'decided', verdict: given.verdict });
  if (step === undefined) return without(whyNot(row));
  const { verdict, responseText, actor } = given;
  if (verdict === 'refuse' && responseText === null) return without({ outcome: 'textRequired' });
  const before = verdict === 'approve' ? await cancellationView(tx, row.id) : null;
  const mismatches = before === null ? [] : mismatchesOfView(before);
  if (mismatches.length > 0 && given.acknowledgeMismatch !== true)
    return without({ outcome: 'mismatch', mismatches });
  const answer = step.answerToHeld ?? answerOfVerdict(verdict);
  const answered = await answerHeldAsks(tx, row.id, answer);
  await saveStep(tx, row, step, at, {
    verdict,
    response_text: responseText,
    decided_at: at,
    decided_by: actor.person,
  });
  await audit(tx, row, {
    at,
    actor,
    action: 'decided',
    detail: {
      verdict,
      responseText,
      asks: answered,
      state: step.state,
      ...(mismatches.length > 0 && { mismatches }),
    },
  });
  const cancellation = await cancellationView(tx, row.id);
  if (cancellation === null) return without({ outcome: 'notFound' });
  return {
    decided: { outcome: 'decided', cancellation },
    toAnswer: answered.map((askId) => ({ askId, answer, verdictText: responseText })),
    touched: touchedBy(row),
  };
}

function without(decided: Decided): DecideResult {
  return { decided, toAnswer: [], touched: null };
}

function whyNot(row: CancellationStored): Decided {
  const { verdict, decided_by: decidedBy, decided_at: decidedAt, state } = row;
  if (verdict === null || decidedBy === null || decidedAt === null) return { outcome: 'notDecidable', state };
  return { outcome: 'alreadyDecided', verdict, decidedBy, decidedAt };
}
