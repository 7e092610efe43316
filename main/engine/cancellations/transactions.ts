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
import type { AskAnswer, CancellationState, OrderKind } from '#shared/terms.ts';
import {
  type AnswerDetail,
  answerDetail,
  askDetail,
  type OutcomeDetail,
  outcomeDetail,
} from '../journal/index.ts';
import {
  type AskStored,
  appendAudit,
  type CancellationStored,
  type CancellationView,
  countOpenAsks,
  type Entry,
  enqueueRecheck,
  findAnswerEntry,
  findAsk,
  findCancellation,
  findCancellationView,
  findDerivedPosition,
  findLastCancellation,
  findRecord,
  findRecordIdBefore,
  findUnmatchedCancellation,
  insertAsk,
  insertCancellation,
  listAnsweringAsks,
  listProposals,
  listUnreadAsks,
  orderLink,
  type ReadTransaction,
  type Store,
  setAskAnswering,
  setAskContent,
  setAskEnded,
  setProposalEnded,
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
  type Step,
  transition,
} from './state-machine.ts';

/** What came of an entry about a cancel call. */
export interface CallDerived {
  /** What the call is to be answered with now; null where it is held, or answered. */
  toAnswer: AskToAnswer | null;
  /** Whether the order's findings are to be looked at again. */
  changesFindings: boolean;
  touched: Touched;
}

/** The order that a call of the journal asks to cancel. */
export function orderOf({ marketplaceId, detail }: Entry): { kind: OrderKind; marketplaceId: number } {
  if (marketplaceId === null) throw new Error('A cancel call of the journal names no order.');
  return { kind: askDetail.parse(JSON.parse(detail ?? '')).orderKind, marketplaceId };
}

/**
 * Inserts a call of the journal, and the cancellation that it raises or joins; null where it is there. The deliveries that
 * came before it are derived.
 */
export async function deriveAsk(tx: WriteTransaction, entry: Entry): Promise<CallDerived | null> {
  const { subjectId: askId, at, keyLabel } = entry;
  if ((await findAsk(tx, askId)) !== null) return null;
  const { marketplaceId } = orderOf(entry);
  const detail = askDetail.parse(JSON.parse(entry.detail ?? ''));
  const { orderKind, call, heldUntil: mayBeHeldUntil, cancellationId: id = askId } = detail;
  const row = await findOrOpen(tx, { orderKind, marketplaceId, id, seq: entry.seq }, at);
  const step = stepOf(
    transition(await snapshotOf(tx, row), { type: 'asked', hold: mayBeHeldUntil !== null }),
  );
  await insertAsk(tx, {
    id: askId,
    seq: entry.seq,
    cancellationId: row.id,
    receivedAt: at,
    heldUntil: step.answer === null ? mayBeHeldUntil : null,
    keyLabel,
    reason: reasonOfCall(call),
    comments: call.comments,
    askedBy: call.displayName ?? call.emailAddress,
    content: JSON.stringify(call),
    answer: step.answer,
  });
  const merged = await mergeCallReferences(tx, row, call);
  const after = await saveStep(tx, row, step, at, { lastAskedAt: at, orderReferences: merged.references });
  return {
    toAnswer: step.answer === null ? null : answerTo(askId, step.answer, after),
    changesFindings: merged.contradictsOrder,
    touched: touchedBy(row),
  };
}

/** Records what a call is about to be answered with; null where that is known. */
export async function deriveAnswer(tx: WriteTransaction, entry: Entry): Promise<CallDerived | null> {
  const found = await findOpenCall(tx, entry.subjectId);
  if (found === null) return null;
  const { row, ask } = found;
  const { answer } = answerDetail.parse(JSON.parse(entry.detail ?? ''));
  await prepareAnswer(tx, found, { answer, at: entry.at });
  return ask.answer === answer && ask.delivery === 'answering' ? null : touching(row);
}

/**
 * Records what became of a call's answer; null where that is known. Only here does an order become cancelled, and only for
 * an answer that was written out.
 */
export async function deriveOutcome(tx: WriteTransaction, entry: Entry): Promise<CallDerived | null> {
  const found = await findOpenCall(tx, entry.subjectId);
  if (found === null) return null;
  const { delivery, answer } = outcomeDetail.parse(JSON.parse(entry.detail ?? ''));
  if (answer !== null) await prepareAnswer(tx, found, { answer, at: entry.at });
  if (delivery === 'delivered') await restoreVerdict(tx, found, { answer, seq: entry.seq });
  const row = (await findCancellation(tx, found.row.id)) ?? found.row;
  const step = stepOf(transition(await snapshotOf(tx, row), eventOf(found.ask, { delivery, answer })));
  await setAskEnded(tx, found.ask.id, delivery, delivery === 'delivered' ? entry.at : null);
  const after = await saveStep(tx, row, step, entry.at);
  const isCancelled = after.state === 'cancelled' && row.state !== 'cancelled';
  // Invoices of the order are now invoices of a cancelled one.
  if (isCancelled) await enqueueRecheck(tx, orderLink(row.orderKind, row.marketplaceId));
  return { ...touching(row), changesFindings: isCancelled };
}

/**
 * Gives a cancellation the verdict that was delivered where it has another one, or none: what people decided was lost, as
 * with its database, and what the marketplace was told stands. One that was not delivered is not restored from the
 * journal, which does not know whether somebody took it back.
 */
async function restoreVerdict(
  tx: WriteTransaction,
  { row: { id }, ask }: { row: CancellationStored; ask: AskStored },
  told: { answer: AskAnswer | null; seq: number },
): Promise<void> {
  const row = await findCancellation(tx, id);
  if (row === null || row.deliveredAt !== null || told.answer === null || !carriesVerdict(told.answer))
    return;
  if (row.verdict !== null && answerOfVerdict(row.verdict) === told.answer) return;
  const entry = await findAnswerEntry(tx, ask.id, { after: ask.seq, before: told.seq });
  const { verdict, text } = answerDetail.parse(JSON.parse(entry?.detail ?? ''));
  if (verdict === null) return;
  const state = verdict.verdict === 'approve' ? 'approved' : 'refused';
  const step: Step = { state, answer: null, answerToHeld: null, delivers: false };
  await saveStep(tx, row, step, verdict.decidedAt, { ...verdict, responseText: text, reasonCode: null });
  await endOvertaken(tx, row.id, verdict.decidedAt);
}

/** Ends the approval that waits for a second person, as something else holds now; its id, or null where none waited. */
export async function endOvertaken(tx: WriteTransaction, id: number, at: number): Promise<number | null> {
  const [last] = await listProposals(tx, id, 1);
  if (last === undefined || last.ending !== null) return null;
  await setProposalEnded(tx, last.id, { ending: 'overtaken', at, by: null });
  return last.id;
}

const carriesVerdict = (answer: AskAnswer): boolean => answer === 'cancelled' || answer === 'refused';

function eventOf(ask: AskStored, { delivery, answer }: OutcomeDetail): CancellationEvent {
  if (answer !== null && delivery === 'delivered') return { type: 'written', answer };
  return ask.delivery === 'held' && answer === null ? { type: 'callerGone' } : { type: 'notWritten' };
}

/** A call whose outcome is not known, and its cancellation. */
async function findOpenCall(
  tx: ReadTransaction,
  askId: number,
): Promise<{ row: CancellationStored; ask: AskStored } | null> {
  const ask = await findAsk(tx, askId);
  if (ask === null || (ask.delivery !== 'held' && ask.delivery !== 'answering')) return null;
  const row = await findCancellation(tx, ask.cancellationId);
  return row === null ? null : { row, ask };
}

/** Has a call wait for this answer to be written; its hold ends where it was held. */
async function prepareAnswer(
  tx: WriteTransaction,
  { row, ask }: { row: CancellationStored; ask: AskStored },
  { answer, at }: { answer: AskAnswer; at: number },
): Promise<void> {
  if (ask.delivery === 'answering' && ask.answer === answer) return;
  const held = ask.delivery === 'held' ? await snapshotOf(tx, row) : null;
  await setAskAnswering(tx, ask.id, answer);
  // A verdict that was given meanwhile stands: the marketplace must ask again.
  if (held !== null) await saveStep(tx, row, stepOf(transition(held, { type: 'holdEnded' })), at);
}

const touching = (row: CancellationStored): CallDerived => ({
  toAnswer: null,
  changesFindings: false,
  touched: touchedBy(row),
});

/**
 * Calls that were to be answered when the engine ended, with what; the receiver knows which of them it still holds. One that
 * was answered with a verdict that is restored from the journal, and not yet, is none of them.
 */
export async function callsToAnswer(tx: ReadTransaction, limit: number): Promise<AskToAnswer[]> {
  const calls: AskToAnswer[] = [];
  for (const { id, cancellationId, answer } of await listAnsweringAsks(tx, limit)) {
    const row = await findCancellation(tx, cancellationId);
    if (row === null || answer === null) continue;
    const toAnswer = answerTo(id, answer, row);
    if (toAnswer.verdict !== null || !carriesVerdict(answer)) calls.push(toAnswer);
  }
  return calls;
}

export function answerTo(askId: number, answer: AskAnswer, row: CancellationStored): AskToAnswer {
  const { verdict, decidedBy, decidedAt, responseText } = row;
  const carries = carriesVerdict(answer);
  const isDecided =
    verdict !== null && answerOfVerdict(verdict) === answer && decidedBy !== null && decidedAt !== null;
  return {
    askId,
    answer,
    verdictText: carries ? responseText : null,
    verdict: isDecided ? { verdict, decidedBy, decidedAt } : null,
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
  asked: { orderKind: OrderKind; marketplaceId: number; id: number; seq: number },
  at: number,
): Promise<CancellationStored> {
  const { orderKind, marketplaceId, id } = asked;
  // What the journal had before the call, however much of it is derived by now.
  const recordId = await findRecordIdBefore(tx, orderKind, marketplaceId, asked.seq);
  if (recordId !== null) await orderArrived(tx, { kind: orderKind, marketplaceId, recordId }, at);
  const found =
    recordId === null
      ? await findUnmatchedCancellation(tx, orderKind, marketplaceId)
      : await findLastCancellation(tx, orderKind, marketplaceId);
  if (found !== null && acceptsAsk({ state: found.state, delivered: found.deliveredAt !== null }))
    return found;
  // Of what an older version kept: the time of its answers may be the same as this call's.
  const joined = await findCancellation(tx, id);
  if (joined !== null) return joined;
  const state = initialState(recordId !== null);
  return insertCancellation(tx, { id, orderKind, marketplaceId, recordId, state, askedAt: at });
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
    return touchedBy(row);
  }
  const step = stepOf(transition(await snapshotOf(tx, row), { type: 'orderArrived' }));
  const after = await saveStep(tx, row, step, at, { recordId: recordId });
  return touchedBy(after);
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

/** How many rows one job reads, so that a start never holds the writer long. */
const batch = 500;

/** Reads what calls say that an older version kept without reading all of it. */
export async function readOldCalls(store: Store): Promise<void> {
  while ((await store.write(readSomeOldCalls)) === batch);
}

/** A longer body of an older version is not read for what it says; it is there to be seen. */
const readBytes = 64 * 1024;

async function readSomeOldCalls(tx: WriteTransaction): Promise<number> {
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
  /** The verdict that it carries. */
  verdict: AnswerDetail['verdict'];
}

/** What a job touched, to be published after its commit. */
export interface Touched {
  cancellationId: number;
  orderKind: OrderKind;
  recordId: number | null;
}

export function touchedBy(row: CancellationStored): Touched {
  return { cancellationId: row.id, orderKind: row.orderKind, recordId: row.recordId };
}

export async function snapshotOf(
  tx: ReadTransaction,
  row: CancellationStored,
): Promise<CancellationSnapshot> {
  const { held, delivering } = await countOpenAsks(tx, row.id);
  return { state: row.state, delivered: row.deliveredAt !== null, held, delivering };
}

/** A cancellation that is there as it is now, with its order and its calls. */
export async function viewOf(tx: ReadTransaction, { id }: CancellationStored): Promise<CancellationView> {
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
export async function saveStep(
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

/** How far the journal was derived then: between which calls and orders somebody did this. */
async function derivedPositions(tx: ReadTransaction): Promise<{ calls: number; arrivals: number }> {
  const calls = await findDerivedPosition(tx, 'derivedCalls');
  return { calls, arrivals: await findDerivedPosition(tx, 'derivedArrivals') };
}

export async function audit(
  tx: WriteTransaction,
  row: CancellationStored,
  entry: {
    at: number;
    actor: Actor;
    action: 'decided' | 'withdrawn' | 'closed' | 'proposed' | 'proposalRejected' | 'proposalWithdrawn';
    detail: Record<string, unknown>;
  },
): Promise<void> {
  await appendAudit(tx, {
    at: entry.at,
    actor: entry.actor,
    action: `cancellation.${entry.action}`,
    subject: `cancellation:${row.id}`,
    detail: {
      orderKind: row.orderKind,
      marketplaceId: row.marketplaceId,
      ...entry.detail,
      after: await derivedPositions(tx),
    },
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
