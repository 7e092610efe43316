/** What RFC 9110, 9112 and 9113 ask of a request beyond what Node's parsers check. */
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
  if (headers.expect === undefined || isBefore11(httpVersion)) return 'none';
  const isKnown = headers.expect
    .split(',')
    .every((expectation) => /^\s*(100-continue\s*)?$/i.test(expectation));
  return isKnown ? 'continue' : 'unknown';
}

function namesOneHost({ rawHeaders, httpVersion }: RequestHead): boolean {
  let hosts = 0;
  let authorities = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase();
    if (name === 'host') hosts += 1;
    // In HTTP/2 it stands in the place of Host, and a sender may write both (RFC 9113, 8.3.1).
    else if (name === ':authority') authorities += 1;
  }
  return (hosts === 0 ? authorities : hosts) === 1 || (hosts === 0 && isBefore11(httpVersion));
}

const isBefore11 = (httpVersion: string): boolean => httpVersion === '1.0' || httpVersion === '0.9';
