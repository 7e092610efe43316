import fc from 'fast-check';
import type { Verdict } from '../../../../shared/terms.ts';

/** One thing that happens. `which` picks among what is there at that time. */
export type Step =
  | { do: 'ask'; order: number; slow: boolean }
  | { do: 'decide'; which: number; verdict: Verdict; text: boolean }
  | { do: 'withdraw'; which: number }
  | { do: 'close'; which: number }
  | { do: 'pass'; seconds: number }
  | { do: 'hangUp'; which: number }
  | { do: 'take'; which: number }
  | { do: 'receive' }
  | { do: 'holdTime'; seconds: number }
  /** The receiver answers what it holds, as before it moves. */
  | { do: 'move' }
  /** The disk is full for the receiver, or has room again. */
  | { do: 'disk'; isFull: boolean }
  /** The engine derives what came so far. Where it is killed after some turns of the thread, another one ends that. */
  | { do: 'derive'; killedAfter: number | null }
  /** What the engine said comes to the receiver. */
  | { do: 'hear' }
  /** `isHeard`: what it said is on its way and comes to the receiver. */
  | { do: 'killEngine'; isHeard: boolean }
  | { do: 'startEngine' };

/**
 * Steps, and how the round ends: all that follows happens; nothing more does; the process is killed after what it did, with
 * none of the steps on disk, or with all of them on disk and nobody answered; or it is closed. The engine alone may have been
 * killed before it learnt what of the round is on disk.
 */
export interface Round {
  steps: Step[];
  ending: 'settle' | 'leave' | 'killed' | 'killedBefore' | 'killedDeaf' | 'engineKilledDeaf' | 'close';
  /** At a close or a kill, whether callers that are slow take the answer that is being written to them. */
  taken: boolean;
}

const which = fc.nat({ max: 3 });
/** Of the thread, until the engine is killed that derives. */
const turns = fc.nat({ max: 12 });
const steps: Record<Step['do'], { weight: number; arbitrary: fc.Arbitrary<Step> }> = {
  ask: {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      order: fc.constantFrom(0, 0, 1, 2, 2, 2, 3),
      slow: fc.boolean(),
    }),
  },
  decide: {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      which,
      verdict: fc.constantFrom<Verdict>('approve', 'refuse'),
      text: fc.nat({ max: 3 }).map((n) => n > 0),
    }),
  },
  withdraw: { weight: 3, arbitrary: fc.record({ do: fc.constant('withdraw' as const), which }) },
  close: { weight: 3, arbitrary: fc.record({ do: fc.constant('close' as const), which }) },
  pass: {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 9 }) }),
  },
  hangUp: { weight: 4, arbitrary: fc.record({ do: fc.constant('hangUp' as const), which }) },
  take: { weight: 4, arbitrary: fc.record({ do: fc.constant('take' as const), which }) },
  receive: { weight: 4, arbitrary: fc.record({ do: fc.constant('receive' as const) }) },
  holdTime: {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('holdTime' as const), seconds: fc.constantFrom(0, 3, 8) }),
  },
  move: { weight: 1, arbitrary: fc.record({ do: fc.constant('move' as const) }) },
  disk: {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('disk' as const), isFull: fc.boolean() }),
  },
  derive: {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('derive' as const),
      killedAfter: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: turns }),
    }),
  },
  hear: { weight: 3, arbitrary: fc.record({ do: fc.constant('hear' as const) }) },
  killEngine: {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('killEngine' as const), isHeard: fc.boolean() }),
  },
  startEngine: { weight: 2, arbitrary: fc.record({ do: fc.constant('startEngine' as const) }) },
};

const derive: Step = { do: 'derive', killedAfter: null };
/** What seldom comes together by chance. */
const together: fc.Arbitrary<Step[]> = fc
  .record({
    ask: steps.ask.arbitrary,
    decide: steps.decide.arbitrary,
    withdraw: steps.withdraw.arbitrary,
    close: steps.close.arbitrary,
    isFull: fc.boolean(),
    of: fc.constantFrom('told', 'tooLate', 'arrived', 'closed', 'full', 'underWay'),
  })
  .map(({ ask, decide, withdraw, close, isFull, of }): Step[] => {
    if (of === 'closed') return [ask, derive, close, close];
    // A verdict is being written to a call as the round ends.
    if (of === 'underWay')
      return [{ ...ask, slow: true }, derive, { ...decide, text: true }, { do: 'hear' }] as Step[];
    // The hold ends, or a verdict is on its way, as the process may be killed.
    if (of === 'full') return [ask, derive, decide, { do: 'disk', isFull }, ask, { do: 'pass', seconds: 9 }];
    // A verdict that reaches a held call, with room on the disk and without.
    if (of === 'told') return [ask, derive, decide, { do: 'disk', isFull }, { do: 'hear' }, derive, withdraw];
    // One that is given when the hold is over, and the engine does not know it.
    if (of === 'tooLate') return [ask, derive, { do: 'pass', seconds: 9 }, decide, { do: 'hear' }, derive];
    // One about an order that came after it was asked about.
    return [ask, derive, { do: 'hear' }, { do: 'receive' }, derive, decide, ask, derive, { do: 'hear' }];
  });

const someSteps: fc.Arbitrary<Step[]> = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.oneof(...Object.values(steps)), { minLength: 1, maxLength: 4 }) },
  { weight: 2, arbitrary: together },
);

const ending = (weight: number, name: Round['ending']) => ({ weight, arbitrary: fc.constant(name) });

const round: fc.Arbitrary<Round> = fc.record({
  steps: someSteps,
  ending: fc.oneof(
    ending(18, 'settle'),
    ending(4, 'leave'),
    ending(4, 'killed'),
    ending(1, 'killedBefore'),
    ending(2, 'killedDeaf'),
    ending(2, 'engineKilledDeaf'),
    ending(1, 'close'),
  ),
  taken: fc.boolean(),
});

/** A life of some orders: rounds of steps. A life of fewer than four rounds seldom comes to a verdict that is delivered. */
export const rounds = fc.array(round, { minLength: 4, maxLength: 9 });
