export { configurationName, type ReceiverConfiguration, readConfiguration } from './configuration.ts';
export { connectReceiver, type ReceiverConnection } from './connection.ts';
export { ReceiverProblem, startReceiverThread } from './owner.ts';
