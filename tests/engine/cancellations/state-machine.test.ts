import { describe, expect, test } from 'vitest';
import {
  acceptsAsk,
  answerOfVerdict,
  type CancellationEvent,
  type CancellationSnapshot,
  initialState,
  type Refusal,
  type Step,
  transition,
} from '../../../main/engine/cancellations/state-machine.ts';
import { askAnswers, type CancellationState, cancellationStates } from '../../../shared/terms.ts';

type Expected = Refusal | (Partial<Step> & { state: CancellationState });
interface Line {
  state: CancellationState;
  with?: Partial<CancellationSnapshot>;
  event: CancellationEvent;
  gives: Expected;
}

const held: CancellationEvent = { type: 'asked', hold: true };
const atOnce: CancellationEvent = { type: 'asked', hold: false };
const holdEnded: CancellationEvent = { type: 'holdEnded' };
const callerGone: CancellationEvent = { type: 'callerGone' };
const approve: CancellationEvent = { type: 'decided', verdict: 'approve' };
const refuse: CancellationEvent = { type: 'decided', verdict: 'refuse' };
const withdrawn: CancellationEvent = { type: 'withdrawn' };
const notWritten: CancellationEvent = { type: 'notWritten' };
const restarted: CancellationEvent = { type: 'restarted' };
const orderArrived: CancellationEvent = { type: 'orderArrived' };
const closed: CancellationEvent = { type: 'closed' };
const one = { held: 1 };
const delivered = { delivered: true };

/** Every event in every state, and each of its conditions. */
const table: Line[] = [
  // An ask.
  { state: 'waiting', with: one, event: held, gives: { state: 'waiting' } },
  { state: 'waiting', with: one, event: atOnce, gives: { state: 'waiting', answer: 'inReview' } },
  { state: 'deferred', event: held, gives: { state: 'waiting' } },
  { state: 'deferred', event: atOnce, gives: { state: 'deferred', answer: 'inReview' } },
  { state: 'approved', event: held, gives: { state: 'approved', answer: 'cancelled' } },
  { state: 'approved', event: atOnce, gives: { state: 'approved', answer: 'cancelled' } },
  { state: 'refused', event: held, gives: { state: 'refused', answer: 'refused' } },
  { state: 'refused', event: atOnce, gives: { state: 'refused', answer: 'refused' } },
  { state: 'cancelled', with: delivered, event: held, gives: { state: 'cancelled', answer: 'cancelled' } },
  { state: 'cancelled', with: delivered, event: atOnce, gives: { state: 'cancelled', answer: 'cancelled' } },
  { state: 'unmatched', event: held, gives: { state: 'unmatched', answer: 'unknownOrder' } },
  { state: 'unmatched', event: atOnce, gives: { state: 'unmatched', answer: 'unknownOrder' } },
  // The end of a hold, and a caller who leaves.
  { state: 'waiting', with: one, event: holdEnded, gives: { state: 'deferred', answer: 'inReview' } },
  { state: 'waiting', with: { held: 2 }, event: holdEnded, gives: { state: 'waiting', answer: 'inReview' } },
  { state: 'waiting', with: one, event: callerGone, gives: { state: 'deferred' } },
  { state: 'waiting', with: { held: 2 }, event: callerGone, gives: { state: 'waiting' } },
  // Neither undoes what was decided meanwhile.
  ...cancellationStates
    .filter((state) => state !== 'waiting')
    .flatMap((state): Line[] => [
      { state, with: one, event: holdEnded, gives: { state, answer: 'inReview' } },
      { state, with: one, event: callerGone, gives: { state } },
    ]),
  // A verdict.
  { state: 'waiting', with: one, event: approve, gives: { state: 'approved', answerToHeld: 'cancelled' } },
  { state: 'waiting', with: one, event: refuse, gives: { state: 'refused', answerToHeld: 'refused' } },
  { state: 'deferred', event: approve, gives: { state: 'approved', answerToHeld: 'cancelled' } },
  { state: 'deferred', event: refuse, gives: { state: 'refused', answerToHeld: 'refused' } },
  { state: 'approved', event: refuse, gives: 'alreadyDecided' },
  { state: 'approved', event: approve, gives: 'alreadyDecided' },
  { state: 'refused', event: approve, gives: 'alreadyDecided' },
  { state: 'refused', with: delivered, event: approve, gives: 'alreadyDecided' },
  { state: 'cancelled', with: delivered, event: refuse, gives: 'alreadyDecided' },
  { state: 'unmatched', event: approve, gives: 'notDecidable' },
  { state: 'unmatched', event: refuse, gives: 'notDecidable' },
  // An answer that was written out.
  { state: 'approved', event: wrote('cancelled'), gives: { state: 'cancelled', delivers: true } },
  { state: 'approved', event: wrote('inReview'), gives: { state: 'approved' } },
  { state: 'refused', event: wrote('refused'), gives: { state: 'refused', delivers: true } },
  { state: 'refused', event: wrote('inReview'), gives: { state: 'refused' } },
  { state: 'refused', with: delivered, event: wrote('refused'), gives: { state: 'refused' } },
  { state: 'cancelled', with: delivered, event: wrote('cancelled'), gives: { state: 'cancelled' } },
  { state: 'deferred', event: wrote('inReview'), gives: { state: 'deferred' } },
  { state: 'waiting', with: one, event: wrote('inReview'), gives: { state: 'waiting' } },
  { state: 'unmatched', event: wrote('unknownOrder'), gives: { state: 'unmatched' } },
  // A verdict taken back.
  { state: 'approved', event: withdrawn, gives: { state: 'deferred' } },
  { state: 'refused', event: withdrawn, gives: { state: 'deferred' } },
  { state: 'approved', with: one, event: withdrawn, gives: { state: 'waiting' } },
  { state: 'approved', with: { delivering: 1 }, event: withdrawn, gives: 'beingDelivered' },
  { state: 'refused', with: { delivering: 1 }, event: withdrawn, gives: 'beingDelivered' },
  { state: 'refused', with: delivered, event: withdrawn, gives: 'delivered' },
  { state: 'cancelled', with: delivered, event: withdrawn, gives: 'delivered' },
  { state: 'waiting', with: one, event: withdrawn, gives: 'notDecided' },
  { state: 'deferred', event: withdrawn, gives: 'notDecided' },
  { state: 'unmatched', event: withdrawn, gives: 'notDecided' },
  // A socket that closed first, and a killed run, change nothing but that nobody waits.
  ...cancellationStates.map((state): Line => ({ state, event: notWritten, gives: { state } })),
  ...cancellationStates.map(
    (state): Line => ({
      state,
      event: restarted,
      gives: { state: state === 'waiting' ? 'deferred' : state },
    }),
  ),
  // An order that arrives opens the question that was asked before; only a question without its order can be closed.
  ...cancellationStates.map(
    (state): Line => ({
      state,
      event: orderArrived,
      gives: { state: state === 'unmatched' ? 'deferred' : state },
    }),
  ),
  ...cancellationStates.map(
    (state): Line => ({ state, event: closed, gives: state === 'unmatched' ? { state } : 'notClosable' }),
  ),
];

describe('the rules of a cancellation', () => {
  for (const line of table) {
    const more = line.with === undefined ? '' : ` with ${JSON.stringify(line.with)}`;
    test(`${line.state}${more}, ${JSON.stringify(line.event)}`, () => {
      const snapshot: CancellationSnapshot = {
        state: line.state,
        delivered: false,
        held: 0,
        delivering: 0,
        ...line.with,
      };
      const expected =
        typeof line.gives === 'string'
          ? { refusal: line.gives }
          : { step: { answer: null, answerToHeld: null, delivers: false, ...line.gives } };
      expect(transition(snapshot, line.event)).toEqual(expected);
    });
  }

  test('only an answer that was written out cancels, and only after an approval', () => {
    const events: CancellationEvent[] = [
      ...[held, atOnce, holdEnded, callerGone, approve, refuse, withdrawn, notWritten, restarted],
      ...[orderArrived, closed],
      ...askAnswers.map(wrote),
    ];
    const cancelling = cancellationStates.flatMap((state) =>
      events
        .filter((event) => {
          const { step } = transition({ state, delivered: false, held: 1, delivering: 0 }, event);
          return state !== 'cancelled' && (step?.state === 'cancelled' || step?.delivers === true);
        })
        .map((event) => `${state} ${event.type} ${'answer' in event ? event.answer : ''}`),
    );
    expect(cancelling).toEqual(['approved written cancelled', 'refused written refused']);
  });

  test('a first ask opens a question about a known order, and keeps one about an unknown order', () => {
    expect(initialState(true)).toBe('deferred');
    expect(initialState(false)).toBe('unmatched');
    expect(answerOfVerdict('approve')).toBe('cancelled');
    expect(answerOfVerdict('refuse')).toBe('refused');
  });

  test('a later ask opens a new question only when a refusal was delivered', () => {
    const closed = cancellationStates.flatMap((state) =>
      [false, true]
        .filter((isDelivered) => !acceptsAsk({ state, delivered: isDelivered }))
        .map((it) => [state, it]),
    );
    expect(closed).toEqual([['refused', true]]);
  });
});

function wrote(answer: (typeof askAnswers)[number]): CancellationEvent {
  return { type: 'written', answer };
}
