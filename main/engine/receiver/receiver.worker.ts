/** Entry of the receiver's thread. */
import { parentPort, workerData } from 'node:worker_threads';
import { runReceiverThread } from './thread.ts';

if (parentPort === null) throw new Error('The receiver runs in a thread.');
await runReceiverThread(parentPort, workerData);
