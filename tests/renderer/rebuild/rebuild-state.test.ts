import { describe, expect, it, test } from 'vitest';
import { tableClasses } from '../../../main/engine/store/rebuild-tables.ts';
import { keptOf, keptTables, outcomeOf, rebuildPhases } from '../../../renderer/rebuild/rebuild-state.ts';
import { type Rebuilt, rebuildProgress } from '../../../shared/contract/database.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 23, 14) + seconds * 1000).toISOString();

const rebuilt: Rebuilt = {
  since: at(10),
  at: at(70),
  entries: 300,
  records: 200,
  before: 'readable',
  aside: '/data/before-rebuild-1',
  lost: [],
  differences: 0,
  notRepeated: [],
  notDerived: 0,
};
const failure = { code: 'diskFull', detail: '' } as const;
const rebuilding = { from: at(0), until: at(71), cause: 'rebuilding' } as const;

test('phases stand in the order of the contract', () => {
  expect(rebuildPhases).toEqual(rebuildProgress.shape.phase.options);
});

test('every table that people write to has words, and no other', () => {
  const kept = Object.keys(tableClasses).filter((table) => tableClasses[table] !== 'derived');
  expect([...keptTables].sort()).toEqual(kept.sort());
});

describe('what came of a rebuild', () => {
  it('is nothing where there was none', () => {
    const crashed = { ...rebuilding, cause: 'crashed' } as const;
    expect(outcomeOf({ lastInterruption: null, rebuilt: null, rebuildFailure: null })).toBeNull();
    expect(outcomeOf({ lastInterruption: crashed, rebuilt: null, rebuildFailure: null })).toBeNull();
  });

  it('is a new database, which is told of after another interruption too', () => {
    const made = { type: 'made', at: rebuilt.at, rebuilt };
    expect(outcomeOf({ lastInterruption: rebuilding, rebuilt, rebuildFailure: null })).toEqual(made);
    const crashed = { from: at(100), until: at(104), cause: 'crashed' } as const;
    expect(outcomeOf({ lastInterruption: crashed, rebuilt, rebuildFailure: null })).toEqual(made);
  });

  it('is why it failed, or that somebody ended it, though one before was made', () => {
    const later = { from: at(200), until: at(210), cause: 'rebuilding' } as const;
    for (const before of [null, rebuilt]) {
      const engine = { lastInterruption: later, rebuilt: before };
      expect(outcomeOf({ ...engine, rebuildFailure: failure })).toEqual({
        ...{ type: 'failed', at: later.until, failure },
      });
      expect(outcomeOf({ ...engine, rebuildFailure: null })).toEqual({ type: 'stopped', at: later.until });
    }
  });
});

test('what people made was kept whole only where the old database could be read and all of it fits', () => {
  expect(keptOf(rebuilt)).toBe('all');
  expect(keptOf({ ...rebuilt, differences: 4 })).toBe('all');
  expect(keptOf({ ...rebuilt, lost: [{ table: 'note', kept: 3, lost: null }] })).toBe('part');
  expect(keptOf({ ...rebuilt, notRepeated: [7] })).toBe('part');
  expect(keptOf({ ...rebuilt, notDerived: 1 })).toBe('part');
  expect(keptOf({ ...rebuilt, before: 'missing', aside: null })).toBe('journalOnly');
});
