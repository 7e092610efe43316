export { defaultLimits, type ReceiverLimits } from './limits.ts';
export { createReceiver, type Receiver } from './receiver.ts';
export type { ReceiverDependencies } from './rooms.ts';
export { joinReceiverThread, loadReceiverThread, type ReceiverThread } from './thread/start.ts';
