/** Numbers that were given stay given, whatever database takes the place of the one that gave them. */
import { expect, test } from 'vitest';
import { GivenNumbers } from '../../../main/engine/store/sequences.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const lastOf = (raised: string | null, name: string): number => JSON.parse(raised ?? '{}')[name] ?? 0;

test('what another database lacks stays noted, though another engine goes on from there', () => {
  const dataDir = temporaryFolder();
  const numbers = new GivenNumbers(dataDir);
  numbers.note({ orders: 100 });
  numbers.write(true);
  const again = new GivenNumbers(dataDir);
  again.noteOfAnother(JSON.stringify({ orders: 95, services: 3 }));
  expect(lastOf(again.raised(JSON.stringify({ orders: 95, services: 3 })), 'orders')).toBe(100);
  again.noteOfAnother(JSON.stringify({ orders: 120, services: 3 }));
  const after = new GivenNumbers(dataDir);
  expect(after.raised(JSON.stringify({ orders: 120, services: 3 }))).toBeNull();
  expect(lastOf(after.raised(JSON.stringify({ orders: 119, services: 3 })), 'orders')).toBeGreaterThan(120);
});

test('of a database that took the place of another, all that may have been given since the last note counts', () => {
  const numbers = new GivenNumbers(temporaryFolder());
  numbers.noteOfAnother(JSON.stringify({ orders: 50 }));
  const there = JSON.stringify({ orders: 52 });
  expect(numbers.raised(there)).toBeNull();
  expect(lastOf(numbers.raised(there, true), 'orders')).toBeGreaterThan(1000);
});
