import { expect, test } from 'vitest';
import { synchronousNamesOf } from '../../../renderer/settings/synchronous-names.ts';

test.each<[names: string[], proposed: string | null]>([
  [['segundo'], `'ANY 1 ("segundo")'`],
  [['segundo', 'tercero', 'segundo'], `'ANY 1 ("segundo", "tercero")'`],
  [['', 'segundo', 'pg_receivewal'], `'ANY 1 ("segundo")'`],
  [['', 'pg_receivewal'], null],
  [[], null],
  [[`el "otro" d'Ana`], `'ANY 1 ("el ""otro"" d''Ana")'`],
])('of replicas called %j that can take over one is proposed as %s', (names, proposed) => {
  expect(synchronousNamesOf(names.map((name) => ({ name })))).toBe(proposed);
});
