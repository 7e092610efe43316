import { describe, expect, it, test } from 'vitest';
import { losesSomething, restoreOutcomeOf, restorePhases } from '../../../renderer/backups/restore-state.ts';
import { type Restored, type RestorePlan, restoreProgress } from '../../../shared/contract/backups.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 23, 14) + seconds * 1000).toISOString();

const plan: RestorePlan = {
  journal: { source: 'live', entries: 10, until: at(0) },
  database: { source: 'backup', until: at(0) },
  attachments: { there: 3, missing: 0 },
  ...{ bytes: 1, freeBytes: 2, loses: null, numbers: [], isForeign: false, newer: null, problem: null },
};
const restored: Restored = { at: at(70), folder: '/mnt/a', name: '20261123T060000Z', plan, aside: null };
const failure = { where: 'dataDirectory', problem: { code: 'full', detail: 'ENOSPC' } } as const;
const restoring = { from: at(0), until: at(71), cause: 'restoring' } as const;

test('phases stand in the order of the contract', () => {
  expect(restorePhases).toEqual(restoreProgress.shape.phase.options);
});

describe('what came of a restore', () => {
  it('is nothing where there was none', () => {
    const crashed = { ...restoring, cause: 'crashed' } as const;
    expect(restoreOutcomeOf({ lastInterruption: null, restored: null, restoreFailure: null })).toBeNull();
    expect(restoreOutcomeOf({ lastInterruption: crashed, restored: null, restoreFailure: null })).toBeNull();
  });

  it('is what was restored, which is told of after another interruption too', () => {
    const made = { type: 'made', at: restored.at, restored };
    const crashed = { from: at(100), until: at(104), cause: 'crashed' } as const;
    for (const lastInterruption of [restoring, crashed])
      expect(restoreOutcomeOf({ lastInterruption, restored, restoreFailure: null })).toEqual(made);
  });

  it('is why it failed, or that somebody ended it, though one before was made', () => {
    const later = { from: at(200), until: at(210), cause: 'restoring' } as const;
    for (const before of [null, restored]) {
      const engine = { lastInterruption: later, restored: before };
      expect(restoreOutcomeOf({ ...engine, restoreFailure: failure })).toEqual({
        ...{ type: 'failed', at: later.until, failure },
      });
      expect(restoreOutcomeOf({ ...engine, restoreFailure: null })).toEqual({
        type: 'stopped',
        at: later.until,
      });
    }
  });
});

test('a restore loses something where entries or acts are lost, or nobody knows', () => {
  const none = { entries: 0, since: null };
  const some = { entries: 3, since: at(0) };
  expect(losesSomething(plan)).toBe(false);
  expect(losesSomething({ loses: { arrivals: none, acts: none } })).toBe(false);
  expect(losesSomething({ loses: { arrivals: some, acts: none } })).toBe(true);
  expect(losesSomething({ loses: { arrivals: none, acts: some } })).toBe(true);
  expect(losesSomething({ loses: { arrivals: none, acts: null } })).toBe(true);
});
