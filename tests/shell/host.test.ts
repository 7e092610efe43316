import { createRouterClient } from '@orpc/server';
import { expect, test } from 'vitest';
import { quietHost } from './quiet-host.ts';

test('a shell without sample data says so by name and with a reason, and opens none', async () => {
  const host = createRouterClient((await quietHost()).host);
  const found = await host.capabilities();
  expect(found.find(({ name }) => name === 'sampleData')).toEqual({
    name: 'sampleData',
    available: false,
    reason: 'notBuilt',
  });
  expect(await host.openSampleData()).toBeNull();
});

test('a shell without a dialog for folders and files says so, and chooses none', async () => {
  const host = createRouterClient((await quietHost()).host);
  expect(await host.capabilities()).toContainEqual({
    ...{ name: 'folderDialog', available: false, reason: 'inBrowser' },
  });
  expect([await host.chooseFolder(), await host.chooseFile('key')]).toEqual([null, null]);
});
