/** The receiver's thread, for the shell that owns it: it outlives the engine. */
export { ReceiverProblem, type ReceiverThread, startReceiverThread } from './receiver/owner.ts';
export { passphraseAccount } from './receiver/tls/passphrase.ts';
export type { StartProgress } from './store/index.ts';
