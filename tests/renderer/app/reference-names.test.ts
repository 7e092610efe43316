import { expect, it } from 'vitest';
import { nameInList } from '../../../renderer/app/names.ts';

const lists = [
  { list: 'states' as const, items: [{ id: '7', name: 'Azua', raw: '{}' }] },
  { list: 'itemTypes' as const, items: [] },
];

it.each([
  ['a name, whether the id came as number or text', lists, 'states', 7, { name: 'Azua' }],
  ['a name by text', lists, 'states', '7', { name: 'Azua' }],
  ['an id that the list does not have', lists, 'states', 8, { missing: 'item' }],
  ['a list of which there is no copy yet', lists, 'itemTypes', 7, { missing: 'list' }],
  ['an id that no list is of', lists, null, 7, { missing: 'list' }],
  ['lists that are not here yet', undefined, 'states', 7, { missing: 'list' }],
] as const)('%s', (_, known, list, id, expected) => {
  expect(nameInList(known, list, id)).toEqual(expected);
});
