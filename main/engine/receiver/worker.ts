/** Entry of the receiver's thread. */
import { runReceiverThread } from './thread/run.ts';

runReceiverThread();
