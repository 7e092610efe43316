import { expect, test } from 'vitest';
import { looksInTurn } from '../../../main/engine/retention/looks-in-turn.ts';

test('a folder that hangs is asked once, and others answer', async () => {
  const asked: string[] = [];
  const hangs = Promise.withResolvers<boolean>();
  const isThere = looksInTurn(async (file) => {
    asked.push(file);
    if (file === '/gone/a') throw new Error('ENOENT');
    return file.startsWith('/hangs/') ? hangs.promise : true;
  }, 20);
  const files = ['/hangs/a', '/hangs/b', '/hangs/c', '/here/a', '/here/b', '/gone/a', '/gone/b'];
  expect(await Promise.all(files.map(isThere))).toEqual([null, null, null, true, true, false, true]);
  expect(await isThere('/hangs/d')).toBe(null);
  expect(asked.filter((file) => file.startsWith('/hangs/'))).toEqual(['/hangs/a']);
  hangs.resolve(true);
  expect(await isThere('/hangs/e')).toBe(true);
});
