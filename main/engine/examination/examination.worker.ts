/** Entry of the thread that examines records. */
import { referencesIn } from '../attachments/index.ts';
import { examine } from '../records/index.ts';
import { answerTasks } from '../task-thread.ts';
import { type ExaminationResult, type ExaminationTask, progressOf } from './messages.ts';

answerTasks<ExaminationTask, ExaminationResult>(({ rows, thresholds, platformUrl, progress }) => {
  const begun = progressOf(progress);
  return rows.map((row) => {
    begun.begin();
    return examine(row, { thresholds, namedBy: (content) => referencesIn(content, platformUrl) });
  });
});
