/**
 * What people say about a cancellation: a verdict, its withdrawal, and the approval above a person's limit, which is proposed
 * and counts once another person confirms it. Until then the cancellation stays open as if nobody had said anything: its calls
 * run out "in review", since silence never approves. A refusal needs no second person, whatever the order is worth: it releases
 * nothing, and the marketplace may ask again. Each act is one transaction of the writer, which decides who came first.
 */
import type { Actor } from '#shared/contract/common.ts';
import type { Mismatch } from '#shared/marketplace/cancellation.ts';
import { isSamePerson, isWithinLimit, stakeOfOrder } from '#shared/rules/authority.ts';
import type { CancellationState, Verdict } from '#shared/terms.ts';
import { type Authority, doerOf, type NotTheirs, refusalToSecond } from '../second-person/index.ts';
import {
  type CancellationStored,
  type CancellationView,
  findCancellation,
  hasUnknownDelivery,
  insertProposal,
  type ProposalRow,
  type ReadTransaction,
  setHeldAsksAnswering,
  setProposalEnded,
  type WriteTransaction,
} from '../store/index.ts';
import { answerOfVerdict, type Refusal, type Step, transition } from './state-machine.ts';
import {
  type AskToAnswer,
  answerTo,
  audit,
  endOvertaken,
  mismatchesOfView,
  saveStep,
  snapshotOf,
  type Touched,
  touchedBy,
  viewOf,
} from './transactions.ts';

/** What came of an act, with the calls to be answered after the commit, and what is then published. */
export interface Done<Outcome> {
  result: Outcome;
  toAnswer: AskToAnswer[];
  touched: Touched | null;
}

export interface Decision {
  id: number;
  verdict: Verdict;
  /** What the marketplace's user reads; null for none, which only an approval may have. */
  responseText: string | null;
  reasonCode: string | null;
  /** Whoever approves knows that the calls may mean another order. */
  acknowledgeMismatch?: boolean | undefined;
  /** The proposal that whoever decides has seen waiting. */
  proposalId?: number | undefined;
}

type NotOpen =
  | { outcome: 'notFound' }
  | { outcome: 'alreadyDecided'; verdict: Verdict; decidedBy: string; decidedAt: number }
  | { outcome: 'notDecidable'; state: CancellationState };

/** What came of a verdict, as data. */
export type Decided =
  | { outcome: 'decided'; cancellation: CancellationView }
  /** The approval is above the person's limit: it waits for a second one. */
  | { outcome: 'proposed'; cancellation: CancellationView }
  /** An approval waits that whoever decides does not know of, or has to confirm instead. */
  | { outcome: 'alreadyProposed'; proposal: ProposalRow }
  | { outcome: 'textRequired' }
  | { outcome: 'mismatch'; mismatches: Mismatch[] }
  | NotOpen;

/**
 * Gives a verdict; the first one wins. All held calls are to be answered with it after the commit. An order that the calls
 * name otherwise is only cancelled where that is acknowledged; one whose total is above the limit, or not known, is proposed
 * to be. A refusal, and an approval of an order that changed since, end what was proposed before.
 */
export async function decide(
  tx: WriteTransaction,
  decision: Decision,
  by: Authority,
  at: number,
): Promise<Done<Decided>> {
  const found = await findOpen(tx, decision.id, decision.verdict);
  if ('outcome' in found) return without(found);
  const { row, view, step, waiting } = found;
  const { verdict, responseText } = decision;
  if (verdict === 'refuse' && responseText === null) return without({ outcome: 'textRequired' });
  if (waiting !== null) {
    const isSeen = decision.proposalId === waiting.id;
    const isOvertaken = verdict === 'refuse' || waiting.revision !== view.orderRevision;
    if (!isSeen || !isOvertaken) return without({ outcome: 'alreadyProposed', proposal: waiting });
  }
  const mismatches = verdict === 'approve' ? mismatchesOfView(view) : [];
  if (mismatches.length > 0 && decision.acknowledgeMismatch !== true)
    return without({ outcome: 'mismatch', mismatches });
  const overtaken = await endOvertaken(tx, row.id, at);
  const noted = { ...(overtaken !== null && { overtaken }), ...(mismatches.length > 0 && { mismatches }) };
  if (verdict === 'approve' && !isWithinLimit(by.limit, stakeOfOrder(view.total)))
    return propose(tx, { row, view, decision, noted }, by, at);
  return give(tx, { row, step, verdict, ...textsOf(decision), noted }, by, at, (cancellation) => ({
    outcome: 'decided',
    cancellation,
  }));
}

const textsOf = ({ responseText, reasonCode }: Pick<Decision, 'responseText' | 'reasonCode'>) => ({
  responseText,
  reasonCode,
});

async function propose(
  tx: WriteTransaction,
  proposed: { row: CancellationStored; view: CancellationView; decision: Decision; noted: object },
  { actor, limit }: Authority,
  at: number,
): Promise<Done<Decided>> {
  const { row, view, decision, noted } = proposed;
  const order = { revision: view.orderRevision ?? 0, amount: stakeOfOrder(view.total).value };
  const { who, personId } = doerOf(actor);
  const id = await insertProposal(tx, {
    cancellationId: row.id,
    ...textsOf(decision),
    ...order,
    ...{ at, who, personId },
  });
  await audit(tx, row, {
    ...{ at, actor, action: 'proposed' },
    detail: { proposal: id, verdict: 'approve', ...textsOf(decision), ...order, limit, ...noted },
  });
  const cancellation = await viewOf(tx, row);
  return { result: { outcome: 'proposed', cancellation }, toAnswer: [], touched: touchedBy(row) };
}

/** Gives a verdict that nothing stands against, and notes who gave it. */
async function give<Outcome>(
  tx: WriteTransaction,
  given: {
    row: CancellationStored;
    step: Step;
    verdict: Verdict;
    responseText: string | null;
    reasonCode: string | null;
    noted: object;
  },
  { actor }: Authority,
  at: number,
  outcomeOf: (cancellation: CancellationView) => Outcome,
): Promise<Done<Outcome>> {
  const { row, step, verdict, responseText, reasonCode, noted } = given;
  const answer = step.answerToHeld ?? answerOfVerdict(verdict);
  const answered = await setHeldAsksAnswering(tx, row.id, answer);
  const after = await saveStep(tx, row, step, at, {
    ...{ verdict, responseText, reasonCode },
    ...{ decidedAt: at, decidedBy: actor.person },
  });
  await audit(tx, row, {
    ...{ at, actor, action: 'decided' },
    detail: { verdict, responseText, reasonCode, asks: answered, state: step.state, ...noted },
  });
  return {
    result: outcomeOf(await viewOf(tx, row)),
    toAnswer: answered.map((askId) => answerTo(askId, answer, after)),
    touched: touchedBy(row),
  };
}

type NotProposed = { outcome: 'notProposed' };

export type Confirmed =
  | { outcome: 'confirmed'; cancellation: CancellationView }
  | { outcome: 'newerRevision'; revision: number }
  | { outcome: 'mismatch'; mismatches: Mismatch[] }
  | NotProposed
  | NotTheirs
  | NotOpen;

/**
 * Confirms an approval that waits, of the order as it was proposed: it is the verdict of whoever confirms. A call that names
 * another order is acknowledged by this person too, since it may have come later.
 */
export async function confirm(
  tx: WriteTransaction,
  asked: { id: number; proposalId: number; acknowledgeMismatch?: boolean | undefined },
  by: Authority,
  at: number,
): Promise<Done<Confirmed>> {
  const found = await findOpen(tx, asked.id, 'approve');
  if ('outcome' in found) return without(found);
  const { row, view, step, waiting } = found;
  if (waiting === null || waiting.id !== asked.proposalId) return without({ outcome: 'notProposed' });
  const revision = view.orderRevision ?? 0;
  if (waiting.revision !== revision) return without({ outcome: 'newerRevision', revision });
  const refusal = await refusalToSecond(tx, waiting, by, stakeOfOrder(view.total));
  if (refusal !== null) return without(refusal);
  const mismatches = mismatchesOfView(view);
  if (mismatches.length > 0 && asked.acknowledgeMismatch !== true)
    return without({ outcome: 'mismatch', mismatches });
  await setProposalEnded(tx, waiting.id, { ending: 'confirmed', at, by: doerOf(by.actor) });
  const noted = {
    confirms: { proposal: waiting.id, who: waiting.who, personId: waiting.personId },
    ...(mismatches.length > 0 && { mismatches }),
  };
  const given = { row, step, verdict: 'approve', ...textsOf(waiting), noted } as const;
  return give(tx, given, by, at, (cancellation) => ({ outcome: 'confirmed', cancellation }));
}

export type Rejected =
  | { outcome: 'rejected'; cancellation: CancellationView }
  | NotProposed
  | NotTheirs
  | { outcome: 'notFound' };

/** Rejects an approval that waits, with a word why; the cancellation is open as before. */
export async function reject(
  tx: WriteTransaction,
  asked: { id: number; proposalId: number; comment: string },
  by: Authority,
  at: number,
): Promise<Done<Rejected>> {
  const found = await findWaiting(tx, asked);
  if ('outcome' in found) return without(found);
  const { row, view, waiting } = found;
  const refusal = await refusalToSecond(tx, waiting, by, stakeOfOrder(view.total));
  if (refusal !== null) return without(refusal);
  const { comment } = asked;
  await setProposalEnded(tx, waiting.id, { ending: 'rejected', at, by: doerOf(by.actor) }, comment);
  await audit(tx, row, {
    ...{ at, actor: by.actor, action: 'proposalRejected' },
    detail: { proposal: waiting.id, who: waiting.who, personId: waiting.personId, comment },
  });
  const cancellation = await viewOf(tx, row);
  return { result: { outcome: 'rejected', cancellation }, toAnswer: [], touched: touchedBy(row) };
}

export type ProposalWithdrawn =
  | { outcome: 'withdrawn'; cancellation: CancellationView }
  | NotProposed
  | { outcome: 'otherPerson' }
  | { outcome: 'notFound' };

/** Takes back an approval that waits, which whoever proposed it may. */
export async function withdrawProposal(
  tx: WriteTransaction,
  asked: { id: number; proposalId: number },
  { actor }: Authority,
  at: number,
): Promise<Done<ProposalWithdrawn>> {
  const found = await findWaiting(tx, asked);
  if ('outcome' in found) return without(found);
  const { row, waiting } = found;
  const by = doerOf(actor);
  if (!isSamePerson(waiting, by)) return without({ outcome: 'otherPerson' });
  await setProposalEnded(tx, waiting.id, { ending: 'withdrawn', at, by });
  const detail = { proposal: waiting.id };
  await audit(tx, row, { at, actor, action: 'proposalWithdrawn', detail });
  const cancellation = await viewOf(tx, row);
  return { result: { outcome: 'withdrawn', cancellation }, toAnswer: [], touched: touchedBy(row) };
}

interface OpenCancellation {
  row: CancellationStored;
  view: CancellationView;
  step: Step;
  waiting: ProposalRow | null;
}

/** A cancellation that takes this verdict, with the step that it makes; else why it does not. */
async function findOpen(
  tx: ReadTransaction,
  id: number,
  verdict: Verdict,
): Promise<OpenCancellation | NotOpen> {
  const row = await findCancellation(tx, id);
  if (row === null) return { outcome: 'notFound' };
  const { step } = transition(await snapshotOf(tx, row), { type: 'decided', verdict });
  if (step === undefined) return refusalOf(row);
  const view = await viewOf(tx, row);
  return { row, view, step, waiting: view.proposal };
}

async function findWaiting(
  tx: ReadTransaction,
  { id, proposalId }: { id: number; proposalId: number },
): Promise<
  | { row: CancellationStored; view: CancellationView; waiting: ProposalRow }
  | NotProposed
  | { outcome: 'notFound' }
> {
  const row = await findCancellation(tx, id);
  if (row === null) return { outcome: 'notFound' };
  const view = await viewOf(tx, row);
  const { proposal: waiting } = view;
  if (waiting === null || waiting.id !== proposalId) return { outcome: 'notProposed' };
  return { row, view, waiting };
}

const without = <Outcome>(result: Outcome): Done<Outcome> => ({ result, toAnswer: [], touched: null });

function refusalOf(row: CancellationStored): NotOpen {
  const { verdict, decidedBy, decidedAt, state } = row;
  if (verdict === null || decidedBy === null || decidedAt === null) return { outcome: 'notDecidable', state };
  return { outcome: 'alreadyDecided', verdict, decidedBy, decidedAt };
}

/** What came of a withdrawal, as data. */
export type Withdrawn =
  | { outcome: 'withdrawn'; cancellation: CancellationView }
  | { outcome: 'notFound' }
  | { outcome: 'notWithdrawable'; reason: 'notDecided' | 'delivered' | 'beingDelivered' };

/** Takes back a verdict that no answer has carried to the marketplace. */
export async function withdraw(
  tx: WriteTransaction,
  id: number,
  actor: Actor,
  at: number,
): Promise<Done<Withdrawn>> {
  const row = await findCancellation(tx, id);
  if (row === null) return without({ outcome: 'notFound' });
  const { step, refusal } = transition(await snapshotOf(tx, row), { type: 'withdrawn' });
  if (step === undefined) return without({ outcome: 'notWithdrawable', reason: reasonOf(refusal) });
  await saveStep(tx, row, step, at, {
    ...{ verdict: null, responseText: null, reasonCode: null },
    ...{ decidedAt: null, decidedBy: null },
  });
  await audit(tx, row, {
    ...{ at, actor, action: 'withdrawn' },
    detail: {
      verdict: row.verdict,
      responseText: row.responseText,
      decidedBy: row.decidedBy,
      mayHaveBeenDelivered: await hasUnknownDelivery(tx, id),
      state: step.state,
    },
  });
  const cancellation = await viewOf(tx, row);
  return { result: { outcome: 'withdrawn', cancellation }, toAnswer: [], touched: touchedBy(row) };
}

function reasonOf(refusal: Refusal): 'notDecided' | 'delivered' | 'beingDelivered' {
  return refusal === 'delivered' || refusal === 'beingDelivered' ? refusal : 'notDecided';
}
