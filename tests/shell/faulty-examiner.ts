/** A process that does not do what it should, for the tests of the shell's side: its argument names the fault. */
import { type FromExaminer, toExaminer } from '../../main/file-examiner/messages.ts';

const say = (message: FromExaminer | { type: 'done'; call: number; examination: object }) =>
  process.send?.(message);
const [, , fault] = process.argv;
let count = 0;

process.on('disconnect', () => process.exit());
process.on('message', (message) => {
  const { call } = toExaminer.parse(message);
  count += 1;
  say({ type: 'began', call });
  if (fault === 'hangs') for (;;);
  if (fault === 'exits') process.exit(3);
  if (fault === 'lies') say({ type: 'done', call, examination: { outcome: 'examined', shownAs: 'program' } });
  if (fault === 'counts') {
    say({ type: 'done', call: call + 1000, examination: { outcome: 'notDone', detail: 'of another call' } });
    say({ type: 'done', call, examination: { outcome: 'notDone', detail: `${process.pid} ${count}` } });
  }
});
if (fault === 'neverStarts') process.exit(9);
