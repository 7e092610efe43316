/** A program with an examiner: looks at the files of its arguments, then says one line, as `serve` does. */
import { forkExaminer, openFileExaminer } from '../../main/shell/examiner-client.ts';

const [, , thumbnailPath = '', previewPath = '', ...paths] = process.argv;
const pids: (number | undefined)[] = [];
const examiner = openFileExaminer(() => {
  const started = forkExaminer();
  pids.push(started.pid);
  return {
    ...started,
    listen(onMessage, onEnd) {
      started.listen((message) => {
        onMessage(message);
        process.stderr.write(`${JSON.stringify({ message, pid: started.pid })}\n`);
      }, onEnd);
    },
  };
});
const examinations = [];
for (const path of paths) {
  examinations.push(await examiner.examine({ path, declaredType: null, thumbnailPath, previewPath }));
}
process.stdout.write(`${JSON.stringify({ pids, examinations })}\n`);
