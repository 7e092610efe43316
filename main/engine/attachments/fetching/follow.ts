import type { IncomingMessage } from 'node:http';
import { checkTarget, type Target } from '../guard/check-target.ts';
import { connectChecked } from '../guard/dial.ts';
import type { Network } from '../guard/network.ts';
import { FetchError } from '../guard/not-fetched.ts';
import { ask } from './ask.ts';
import { redirectOf } from './redirect.ts';
import type { FetchHop, FetchRules } from './task.ts';

const maximumRedirects = 5;

export interface Following {
  rules: FetchRules;
  network: Network;
  signal: AbortSignal;
  /** Called whenever the other side has done something. */
  onSign(): void;
  onHop(hop: FetchHop): void;
}

/**
 * The answer at the end of all redirects, each checked and dialled like the first. Throws `FetchError`, or what the
 * connection says.
 */
export async function follow(start: URL, following: Following): Promise<IncomingMessage> {
  const { rules, network, signal, onSign, onHop } = following;
  let url = start;
  // A chain that has left the platform never has the key again, though it come back.
  let key = rules.platform?.key ?? null;
  for (let hop = 0; hop <= maximumRedirects; hop += 1) {
    const target = await checkHop(url, hop, following);
    onSign();
    onHop({ host: target.host, needsHttp: target.url.protocol === 'http:' && !target.isLoopback });
    if (!mayHaveKey(target, rules)) key = null;
    const socket = await connectChecked(target, network, signal);
    onSign();
    const response = await ask(socket, target.url, key);
    onSign();
    try {
      const next = redirectOf(response, target.url);
      if (next === null) return response;
      url = next;
    } catch (cause) {
      response.destroy();
      throw cause;
    }
    response.destroy();
  }
  throw new FetchError('tooManyRedirects', String(maximumRedirects));
}

async function checkHop(url: URL, hop: number, { rules, network, signal }: Following): Promise<Target> {
  try {
    return await checkTarget(url, rules, network, signal);
  } catch (cause) {
    if (hop === 0 || !(cause instanceof FetchError) || cause.host === null) throw cause;
    throw new FetchError('redirectHostNotApproved', null, { host: cause.host });
  }
}

function mayHaveKey({ url, isLoopback }: Target, { platform }: FetchRules): boolean {
  return platform !== null && url.origin === platform.origin && (url.protocol === 'https:' || isLoopback);
}
