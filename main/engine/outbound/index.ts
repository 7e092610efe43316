/** Outgoing calls: one client, what it trusts, and how its errors are told apart. */
export {
  classifyNetworkError,
  type NetworkErrorKind,
  networkErrorCode,
  UnknownEncoding,
} from './errors.ts';
export { bodyOf, ClosedUnanswered, openSocket, sendGet, sendRequest, startTls } from './http-client.ts';
export {
  createTlsContext,
  logAuthorityFileFailure,
  logBundledCertificatesOnly,
  outgoingTrust,
  readCaCertificates,
  readCaCertificatesInThread,
  reportTrust,
  type TlsContext,
} from './trust.ts';
