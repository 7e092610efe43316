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
  | { do: 'holdTime'; seconds: number };

/**
 * Steps that happen before any of them is committed, and how the round ends: all of it settles; the process is
 * killed with none of it on disk; with all of it on disk, before anybody was answered; or it is closed.
 */
export interface Round {
  steps: Step[];
  ending: 'settle' | 'killedBefore' | 'killedAfter' | 'close';
  /** At a close or a kill, whether callers that are slow take the answer that is being written to them. */
  taken: boolean;
}

const which = fc.nat({ max: 3 });

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      order: fc.constantFrom(0, 0, 1, 2, 2, 2, 3),
      slow: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      which,
      verdict: fc.constantFrom<Verdict>('approve', 'refuse'),
      text: fc.nat({ max: 3 }).map((n) => n > 0),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('withdraw' as const), which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('close' as const), which }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 9 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('hangUp' as const), which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('take' as const), which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('receive' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('holdTime' as const), seconds: fc.constantFrom(0, 3, 8) }),
  },
);

const round: fc.Arbitrary<Round> = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  ending: fc.oneof(
    { weight: 14, arbitrary: fc.constant('settle' as const) },
    { weight: 1, arbitrary: fc.constant('killedBefore' as const) },
    { weight: 2, arbitrary: fc.constant('killedAfter' as const) },
    { weight: 1, arbitrary: fc.constant('close' as const) },
  ),
  taken: fc.boolean(),
});

/** A life of some orders: rounds of steps. A life of fewer than four rounds seldom comes to a verdict that is delivered. */
export const rounds = fc.array(round, { minLength: 4, maxLength: 9 });
