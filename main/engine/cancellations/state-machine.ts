/**
 * The rules of a cancellation, as pure functions: where it stands and what happened give where it stands
 * then, and what is answered. Everything that may race runs through here inside one job of the writer.
 */
import type { AskAnswer, CancellationState, Verdict } from '#shared/terms.ts';

export interface CancellationSnapshot {
  state: CancellationState;
  /** An answer with the verdict was written out, as of one that is cancelled: nothing changes it any more. */
  delivered: boolean;
  /** Calls that are held without an answer, the one of the event included. */
  held: number;
  /** Calls to which the verdict is being written at this moment. */
  delivering: number;
}

export type CancellationEvent =
  /** A call came; `hold` is false where the hold time is 0. */
  | { type: 'asked'; hold: boolean }
  /** The time of one held call is over, or the program closes. */
  | { type: 'holdEnded' }
  /** The socket of one held call closed. */
  | { type: 'callerGone' }
  | { type: 'decided'; verdict: Verdict }
  /** An answer was written out whole. */
  | { type: 'written'; answer: AskAnswer }
  /** The socket closed before an answer was written out, or nobody knows. */
  | { type: 'notWritten' }
  | { type: 'withdrawn' }
  /** A killed run left this behind; its calls are gone. */
  | { type: 'restarted' }
  /** The order, which was not known, was received. */
  | { type: 'orderArrived' }
  /** Somebody closes it without a verdict. */
  | { type: 'closed' };

export interface Step {
  state: CancellationState;
  /** What the call of the event is answered with now; null where it is held, or not answered. */
  answer: AskAnswer | null;
  /** What all held calls are answered with now. */
  answerToHeld: AskAnswer | null;
  /** The verdict has reached the marketplace with this event. */
  delivers: boolean;
}

export type Refusal =
  | 'alreadyDecided'
  | 'notDecidable'
  | 'notDecided'
  | 'delivered'
  | 'beingDelivered'
  | 'notClosable';

export type Outcome = { step: Step; refusal?: never } | { refusal: Refusal; step?: never };

/** What an order's first ask finds: a question to decide, or an order that nobody knows. */
export function initialState(orderIsKnown: boolean): 'deferred' | 'unmatched' {
  return orderIsKnown ? 'deferred' : 'unmatched';
}

/** Whether an ask belongs to this cancellation; a delivered refusal is closed, and the next ask a new one. */
export function acceptsAsk(snapshot: Pick<CancellationSnapshot, 'state' | 'delivered'>): boolean {
  return !(snapshot.state === 'refused' && snapshot.delivered);
}

export function transition(snapshot: CancellationSnapshot, event: CancellationEvent): Outcome {
  switch (event.type) {
    case 'asked':
      return stays(asked(snapshot, event.hold));
    case 'holdEnded':
      return stays({ state: afterOneLess(snapshot), answer: 'inReview' });
    case 'callerGone':
      return stays({ state: afterOneLess(snapshot) });
    case 'decided':
      return decided(snapshot, event.verdict);
    case 'written':
      return stays(written(snapshot, event.answer));
    case 'notWritten':
      return stays({ state: snapshot.state });
    case 'withdrawn':
      return withdrawn(snapshot);
    case 'restarted':
      return stays({ state: snapshot.state === 'waiting' ? 'deferred' : snapshot.state });
    case 'orderArrived':
      // Its calls were answered that nobody knows the order: the question is open, and the next call learns of the verdict.
      return stays({ state: snapshot.state === 'unmatched' ? 'deferred' : snapshot.state });
    case 'closed':
      // A question about an order that is here is answered, not closed.
      return snapshot.state === 'unmatched' ? stays({ state: 'unmatched' }) : { refusal: 'notClosable' };
  }
}

/** The answer that carries a verdict. */
export function answerOfVerdict(verdict: Verdict): 'cancelled' | 'refused' {
  return verdict === 'approve' ? 'cancelled' : 'refused';
}

function stays(step: Partial<Step> & Pick<Step, 'state'>): Outcome {
  return { step: { answer: null, answerToHeld: null, delivers: false, ...step } };
}

function asked({ state, held }: CancellationSnapshot, hold: boolean): Pick<Step, 'state' | 'answer'> {
  switch (state) {
    case 'waiting':
    case 'deferred':
      if (hold) return { state: 'waiting', answer: null };
      return { state: held > 0 ? 'waiting' : 'deferred', answer: 'inReview' };
    case 'approved':
    case 'cancelled':
      return { state, answer: 'cancelled' };
    case 'refused':
      return { state, answer: 'refused' };
    case 'unmatched':
      return { state, answer: 'unknownOrder' };
  }
}

function afterOneLess({ state, held }: CancellationSnapshot): CancellationState {
  return state === 'waiting' && held <= 1 ? 'deferred' : state;
}

function decided({ state }: CancellationSnapshot, verdict: Verdict): Outcome {
  if (state === 'unmatched') return { refusal: 'notDecidable' };
  if (state !== 'waiting' && state !== 'deferred') return { refusal: 'alreadyDecided' };
  return stays({
    state: verdict === 'approve' ? 'approved' : 'refused',
    answerToHeld: answerOfVerdict(verdict),
  });
}

function written(
  { state, delivered }: CancellationSnapshot,
  answer: AskAnswer,
): Pick<Step, 'state' | 'delivers'> {
  if (state === 'approved' && answer === 'cancelled') return { state: 'cancelled', delivers: true };
  return { state, delivers: state === 'refused' && answer === 'refused' && !delivered };
}

function withdrawn({ state, delivered, held, delivering }: CancellationSnapshot): Outcome {
  if (state !== 'approved' && state !== 'refused' && state !== 'cancelled') return { refusal: 'notDecided' };
  if (delivered) return { refusal: 'delivered' };
  if (delivering > 0) return { refusal: 'beingDelivered' };
  return stays({ state: held > 0 ? 'waiting' : 'deferred' });
}
