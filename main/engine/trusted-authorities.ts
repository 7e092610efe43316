/** Whom this computer trusts, for connections of the shell that look at certificates themselves. */
export { createTlsContext, readCaCertificatesInThread, type TlsContext } from './outbound/index.ts';
