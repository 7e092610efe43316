/** The list of the inbox while somebody works in it: what moves it, and what does not. */
import { expect, test } from 'vitest';
import {
  afterwards,
  type Kept,
  type Live,
  nothingKept,
  pulled,
  shownOf,
  withBack,
  withLeft,
  withLive,
} from '../../../renderer/inbox/kept-inbox.ts';
import type { InboxGroup } from '../../../shared/contract/inbox.ts';

const group = (name: string): InboxGroup => ({
  key: `claim:${name}`,
  claimNumber: name,
  isMine: true,
  entries: [
    {
      kind: 'claim',
      key: `claim:${name}`,
      isMine: true,
      since: '2026-11-20T14:00:00.000Z',
      claimNumber: name,
      reasons: [],
    },
  ],
});
/** Pages of claims by one letter each: `AB C` has two. */
const live = (pages: string, hasMore = false): Live => ({
  pages: pages.split(' ').map((letters) => ({ groups: [...letters].map(group) })),
  hasMore,
});
const key = (letter: string) => `claim:${letter}`;
const letters = (places: readonly { id: string; isGone: boolean }[]) =>
  places.map(({ id, isGone }) => (isGone ? id.slice(6).toLowerCase() : id.slice(6))).join('');
const seen = (kept: Kept) => [letters(shownOf(kept)), letters(kept.fresh)];
const abc = withLive(nothingKept, live('ABC'));

test.each([
  ['what comes waits, wherever it belongs', live('XABYC'), ['ABC', 'XY']],
  ['what leaves elsewhere keeps its place', live('AC'), ['AbC', '']],
  ['what is still there behind other pages is not taken for gone', live('XYA', true), ['ABC', 'XY']],
  ['at the end of all it is', live('XYA'), ['Abc', 'XY']],
  ['a page that is read further is added at the end', live('XABC DE'), ['ABCDE', 'X']],
])('%s', (_, now, expected) => {
  expect(seen(withLive(abc, now))).toEqual(expected);
});

test('what is worked off leaves at once, and Z puts it where it was', () => {
  const left = withLeft(abc, key('B'));
  expect(seen(left)).toEqual(['AC', '']);
  // The engine has it until it has come to it.
  expect(seen(withLive(left, live('ABC')))).toEqual(['AC', '']);
  const settled = withLive(left, live('AC'));
  expect(seen(settled)).toEqual(['AC', '']);
  expect(seen(withLive(withBack(settled, key('B')), live('ABC')))).toEqual(['ABC', '']);
  // Something new about it, and not Z: it waits as all that comes.
  const again = withLive(settled, live('ABC'));
  expect(seen(again)).toEqual(['AC', 'B']);
  expect(seen(pulled(again, live('ABC')))).toEqual(['ABC', '']);
});

test('what comes is pulled in where it belongs, and what is gone leaves then', () => {
  const now = live('XAC');
  expect(seen(pulled(withLive(abc, now), now))).toEqual(['XAC', '']);
  const leaving = withLeft(abc, key('A'));
  expect(seen(pulled(leaving, live('ABC')))).toEqual(['BC', '']);
});

test.each([
  ['A', live('ABC'), 'B'],
  ['A', live('AC'), 'C'],
  ['C', live('ABC'), 'B'],
  ['A', live('A'), null],
])('after %s opens what still waits', (letter, now, next) => {
  expect(afterwards(withLive(abc, now), key(letter))).toBe(next === null ? null : key(next));
});
