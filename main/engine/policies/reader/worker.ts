/** Entry of the thread that reads files of policies. */
import { runReaderThread } from './run.ts';

await runReaderThread();
