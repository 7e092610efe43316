import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Chosen,
  extended,
  nothingChosen,
  toggled,
  withAll,
} from '../../../../renderer/components/list/useSelection.ts';
import { maxChosen } from '../../../../shared/contract/common.ts';

interface Row {
  id: number;
}
const rowsTo = (count: number): Row[] => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
const rows = rowsTo(20);
const row = (id: number): Row => ({ id });
const none = nothingChosen<Row>();
const idsOf = ({ rows: chosen }: Chosen<Row>) => [...chosen.keys()].sort((a, b) => a - b);
/** With Shift and a click. */
const clickTo = (chosen: Chosen<Row>, to: number, list = rows) =>
  extended(chosen, list, { to: row(to), from: null, isNew: false });
/** With Shift and an arrow. */
const stepTo = (chosen: Chosen<Row>, from: number, to: number) =>
  extended(chosen, rows, { to: row(to), from: row(from), isNew: true });

describe('a range of rows', () => {
  test('goes from the row that was chosen last to the one that is clicked, in both directions', () => {
    expect(idsOf(clickTo(toggled(none, row(4)), 7))).toEqual([4, 5, 6, 7]);
    expect(idsOf(clickTo(toggled(none, row(4)), 2))).toEqual([2, 3, 4]);
  });

  test('is drawn shorter, and gives back what it covered', () => {
    const other = toggled(toggled(none, row(6)), row(4));
    const long = clickTo(other, 9);
    expect(idsOf(long)).toEqual([4, 5, 6, 7, 8, 9]);
    expect(idsOf(clickTo(long, 5))).toEqual([4, 5, 6]);
  });

  test('takes rows out where it began with one that was taken out', () => {
    const all = withAll(none, rows);
    const without = clickTo(toggled(all, row(3)), 6);
    expect(idsOf(without)).toEqual([1, 2, ...rows.slice(6).map(({ id }) => id)]);
  });

  test('begins at the row that has the focus, and anew once the focus went elsewhere', () => {
    const down = stepTo(stepTo(none, 2, 3), 3, 4);
    expect(idsOf(down)).toEqual([2, 3, 4]);
    expect(idsOf(stepTo(down, 4, 3))).toEqual([2, 3]);
    // A range that ended at 4 goes on only from there.
    const elsewhere = stepTo(down, 10, 11);
    expect(idsOf(elsewhere)).toEqual([2, 3, 4, 10, 11]);
    expect(idsOf(stepTo(elsewhere, 11, 10))).toEqual([2, 3, 4, 10]);
  });

  test('is the one row where nothing tells its beginning, or that left the list', () => {
    expect(idsOf(clickTo(none, 5))).toEqual([5]);
    const left = rows.filter(({ id }) => id !== 4);
    expect(idsOf(clickTo(toggled(none, row(4)), 7, left))).toEqual([4, 7]);
  });

  test('has no more rows than may be chosen, those nearest to where it began', () => {
    const many = rowsTo(maxChosen + 50);
    const down = clickTo(toggled(none, row(1)), maxChosen + 50, many);
    expect(down.rows.size).toBe(maxChosen);
    expect(down.rows.has(maxChosen)).toBe(true);
    const up = clickTo(toggled(none, row(maxChosen + 50)), 1, many);
    expect([up.rows.size, up.rows.has(51), up.rows.has(50)]).toEqual([maxChosen, true, false]);
    expect(toggled(up, row(3)).rows.size).toBe(maxChosen);
    expect(withAll(none, many).rows.size).toBe(maxChosen);
  });

  test('is what its two ends say, whatever way it was drawn there and whatever arrived meanwhile', () => {
    const id = fc.integer({ min: 1, max: rows.length });
    const act = fc.oneof(
      fc.record({ toggles: id }),
      fc.record({ clicks: fc.array(id, { minLength: 1, maxLength: 5 }), arrived: fc.nat({ max: 5 }) }),
    );
    const changed = (before: readonly number[], of: readonly number[], isChosen: boolean) =>
      rows.map((each) => each.id).filter((one) => (of.includes(one) ? isChosen : before.includes(one)));
    fc.assert(
      fc.property(fc.array(act, { maxLength: 12 }), (acts) => {
        let chosen = toggled(none, row(10));
        let begun = { at: 10, isChosen: true, before: [10] };
        let expected = [10];
        for (const one of acts) {
          if ('toggles' in one) {
            const isChosen = !expected.includes(one.toggles);
            chosen = toggled(chosen, row(one.toggles));
            expected = changed(expected, [one.toggles], isChosen);
            begun = { at: one.toggles, isChosen, before: expected };
          } else {
            const list = [...rowsTo(one.arrived).map((fresh) => row(100 + fresh.id)), ...rows];
            for (const to of one.clicks) chosen = clickTo(chosen, to, list);
            const end = one.clicks.at(-1) ?? 0;
            const covered = rows.filter((each) => (each.id - begun.at) * (each.id - end) <= 0);
            expected = changed(
              begun.before,
              covered.map((each) => each.id),
              begun.isChosen,
            );
          }
          expect(idsOf(chosen)).toEqual(expected);
        }
      }),
      { numRuns: 300 },
    );
  });
});
