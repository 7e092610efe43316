import {
  isTlsError,
  isWordOfDecompression,
  isWordOfParser,
  networkErrorCode,
  UnknownEncoding,
} from '../../outbound/index.ts';
import { FetchError } from '../guard/not-fetched.ts';
import type { FetchOutcome } from './task.ts';

/** What ended a fetch, as data. */
export function outcomeOf(cause: unknown): Extract<FetchOutcome, { outcome: 'notFetched' }> {
  const { problem, detail, host, retryAfterSeconds } =
    cause instanceof FetchError ? cause : problemOfAnswer(cause);
  return { outcome: 'notFetched', problem, detail, host, retryAfterSeconds };
}

/** What the connection, the parser or the decompressor throws while an answer is read. */
function problemOfAnswer(cause: unknown): FetchError {
  if (cause instanceof UnknownEncoding) return new FetchError('encodingNotAllowed', cause.message);
  const word = networkErrorCode(cause);
  if (isWordOfParser(word)) return new FetchError('notHttp', word);
  if (isWordOfDecompression(word)) return new FetchError('badEncoding', word);
  if (isTlsError(word)) return new FetchError('tls', word);
  if (closingWords.has(word)) return new FetchError('closedEarly', word);
  // Anything else is a fault of this side; its message may hold what must not be shown.
  return new FetchError('writeFailed', word);
}

const closingWords: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENETRESET',
  'ENETDOWN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_STREAM_PREMATURE_CLOSE',
]);
