/** What all calls that go out have in common. */

export { isTlsError, isWordOfDecompression, isWordOfParser, networkErrorCode } from './errors.ts';
export { decompressed, isPlain, readBody, UnknownEncoding } from './http-client.ts';
export {
  contextTrusting,
  createTlsContext,
  logBundledCertificatesOnly,
  readCaCertificates,
  readCaCertificatesInThread,
  type TlsContext,
} from './trust.ts';
