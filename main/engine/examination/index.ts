import { notExamined } from '#shared/finding-terms.ts';
import type { Examination } from '../records/index.ts';
import { TaskFailure, TaskThread } from '../task-thread.ts';
import { workerFile } from '../worker-file.ts';
import { type ExaminationResult, type ExaminationTask, progressOf } from './messages.ts';

/** One record takes some hundredths of a second at the worst. */
const patience = 15_000;
const memory = 384;

/**
 * Examines records in a thread of its own, with limits of memory and time: neither the calls nor the screens wait for it,
 * and what brings it down is known by its place.
 */
export function openExamination(options: { platformUrl(): string | null }): Examination {
  const file = workerFile(
    { source: './examination.worker.ts', built: 'record-examiner-worker.js' },
    import.meta.url,
  );
  const thread = new TaskThread<ExaminationTask, ExaminationResult>({
    file,
    name: 'perito record examiner',
    memory,
    patience,
  });
  const examine: Examination['examine'] = async (rows, thresholds) => {
    const progress = progressOf();
    const task: ExaminationTask = {
      rows,
      thresholds,
      platformUrl: options.platformUrl(),
      progress: progress.shared,
    };
    try {
      return { examined: await thread.run(task, { progress: progress.count }), failure: null };
    } catch (failure) {
      const reason = failure instanceof TaskFailure ? notExamined.safeParse(failure.reason) : null;
      const begun = progress.count();
      // It failed before it touched the first: nothing is known against any of them.
      if (reason?.success !== true || begun === 0) throw failure;
      const before = begun === 1 ? [] : (await examine(rows.slice(0, begun - 1), thresholds)).examined;
      return { examined: before, failure: reason.data };
    }
  };
  return { examine, close: () => thread.close() };
}
