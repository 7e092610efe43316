/** What all calls that go out have in common. */
export { contextTrusting, readAuthorities } from './authorities.ts';
export { decompressed, isPlain, UnknownEncoding } from './decompressed.ts';
export { isTlsError, isWordOfDecompression, isWordOfParser, networkErrorCode } from './failure-word.ts';
export { readInThread } from './read-in-thread.ts';
export { createTrust, logUntrusted, type TlsContext } from './trust.ts';
