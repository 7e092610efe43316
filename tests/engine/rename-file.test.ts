import { expect, test } from 'vitest';
import { renameFile, renameFileSync } from '../../main/engine/rename-file.ts';

/** Refuses so often with this code, then renames; `tries` counts. */
function refusing(times: number, code: string) {
  const counted = { tries: 0 };
  const rename = () => {
    counted.tries += 1;
    if (counted.tries <= times) throw Object.assign(new Error('held'), { code });
  };
  return { counted, rename };
}

test.each(['EPERM', 'EACCES', 'EBUSY'])(
  'on Windows a rename that gives %s for a moment is tried again',
  async (code) => {
    const [first, second] = [refusing(2, code), refusing(2, code)];
    renameFileSync('a', 'b', { rename: first.rename, platform: 'win32' });
    await renameFile('a', 'b', { rename: async () => second.rename(), platform: 'win32' });
    expect([first.counted.tries, second.counted.tries]).toEqual([3, 3]);
  },
);

test('what does not pass in two seconds, has another cause, or is of another system fails as it is', async () => {
  const held = refusing(1000, 'EBUSY');
  const began = performance.now();
  expect(() => renameFileSync('a', 'b', { rename: held.rename, platform: 'win32' })).toThrow('held');
  expect(performance.now() - began).toBeGreaterThan(1900);
  for (const [code, platform] of [
    ['ENOENT', 'win32'],
    ['EPERM', 'linux'],
  ] as const) {
    const { counted, rename } = refusing(1000, code);
    await expect(renameFile('a', 'b', { rename: async () => rename(), platform })).rejects.toThrow('held');
    expect(counted.tries).toBe(1);
  }
});
