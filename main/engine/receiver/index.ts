export type { Receiver } from './listener.ts';
export { joinReceiverThread, loadReceiverThread } from './thread/client.ts';
