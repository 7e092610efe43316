import { hostOf } from '#shared/attachment-host.ts';
import type { AttachmentProblemCode } from '#shared/attachment-terms.ts';
import { checkUrl } from './guard/check-url.ts';
import { openNetwork } from './guard/network.ts';
import { FetchError } from './guard/not-fetched.ts';

/**
 * What is wrong with an address that can be said without calling anybody, whoever approves its host: nobody is asked to
 * approve what would be refused all the same. Null where nothing is.
 */
export function addressProblem(
  url: URL,
  allowLoopback: boolean,
): { problem: AttachmentProblemCode; detail: string | null } | null {
  const host = hostOf(url);
  const approved = host === null ? [] : [{ host, allowHttp: true }];
  try {
    checkUrl(url, { approved, allowLoopback, platform: null }, openNetwork);
    return null;
  } catch (failure) {
    if (!(failure instanceof FetchError)) throw failure;
    return { problem: failure.problem, detail: failure.detail };
  }
}
