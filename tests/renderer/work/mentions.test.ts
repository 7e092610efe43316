/** Whom a note mentions, and the days that a reminder's words mean. */
import { describe, expect, test } from 'vitest';
import { initialsOf } from '../../../renderer/work/colleagues.ts';
import { matching, mentionsIn, partsOf, typedMention } from '../../../renderer/work/mentions.ts';
import { dayOf, wordOf } from '../../../renderer/work/reminder-days.ts';

const people = [
  { id: 1, name: 'Ana' },
  { id: 2, name: 'Ana Prueba' },
  { id: 3, name: 'José Ángel Prueba' },
];

test.each([
  ['@Ana Prueba y @José Ángel Prueba, vean', [2, 3]],
  ['@Ana, y otra vez @Ana.', [1]],
  ['(@Ana Prueba)', [2]],
  // The longer name is not there whole, the shorter one is.
  ['@Ana Pruebas', [1]],
  ['@Anastasia y ana@Ana.example', []],
  ['@ Ana, @', []],
])('%s mentions %j', (text, ids) => {
  expect(mentionsIn(text, people)).toEqual(ids);
  expect(
    partsOf(text, people)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

test.each([
  ['Vea @jo', 7, { from: 4, letters: 'jo' }],
  ['@', 1, { from: 0, letters: '' }],
  ['@Ana Pru', 8, { from: 0, letters: 'Ana Pru' }],
  ['a@b', 3, null],
  ['@ hola', 6, null],
  ['@Ana\notra', 9, null],
  ['sin nadie', 9, null],
])('in %j the name that is being typed at %i is %j', (text, caret, typed) => {
  expect(typedMention(text, caret)).toEqual(typed);
});

test('people are found by the beginning of any of their names, whatever the accents', () => {
  const found = (letters: string) => matching(people, letters).map(({ id }) => id);
  expect(found('ang')).toEqual([3]);
  expect(found('JOSE')).toEqual([3]);
  expect(found('ana p')).toEqual([2]);
  expect(found('')).toEqual([1, 2, 3]);
  expect(found('rueba')).toEqual([]);
  expect(people.map(({ name }) => initialsOf(name))).toEqual(['A', 'AP', 'JP']);
});

describe('the day of a reminder', () => {
  // A Sunday, a Monday, and the last Thursday of a year.
  test.each([
    ['2026-11-29', '2026-11-30', '2026-11-30', '2026-12-06'],
    ['2026-11-30', '2026-12-01', '2026-12-07', '2026-12-07'],
    ['2026-12-31', '2027-01-01', '2027-01-04', '2027-01-07'],
  ])('on %s tomorrow is %s, Monday %s and in a week %s', (today, tomorrow, monday, week) => {
    expect([dayOf('tomorrow', today), dayOf('monday', today), dayOf('week', today)]).toEqual([
      ...[tomorrow, monday, week],
    ]);
    expect(dayOf('other', today)).toBeNull();
    expect(wordOf(tomorrow, today)).toBe('tomorrow');
    expect(wordOf('2030-01-01', today)).toBe('other');
  });
});
