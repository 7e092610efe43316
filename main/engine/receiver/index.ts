export { defaultLimits, type ReceiverLimits, type ReceiverServices } from './context.ts';
export { createReceiver, type Receiver } from './listener.ts';
export { joinReceiverThread, loadReceiverThread, type ReceiverThread } from './thread/client.ts';
