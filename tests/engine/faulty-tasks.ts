/** A thread whose tasks say what becomes of it. */
import { answerTasks } from '../../main/engine/task-thread.ts';

export type FaultyTask = { does: 'double'; value: number } | { does: 'throw' | 'exit' | 'spin' | 'allocate' };

answerTasks((task: FaultyTask): number => {
  switch (task.does) {
    case 'double':
      return task.value * 2;
    case 'throw':
      throw new Error('a fault');
    case 'exit':
      process.exit(3);
      break;
    case 'spin':
      for (;;) Math.random();
    case 'allocate':
      for (const held: number[][] = []; ; ) held.push(new Array<number>(100_000).fill(1.5));
  }
});
