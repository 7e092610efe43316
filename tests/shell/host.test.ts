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
