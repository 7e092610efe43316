import {
  failureWord,
  isWordOfDecompression,
  isWordOfParser,
  isWordOfTls,
  UnknownEncoding,
} from '../../outbound/index.ts';
import { NotFetched } from '../guard/not-fetched.ts';
import type { FetchOutcome } from './task.ts';

/** What ended a fetch, as data. */
export function outcomeOf(cause: unknown): Extract<FetchOutcome, { outcome: 'notFetched' }> {
  const { problem, detail, host, retryAfterSeconds } =
    cause instanceof NotFetched ? cause : problemOfAnswer(cause);
  return { outcome: 'notFetched', problem, detail, host, retryAfterSeconds };
}

/** What the connection, the parser or the decompressor throws while an answer is read. */
function problemOfAnswer(cause: unknown): NotFetched {
  if (cause instanceof UnknownEncoding) return new NotFetched('encodingNotAllowed', cause.message);
  const word = failureWord(cause);
  if (isWordOfParser(word)) return new NotFetched('notHttp', word);
  if (isWordOfDecompression(word)) return new NotFetched('badEncoding', word);
  if (isWordOfTls(word)) return new NotFetched('tls', word);
  if (closingWords.has(word)) return new NotFetched('closedEarly', word);
  // Anything else is a fault of this side; its message may hold what must not be shown.
  return new NotFetched('writeFailed', word);
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
