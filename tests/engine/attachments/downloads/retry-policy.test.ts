import { expect, test } from 'vitest';
import { stateAfterFailure } from '../../../../main/engine/attachments/downloads/retry-policy.ts';
import { attachmentProblemCodes } from '../../../../shared/attachment-terms.ts';

const at = 1_000_000_000;
const second = 1000;
const hour = 3600 * second;
const failed = (changes: Partial<Parameters<typeof stateAfterFailure>[0]> = {}) =>
  stateAfterFailure({
    problem: 'timeout',
    detail: 'ETIMEDOUT',
    attempts: 1,
    retryAfterSeconds: null,
    at,
    random: 0.5,
    ...changes,
  });

test.each<[attempts: number, state: string, pause: number | null]>([
  [1, 'queued', 2 * second],
  [2, 'queued', 8 * second],
  [3, 'queued', 30 * second],
  [4, 'failed', 0.5 * hour],
  [5, 'failed', hour],
  [6, 'failed', 2 * hour],
  [7, 'failed', 4 * hour],
  [8, 'failed', 8 * hour],
  [9, 'failed', 12 * hour],
  [10, 'failed', 24 * hour],
  [13, 'failed', 24 * hour],
  [14, 'failed', null],
  [1000, 'failed', null],
])(
  'after %i tries it is %s, and tried again after half to one and a half times %s ms',
  (attempts, state, pause) => {
    const detail = 'ETIMEDOUT';
    for (const [random, factor] of [
      [0, 0.5],
      [0.5, 1],
      [1, 1.5],
    ] as const) {
      expect(failed({ attempts, random })).toEqual({
        state,
        problem: 'timeout',
        detail,
        nextAttemptAt: pause === null ? null : at + pause * factor,
      });
    }
  },
);

test.each([
  ['longer than the pause', 1, 60, at + 60 * second],
  ['shorter than the pause', 3, 1, at + 30 * second],
  ['a day, when it counts as failed', 4, 86_400, at + 86_400 * second],
  ['when it is no longer tried by itself', 14, 60, null],
])('Retry-After %s', (_, attempts, retryAfterSeconds, nextAttemptAt) => {
  expect(failed({ attempts, retryAfterSeconds })).toMatchObject({ nextAttemptAt });
});

test('every problem leads to a state, and only what may pass by itself is tried again', () => {
  const triedAgain = attachmentProblemCodes.filter((problem) => failed({ problem }).nextAttemptAt !== null);
  expect(triedAgain).toEqual([
    'dnsFailed',
    'unreachable',
    'tls',
    'timeout',
    'httpStatus',
    'notHttp',
    'closedEarly',
    'empty',
    'badEncoding',
    'diskLow',
    'placeAway',
    'writeFailed',
    'contentDamaged',
    'contentMissing',
  ]);
  for (const problem of ['hostNotApproved', 'redirectHostNotApproved'] as const)
    expect(failed({ problem, attempts: 20 })).toMatchObject({ state: 'awaitingApproval' });
  expect(failed({ problem: 'diskLow', attempts: 20 })).toMatchObject({
    state: 'queued',
    nextAttemptAt: at + 60 * second,
  });
  expect(failed({ problem: 'placeAway', attempts: 20 })).toMatchObject({ state: 'queued' });
});
