import { expect, it } from 'vitest';
import { guidValue } from '../../../shared/rules/guid.ts';

const guid = '7f6a2c1e-9d1b-4c53-8a57-0b6f7d2e1a90';

it.each([
  ['as RFC 9562 writes it', guid],
  ['in capitals', guid.toUpperCase()],
  ['in braces, as .NET may write it', `{${guid}}`],
  ['between spaces', ` ${guid}\n`],
  ['in braces between spaces', ` {${guid}} `],
])('reads a GUID %s in lower case', (_, text) => {
  expect(guidValue(text)).toBe(guid);
});

it.each(['00000000-0000-0000-0000-000000000001', 'a0000000-0000-0000-0000-000000000000'])(
  'takes %s, which is not all zeros, for one',
  (text) => {
    expect(guidValue(text)).toBe(text);
  },
);

it.each([
  ['nothing', ''],
  ['all zeros, which names nothing', '00000000-0000-0000-0000-000000000000'],
  ['all zeros in braces', '{00000000-0000-0000-0000-000000000000}'],
  ['one digit too few', guid.slice(0, -1)],
  ['one digit too many at the end', `${guid}0`],
  ['one digit too many at the beginning', `0${guid}`],
  ['a letter that is no digit', guid.replace('a90', 'g90')],
  ['no dashes', guid.replaceAll('-', '')],
  ['one group too few', guid.replace('-8a57', '')],
  ['words before it', `id ${guid}`],
  ['words after it', `${guid} id`],
])('takes %s for none', (_, text) => {
  expect(guidValue(text)).toBeNull();
});
