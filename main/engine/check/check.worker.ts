/** Entry of the thread that reads through what is kept, a short step at a time. */
import { constants, setPriority } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { answerTasks } from '../task-thread.ts';
import { checkAnchors, checkPart } from './checks.ts';
import { type CheckResult, type CheckTask, Gauge } from './messages.ts';

// Of this thread alone; other systems know a priority of the whole process only.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

/** How long it reads at a time, in milliseconds; it rests twice as long, at least for so long. */
const sliceMilliseconds = 50;
const restShare = 2;
const leastRest = 20;
/** While it is held it looks again after so long. */
const heldMilliseconds = 1000;

answerTasks<CheckTask, CheckResult>(async ({ dataDir, part, anchors, gauge: memory }) => {
  const gauge = new Gauge(memory);
  let begun = performance.now();
  const pace = async (done: number, all: number) => {
    gauge.set(done, all);
    const spent = performance.now() - begun;
    if (spent < sliceMilliseconds) return;
    await setTimeout(Math.max(leastRest, restShare * spent));
    while (gauge.isHeld) {
      gauge.beat();
      await setTimeout(heldMilliseconds);
    }
    begun = performance.now();
  };
  if (anchors !== null) return { findings: await checkAnchors(dataDir, anchors, pace) };
  const { findings } = await checkPart(part, { dataDir, how: 'inSteps', pace });
  return { findings };
});
