import { describe, expect, it } from 'vitest';
import { adjacentRow } from '../../../renderer/components/list/useListNavigation.ts';
import { mergeHead } from '../../../renderer/records/useRecordList.ts';

const rows = (...ids: number[]) => ids.map((id) => ({ id, mark: 'old' }));
const newer = (...ids: number[]) => ids.map((id) => ({ id, mark: 'new' }));

describe('what has come since', () => {
  it('is counted and not shown, while known rows get their newer form', () => {
    const merged = mergeHead(rows(5, 4, 3), newer(7, 6, 5, 4));
    expect(merged.rows).toEqual([
      { id: 5, mark: 'new' },
      { id: 4, mark: 'new' },
      { id: 3, mark: 'old' },
    ]);
    expect(merged).toMatchObject({ fresh: 2, more: false });
  });

  it('says that there may be more where the newest page is all new', () => {
    expect(mergeHead(rows(5), newer(9, 8))).toMatchObject({ fresh: 2, more: true });
  });

  it('is nothing while the newest page is not here', () => {
    const shown = rows(2, 1);
    expect(mergeHead(shown, undefined)).toEqual({ rows: shown, fresh: 0, more: false });
    expect(mergeHead(shown, newer())).toMatchObject({ fresh: 0, more: false });
  });

  it('is all of it where nothing is shown', () => {
    expect(mergeHead(rows(), newer(1))).toMatchObject({ rows: [], fresh: 1, more: true });
  });
});

describe('next and previous', () => {
  const list = rows(3, 2, 1);
  it.each([
    [null, 1, 3],
    [3, 1, 2],
    [1, 1, null],
    [3, -1, null],
    [2, -1, 3],
    [99, 1, 3],
  ] as const)('from %s by %d is %s', (from, step, expected) => {
    expect(adjacentRow(list, from, step)?.id ?? null).toBe(expected);
  });
});
