/** Entry of the thread that fetches files. */
import { runFetcherThread } from './run.ts';

runFetcherThread();
