/** Entry of the thread that reads large bodies. */
import { answerTasks } from '../task-thread.ts';
import { readLargeBody } from './read-large-body.ts';

answerTasks(readLargeBody);
