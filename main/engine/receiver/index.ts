export type { ReceiverConfiguration } from './configuration.ts';
export { connectReceiver, type ReceiverConnection } from './connection.ts';
export { ReceiverProblem, startReceiverThread } from './owner.ts';
