export { defaultLimits, type ReceiverLimits } from './context.ts';
export { createReceiver, type Receiver } from './listener.ts';
export { joinReceiverThread, loadReceiverThread } from './thread/client.ts';
