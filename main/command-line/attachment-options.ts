import { isIPv6 } from 'node:net';
import { hostNamed, hostOf } from '#shared/attachment-host.ts';
import type { ThreadOptions } from '../engine/worker-messages.ts';
import { UsageProblem } from './command.ts';

export type GivenAttachments = NonNullable<ThreadOptions['attachments']>;

/**
 * Where photos and papers may come from in this run: addresses of this machine, and hosts, each at one port, as `hostOf`
 * writes them. Throws a `UsageProblem` where one is not a host, or names more than a host and its port.
 */
export function givenAttachments(allowLoopback: boolean, hosts: readonly string[]): GivenAttachments {
  return { allowLoopback, hosts: [...new Set(hosts.map(host))] };
}

function host(given: string): string {
  const found = hostNamed(isIPv6(given) ? `[${given}]` : given);
  if (found !== null) return found;
  const [, beforePort] = /^(.*[^:]):[^:/@\]]*$/.exec(given) ?? [];
  const named = beforePort === undefined ? null : hostNamed(beforePort);
  if (named !== null) {
    throw new UsageProblem(
      `--attachment-host takes a port from 1 to 65535 after "${named}:", or none for 443, that of https.`,
    );
  }
  // What stands before it in an address may be a user's name and password, and is not repeated.
  const url = URL.parse(given.includes('://') ? given : `https://${given}`);
  const meant = url === null ? null : hostNamed(hostOf(url) ?? '');
  throw new UsageProblem(
    meant === null
      ? '--attachment-host takes a name or an IP address, and a port where it is not 443, for example "fotos.example" or "[2001:db8::1]:8443"; repeat the option for each.'
      : `--attachment-host takes a name or an IP address, and a port where it is not 443, without scheme or path: write "${meant}".`,
  );
}
