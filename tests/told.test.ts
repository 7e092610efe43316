/** What is told of work that goes on elsewhere. */
import { expect, test } from 'vitest';
import { told } from '../main/told.ts';

test('what was told last is heard though the work is over meanwhile', async () => {
  const work = Promise.withResolvers<void>();
  let tell: (one: string) => void = () => {};
  const steps = told<string, number>(async (given) => {
    tell = given;
    await work.promise;
    return 7;
  });
  const first = steps.next();
  tell('begun');
  expect(await first).toEqual({ done: false, value: 'begun' });
  tell('halfway');
  tell('ready');
  work.resolve();
  await work.promise;
  expect(await steps.next()).toEqual({ done: false, value: 'ready' });
  expect(await steps.next()).toEqual({ done: true, value: 7 });
});
