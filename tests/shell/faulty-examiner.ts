/** A process that does not do what it should, for the tests of the shell's side: its argument names the fault. */
import { type FromExaminer, toExaminer } from '../../main/file-examiner/messages.ts';

const send = (message: FromExaminer) => process.send?.(message);
const [, , fault] = process.argv;
let count = 0;

process.on('disconnect', () => process.exit());
process.on('message', (message) => {
  const { call } = toExaminer.parse(message);
  count += 1;
  send({ type: 'began', call });
  if (fault === 'hangs') for (;;);
  if (fault === 'exits') process.exit(3);
  if (fault === 'lies') send({ type: 'done', call, answer: { outcome: 'examined', shownAs: 'program' } });
  if (fault === 'counts') {
    send({ type: 'done', call: call + 1000, answer: { outcome: 'notDone', detail: 'of another call' } });
    send({ type: 'done', call, answer: { outcome: 'notDone', detail: `${process.pid} ${count}` } });
  }
});
if (fault === 'neverStarts') process.exit(9);
