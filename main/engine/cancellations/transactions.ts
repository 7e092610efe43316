import type { Actor } from '#shared/contract/common.ts';
import {
  type CancelCall,
  type Mismatch,
  mergeOrderReferences,
  mismatchesOf,
  noOrderReferences,
  type OrderReferences,
  orderReferences,
  readCancelCall,
  reasonOfCall,
} from '#shared/marketplace/cancellation.ts';
import type { AskAnswer, CancellationState, OrderKind, Verdict } from '#shared/terms.ts';
import {
  type AskStored,
  appendAudit,
  type CancellationStored,
  type CancellationView,
  countOpenAsks,
  enqueueRecheck,
  findAsk,
  findCancellation,
  findCancellationView,
  findLastCancellation,
  findRecord,
  findRecordByIdentity,
  findUnmatchedCancellation,
  hasUnknownDelivery,
  insertAsk,
  insertCancellation,
  listInterruptedAsks,
  listUnreadAsks,
  listWaitingCancellations,
  orderLink,
  type ReadTransaction,
  type Store,
  setAskAnswering,
  setAskContent,
  setAskEnded,
  setHeldAsksAnswering,
  updateCancellation,
  type WriteTransaction,
} from '../store/index.ts';
import {
  acceptsAsk,
  answerOfVerdict,
  type CancellationEvent,
  type CancellationSnapshot,
  initialState,
  type Outcome,
  type Refusal,
  type Step,
  transition,
} from './state-machine.ts';

/** One cancel call, read with tolerance by the receiver. */
export interface IncomingAsk {
  orderKind: OrderKind;
  marketplaceId: number;
  /** What it says, bounded. */
  call: CancelCall;
  /** The bytes that arrived. */
  body: Uint8Array;
  /** Label of the key that authenticated the call. */
  keyLabel: string;
}

interface RegisteredAsk {
  askId: number;
  /** What it is answered with at once; null where it is held. */
  answer: AskAnswer | null;
  heldUntil: number | null;
  verdictText: string | null;
  /** Whether the order's findings are to be looked at again. */
  contradictsOrder: boolean;
  touched: Touched;
}

/** Inserts a call, and the cancellation that it raises or joins. `hold` is the hold time in milliseconds. */
export async function registerAsk(
  tx: WriteTransaction,
  incoming: IncomingAsk,
  at: number,
  hold: number,
): Promise<RegisteredAsk> {
  const row = await findOrOpen(tx, incoming, at);
  const step = stepOf(transition(await snapshotOf(tx, row), { type: 'asked', hold: hold > 0 }));
  const heldUntil = step.answer === null ? at + hold : null;
  const { call, keyLabel, body } = incoming;
  const content = {
    reason: reasonOfCall(call),
    comments: call.comments,
    askedBy: call.displayName ?? call.emailAddress,
  };
  const askId = await insertAsk(tx, {
    cancellationId: row.id,
    receivedAt: at,
    heldUntil,
    keyLabel,
    ...content,
    body,
    content: JSON.stringify(call),
    answer: step.answer,
  });
  const merged = await mergeCallReferences(tx, row, call);
  const after = await saveStep(tx, row, step, at, { lastAskedAt: at, orderReferences: merged.references });
  await audit(tx, row, {
    at,
    actor: { person: keyLabel, via: 'receiver' },
    action: 'asked',
    detail: { ask: askId, ...content, heldUntil, state: after.state },
  });
  return {
    askId,
    answer: step.answer,
    heldUntil,
    verdictText: after.responseText,
    contradictsOrder: merged.contradictsOrder,
    touched: touchedBy(row),
  };
}

/** The order references of all calls of a cancellation and one more; where the order says otherwise, its findings are checked again. */
async function mergeCallReferences(
  tx: WriteTransaction,
  row: CancellationStored,
  call: CancelCall,
): Promise<{ references: string; contradictsOrder: boolean }> {
  const references = mergeOrderReferences(parseReferences(row), call);
  const order = row.recordId === null ? undefined : await findRecord(tx, row.recordId);
  const contradictsOrder =
    order !== undefined &&
    mismatchesOf(references, {
      number: order.number,
      claimNumber: order.claimNumber,
      requestId: order.requestId,
    }).length > 0;
  if (contradictsOrder) await enqueueRecheck(tx, { name: 'record', value: String(row.recordId) });
  return { references: JSON.stringify(references), contradictsOrder };
}

async function findOrOpen(
  tx: WriteTransaction,
  incoming: IncomingAsk,
  at: number,
): Promise<CancellationStored> {
  const { orderKind, marketplaceId } = incoming;
  const recordId = (await findRecordByIdentity(tx, orderKind, marketplaceId))?.id ?? null;
  // What was asked before the order came is joined when it comes; here only where that was missed.
  if (recordId !== null) await orderArrived(tx, { kind: orderKind, marketplaceId, recordId }, at);
  const found =
    recordId === null
      ? await findUnmatchedCancellation(tx, orderKind, marketplaceId)
      : await findLastCancellation(tx, orderKind, marketplaceId);
  if (found !== null && acceptsAsk({ state: found.state, delivered: found.deliveredAt !== null }))
    return found;
  const state = initialState(recordId !== null);
  return insertCancellation(tx, { orderKind, marketplaceId, recordId, state, askedAt: at });
}

/**
 * Joins what was asked about an order before it was received to the order, in the job that registers it: it becomes a
 * question like any other, in review, since its calls were answered and none is held. Where the order was asked about
 * again meanwhile, that question stands and this one is closed. Null where nothing was asked.
 */
export async function orderArrived(
  tx: WriteTransaction,
  order: { kind: OrderKind; marketplaceId: number; recordId: number },
  at: number,
): Promise<Touched | null> {
  const { kind, marketplaceId, recordId } = order;
  const row = await findUnmatchedCancellation(tx, kind, marketplaceId);
  if (row === null) return null;
  const other = await findLastCancellation(tx, kind, marketplaceId);
  if (other !== null) {
    await updateCancellation(tx, { ...row, closedAt: at, closedBy: '' });
    await audit(tx, row, { at, actor: engineActor, action: 'closed', detail: { askedAgainAs: other.id } });
    return touchedBy(row);
  }
  const step = stepOf(transition(await snapshotOf(tx, row), { type: 'orderArrived' }));
  const after = await saveStep(tx, row, step, at, { recordId: recordId });
  await audit(tx, after, {
    at,
    actor: engineActor,
    action: 'orderArrived',
    detail: { record: recordId, state: after.state },
  });
  return touchedBy(after);
}

interface Decision {
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

interface DecideResult {
  decided: Decided;
  toAnswer: AskToAnswer[];
  touched: Touched | null;
}

/**
 * Gives a verdict; the first one wins. All held calls are to be answered with it after the commit. An order that the calls
 * name otherwise is only cancelled where that is acknowledged.
 */
export async function decide(tx: WriteTransaction, decision: Decision, at: number): Promise<DecideResult> {
  const row = await findCancellation(tx, decision.id);
  if (row === null) return without({ outcome: 'notFound' });
  const { step } = transition(await snapshotOf(tx, row), { type: 'decided', verdict: decision.verdict });
  if (step === undefined) return without(refusalOf(row));
  const { verdict, responseText, actor } = decision;
  if (verdict === 'refuse' && responseText === null) return without({ outcome: 'textRequired' });
  const mismatches = verdict === 'approve' ? mismatchesOfView(await viewOf(tx, row)) : [];
  if (mismatches.length > 0 && decision.acknowledgeMismatch !== true)
    return without({ outcome: 'mismatch', mismatches });
  const answer = step.answerToHeld ?? answerOfVerdict(verdict);
  const answered = await setHeldAsksAnswering(tx, row.id, answer);
  await saveStep(tx, row, step, at, {
    verdict,
    responseText: responseText,
    decidedAt: at,
    decidedBy: actor.person,
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
  return {
    decided: { outcome: 'decided', cancellation: await viewOf(tx, row) },
    toAnswer: answered.map((askId) => ({ askId, answer, verdictText: responseText })),
    touched: touchedBy(row),
  };
}

function without(decided: Decided): DecideResult {
  return { decided, toAnswer: [], touched: null };
}

function refusalOf(row: CancellationStored): Decided {
  const { verdict, decidedBy, decidedAt, state } = row;
  if (verdict === null || decidedBy === null || decidedAt === null) return { outcome: 'notDecidable', state };
  return { outcome: 'alreadyDecided', verdict, decidedBy, decidedAt };
}

/** What came of a withdrawal, as data. */
export type Withdrawn =
  | { outcome: 'withdrawn'; cancellation: CancellationView }
  | { outcome: 'notFound' }
  | { outcome: 'notWithdrawable'; reason: 'notDecided' | 'delivered' | 'beingDelivered' };

interface WithdrawResult {
  withdrawn: Withdrawn;
  touched: Touched | null;
}

/** Takes back a verdict that no answer has carried to the marketplace. */
export async function withdraw(
  tx: WriteTransaction,
  id: number,
  actor: Actor,
  at: number,
): Promise<WithdrawResult> {
  const row = await findCancellation(tx, id);
  if (row === null) return { withdrawn: { outcome: 'notFound' }, touched: null };
  const { step, refusal } = transition(await snapshotOf(tx, row), { type: 'withdrawn' });
  if (step === undefined) {
    return { withdrawn: { outcome: 'notWithdrawable', reason: reasonOf(refusal) }, touched: null };
  }
  await saveStep(tx, row, step, at, {
    verdict: null,
    responseText: null,
    decidedAt: null,
    decidedBy: null,
  });
  await audit(tx, row, {
    at,
    actor,
    action: 'withdrawn',
    detail: {
      verdict: row.verdict,
      responseText: row.responseText,
      decidedBy: row.decidedBy,
      mayHaveBeenDelivered: await hasUnknownDelivery(tx, id),
      state: step.state,
    },
  });
  return {
    withdrawn: { outcome: 'withdrawn', cancellation: await viewOf(tx, row) },
    touched: touchedBy(row),
  };
}

function reasonOf(refusal: Refusal): 'notDecided' | 'delivered' | 'beingDelivered' {
  return refusal === 'delivered' || refusal === 'beingDelivered' ? refusal : 'notDecided';
}

/** What came of closing, as data. */
export type Closed =
  | { outcome: 'closed'; cancellation: CancellationView }
  | { outcome: 'notFound' }
  | { outcome: 'alreadyClosed'; closedBy: string; closedAt: number }
  | { outcome: 'notClosable'; state: CancellationState };

/** Closes what was asked about an order that never came, with a word why; the next call about it is a new question. */
export async function closeUnmatched(
  tx: WriteTransaction,
  closing: { id: number; reason: string; actor: Actor },
  at: number,
): Promise<{ closed: Closed; touched: Touched | null }> {
  const without = (closed: Closed) => ({ closed, touched: null });
  const row = await findCancellation(tx, closing.id);
  if (row === null) return without({ outcome: 'notFound' });
  if (row.closedAt !== null) {
    return without({ outcome: 'alreadyClosed', closedBy: row.closedBy ?? '', closedAt: row.closedAt });
  }
  const { step } = transition(await snapshotOf(tx, row), { type: 'closed' });
  if (step === undefined) return without({ outcome: 'notClosable', state: row.state });
  const { reason, actor } = closing;
  await updateCancellation(tx, { ...row, closedAt: at, closedBy: actor.person, closedReason: reason });
  await audit(tx, row, { at, actor, action: 'closed', detail: { reason } });
  return { closed: { outcome: 'closed', cancellation: await viewOf(tx, row) }, touched: touchedBy(row) };
}

/** Why a hold ends: its time is over, the receiver moves to another address, or the program closes. */
export type HoldEnd = 'time' | 'moving' | 'closing';

/**
 * Ends the hold of a call with "in review". Null where the call is not held any more: a verdict or its
 * departure came first.
 */
export async function endHold(
  tx: WriteTransaction,
  askId: number,
  cause: HoldEnd,
  at: number,
): Promise<{ toAnswer: AskToAnswer; touched: Touched } | null> {
  const held = await heldCall(tx, askId);
  if (held === null) return null;
  const { row, ask } = held;
  const step = stepOf(transition(await snapshotOf(tx, row), { type: 'holdEnded' }));
  const answer = step.answer ?? 'inReview';
  await setAskAnswering(tx, ask.id, answer);
  const after = await saveStep(tx, row, step, at);
  await audit(tx, row, {
    at,
    actor: engineActor,
    action: 'holdEnded',
    detail: { ask: ask.id, cause, state: after.state },
  });
  return { toAnswer: { askId, answer, verdictText: null }, touched: touchedBy(row) };
}

/** Records that the caller of a held call went away unanswered. Null where the call is not held any more. */
export async function callerDisconnected(
  tx: WriteTransaction,
  askId: number,
  at: number,
): Promise<{ touched: Touched } | null> {
  const held = await heldCall(tx, askId);
  if (held === null) return null;
  const { row, ask } = held;
  const step = stepOf(transition(await snapshotOf(tx, row), { type: 'callerGone' }));
  await setAskEnded(tx, ask.id, 'lost', null);
  const after = await saveStep(tx, row, step, at);
  await audit(tx, row, {
    at,
    actor: engineActor,
    action: 'callerGone',
    detail: { ask: ask.id, state: after.state },
  });
  return { touched: touchedBy(row) };
}

async function heldCall(
  tx: WriteTransaction,
  askId: number,
): Promise<{ row: CancellationStored; ask: AskStored } | null> {
  const ask = await findAsk(tx, askId);
  if (ask === null || ask.delivery !== 'held') return null;
  const row = await findCancellation(tx, ask.cancellationId);
  return row === null ? null : { row, ask };
}

/** What became of an answer: written out, its socket closed first, or nobody knows. */
export type DeliveryOutcome = 'delivered' | 'lost' | 'unknown';

/**
 * Records what became of a call's answer. Only here does an order become cancelled, and only for an answer
 * that was written out. Null where the call is not being answered.
 */
export async function recordDelivery(
  tx: WriteTransaction,
  askId: number,
  outcome: DeliveryOutcome,
  at: number,
): Promise<{ touched: Touched } | null> {
  const ask = await findAsk(tx, askId);
  if (ask === null || ask.delivery !== 'answering' || ask.answer === null) return null;
  const row = await findCancellation(tx, ask.cancellationId);
  if (row === null) return null;
  const event: CancellationEvent =
    outcome === 'delivered' ? { type: 'written', answer: ask.answer } : { type: 'notWritten' };
  const step = stepOf(transition(await snapshotOf(tx, row), event));
  await setAskEnded(tx, askId, outcome, outcome === 'delivered' ? at : null);
  const after = await saveStep(tx, row, step, at);
  if (after.state === 'cancelled' && row.state !== 'cancelled') {
    // Invoices of the order are now invoices of a cancelled one.
    await enqueueRecheck(tx, orderLink(row.orderKind, row.marketplaceId));
  }
  await audit(tx, row, {
    at,
    actor: engineActor,
    action: 'answered',
    detail: { ask: askId, answer: ask.answer, delivery: outcome, state: after.state },
  });
  return { touched: touchedBy(row) };
}

/** How many rows one job repairs, so that a start never holds the writer long. */
const batch = 500;

/**
 * Brings in order what a killed run left: held calls are lost, answers that were being written are unknown,
 * and nothing waits any more.
 */
export async function repair(store: Store, at: number): Promise<void> {
  while ((await store.write((tx) => repairAsks(tx, at))) === batch);
  while ((await store.write((tx) => repairCancellations(tx, at))) === batch);
  while ((await store.write(readOldCalls)) === batch);
}

async function repairAsks(tx: WriteTransaction, at: number): Promise<number> {
  const asks = await listInterruptedAsks(tx, batch);
  for (const ask of asks) {
    const delivery = ask.delivery === 'held' ? 'lost' : 'unknown';
    await setAskEnded(tx, ask.id, delivery, null);
    const row = await findCancellation(tx, ask.cancellationId);
    if (row === null) continue;
    const { answer } = ask;
    await audit(tx, row, {
      at,
      actor: engineActor,
      action: 'interrupted',
      detail: { ask: ask.id, answer, delivery },
    });
  }
  return asks.length;
}

async function repairCancellations(tx: WriteTransaction, at: number): Promise<number> {
  const rows = await listWaitingCancellations(tx, batch);
  for (const row of rows) {
    await saveStep(tx, row, stepOf(transition(await snapshotOf(tx, row), { type: 'restarted' })), at);
  }
  return rows.length;
}

/** A longer body of an older version is not read for what it says; it is there to be seen. */
const readBytes = 64 * 1024;

/** Reads calls that an older version kept without reading all that they say. */
async function readOldCalls(tx: WriteTransaction): Promise<number> {
  const asks = await listUnreadAsks(tx, batch, readBytes);
  for (const { id, cancellationId, body } of asks) {
    const row = await findCancellation(tx, cancellationId);
    if (row === null) continue;
    if (body === null) {
      await setAskContent(tx, id, 'null');
      continue;
    }
    const call = readCancelCall(row.orderKind, objectOf(body));
    await setAskContent(tx, id, JSON.stringify(call));
    const { references } = await mergeCallReferences(tx, row, call);
    await updateCancellation(tx, { ...row, orderReferences: references });
  }
  return asks.length;
}

function objectOf(body: Uint8Array): object {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof json === 'object' && json !== null ? json : {};
  } catch (failure) {
    if (!(failure instanceof SyntaxError)) throw failure;
    return {};
  }
}

/** A call that has to be answered once the job is committed. */
export interface AskToAnswer {
  askId: number;
  answer: AskAnswer;
  /** The text that was kept with the verdict. */
  verdictText: string | null;
}

/** What a job touched, to be published after its commit. */
export interface Touched {
  cancellationId: number;
  orderKind: OrderKind;
  recordId: number | null;
}

const engineActor: Actor = { person: '', via: 'engine' };

function touchedBy(row: CancellationStored): Touched {
  return { cancellationId: row.id, orderKind: row.orderKind, recordId: row.recordId };
}

async function snapshotOf(tx: ReadTransaction, row: CancellationStored): Promise<CancellationSnapshot> {
  const { held, delivering } = await countOpenAsks(tx, row.id);
  return { state: row.state, delivered: row.deliveredAt !== null, held, delivering };
}

/** A cancellation that is there as it is now, with its order and its calls. */
async function viewOf(tx: ReadTransaction, { id }: CancellationStored): Promise<CancellationView> {
  const view = await findCancellationView(tx, id);
  if (view === null) throw new Error(`Cancellation ${id} is gone.`);
  return view;
}

/** The step of an event that no state refuses. */
function stepOf(outcome: Outcome): Step {
  if (outcome.step === undefined) throw new Error(`A cancellation refused a plain event: ${outcome.refusal}`);
  return outcome.step;
}

/** Saves a cancellation in its new state; to be called when its asks are as they shall be. */
async function saveStep(
  tx: WriteTransaction,
  row: CancellationStored,
  step: Step,
  at: number,
  more: Partial<CancellationStored> = {},
): Promise<CancellationStored> {
  const { heldUntil } = await countOpenAsks(tx, row.id);
  const after: CancellationStored = {
    ...row,
    ...more,
    state: step.state,
    heldUntil: step.state === 'waiting' ? heldUntil : null,
    deliveredAt: step.delivers ? at : row.deliveredAt,
  };
  await updateCancellation(tx, after);
  return after;
}

async function audit(
  tx: WriteTransaction,
  row: CancellationStored,
  entry: { at: number; actor: Actor; action: string; detail: Record<string, unknown> },
): Promise<void> {
  await appendAudit(tx, {
    at: entry.at,
    actor: entry.actor,
    action: `cancellation.${entry.action}`,
    subject: `cancellation:${row.id}`,
    detail: { orderKind: row.orderKind, marketplaceId: row.marketplaceId, ...entry.detail },
  });
}

/** What the calls of a cancellation say otherwise than its order; nothing where the order never came. */
export function mismatchesOfView(view: CancellationView): Mismatch[] {
  if (view.orderId === null) return [];
  return mismatchesOf(parseReferences(view), {
    number: view.number,
    claimNumber: view.claimNumber,
    requestId: view.requestId,
  });
}

function parseReferences({ orderReferences: stored }: CancellationStored): OrderReferences {
  return stored === null ? noOrderReferences : orderReferences.parse(JSON.parse(stored));
}
