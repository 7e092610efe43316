import { expect, onTestFinished, test } from 'vitest';
import { TaskFailure, TaskThread } from '../../main/engine/task-thread.ts';
import type { FaultyTask } from './faulty-tasks.ts';

function thread(patience = 20_000) {
  const file = new URL('faulty-tasks.ts', import.meta.url);
  const made = new TaskThread<FaultyTask, number>({ file, name: 'perito test', memory: 32, patience });
  onTestFinished(() => made.close());
  return made;
}
const double = (value: number) => ({ does: 'double', value }) as const;
const reasonOf = (run: Promise<unknown>) =>
  run.then(
    () => 'done',
    (failure: unknown) => (failure instanceof TaskFailure ? failure.reason : 'another'),
  );

test('tasks are done one after the other, in their order', async () => {
  const tasks = thread();
  expect(await Promise.all([1, 2, 3].map((value) => tasks.run(double(value))))).toEqual([2, 4, 6]);
});

test.each([
  ['throw', 'crashed'],
  ['exit', 'crashed'],
  ['allocate', 'outOfMemory'],
] as const)('a task that would %s ends alone; the next finds a fresh thread', async (does, reason) => {
  const tasks = thread();
  const ends = [
    reasonOf(tasks.run(double(1))),
    reasonOf(tasks.run({ does })),
    reasonOf(tasks.run(double(2))),
  ];
  expect(await Promise.all(ends)).toEqual(['done', reason, 'done']);
});

test('a task that makes no progress is ended, one that makes some has its time', async () => {
  const tasks = thread(200);
  // The start of a thread may take longer than that where the machine is busy.
  const hasTime = { progress: () => performance.now() };
  await tasks.run(double(1), hasTime);
  let steps = 0;
  const slow = reasonOf(tasks.run({ does: 'spin' }, { progress: () => Math.min(6, ++steps) }));
  expect(await slow).toBe('timedOut');
  expect(steps).toBeGreaterThan(6);
  expect(await reasonOf(tasks.run(double(2), hasTime))).toBe('done');
});

test('closing gives up what waits; a later task starts another thread', async () => {
  const tasks = thread();
  const waiting = [tasks.run({ does: 'spin' }), tasks.run(double(1))].map(reasonOf);
  await tasks.close();
  expect(await Promise.all(waiting)).toEqual(['closed', 'closed']);
  expect(await tasks.run(double(4))).toBe(8);
});
