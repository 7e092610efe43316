import { isIPv6 } from 'node:net';
import type { ThreadOptions } from '../engine/worker-messages.ts';
import { UsageProblem } from './command.ts';

export type GivenAttachments = NonNullable<ThreadOptions['attachments']>;

/**
 * Where photos and papers may come from in this run: addresses of this machine, and hosts as `URL.hostname` writes
 * them. Throws a `UsageProblem` where one is not a host alone.
 */
export function givenAttachments(allowLoopback: boolean, hosts: readonly string[]): GivenAttachments {
  return { allowLoopback, hosts: [...new Set(hosts.map(host))] };
}

function host(given: string): string {
  const found = hostAlone(isIPv6(given) ? `[${given}]` : given.replace(/\.$/, ''));
  if (found !== null) return found;
  // What stands before it in an address may be a user's name and password, and is not repeated.
  const meant = hostAlone(URL.parse(given.includes('://') ? given : `http://${given}`)?.hostname ?? '');
  throw new UsageProblem(
    meant === null
      ? '--attachment-host takes a name or an IP address alone, for example "fotos.example"; repeat the option for each.'
      : `--attachment-host takes a name or an IP address alone, without scheme, port or path: write "${meant}".`,
  );
}

/** Null where it is none, or more than one. */
function hostAlone(name: string): string | null {
  const isName = name.split('.').every((label) => /^[^\s:/?#@\\*%[\]]+$/.test(label));
  const isAddress = /^\[[^\]]+\]$/.test(name);
  return isName || isAddress ? (URL.parse(`http://${name}`)?.hostname ?? null) : null;
}
