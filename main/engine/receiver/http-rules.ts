/** What RFC 9110 and 9112 ask of a request beyond what Node's parser checks. */
import type { IncomingMessage } from 'node:http';
import { ProblemError } from './problems.ts';

type RequestHead = Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'httpVersion'>;

/** Why a request is refused whoever sends it, or null. */
export function httpRuleProblem(message: RequestHead): ProblemError | null {
  if (!namesOneHost(message)) {
    return new ProblemError('host-missing', 'Send one Host header (RFC 9112, 3.2).');
  }
  if (expectationOf(message) === 'unknown') {
    return new ProblemError(
      'expectation-failed',
      'Of Expect only 100-continue is known here. Send it without.',
    );
  }
  const coding = message.headers['transfer-encoding'];
  if (coding !== undefined && !/^\s*chunked\s*$/i.test(coding)) {
    return new ProblemError(
      'transfer-coding-not-supported',
      'Of Transfer-Encoding only chunked is known here. Send the body as it is.',
    );
  }
  return null;
}

/** Whether the sender waits for `100 Continue` before it sends its body (RFC 9110, 10.1.1). */
export function waitsForContinue(message: RequestHead): boolean {
  return expectationOf(message) === 'continue';
}

function expectationOf({ headers, httpVersion }: RequestHead): 'none' | 'continue' | 'unknown' {
  // An older HTTP has no expectations, and passes over the header.
  if (headers.expect === undefined || httpVersion !== '1.1') return 'none';
  const isKnown = headers.expect
    .split(',')
    .every((expectation) => /^\s*(100-continue\s*)?$/i.test(expectation));
  return isKnown ? 'continue' : 'unknown';
}

function namesOneHost({ rawHeaders, httpVersion }: RequestHead): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1');
}
