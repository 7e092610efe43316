export type { CallerAddress } from './caller-address.ts';
export { configurationName, type ReceiverConfiguration, readConfiguration } from './configuration.ts';
export { connectReceiver, type ReceiverConnection } from './connection.ts';
export { newOwnCallNonce, ownCallHeader, reachAnswer, reachPath } from './own-calls.ts';
export { ReceiverProblem, startReceiverThread } from './owner.ts';
export { readAuthorities } from './tls/authorities.ts';
export { checkCertificate, hostOfAddress } from './tls/certificate.ts';
export { passphraseAccount } from './tls/passphrase.ts';
export { makeTrialCertificate } from './tls/trial.ts';
