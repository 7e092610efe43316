/** What all calls that go out have in common. */
export { decompressed, isPlain, UnknownEncoding } from './decompressed.ts';
export { failureWord, isWordOfDecompression, isWordOfParser, isWordOfTls } from './failure-word.ts';
