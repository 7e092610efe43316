import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { hostNamed, hostOf } from '#shared/attachment-host.ts';
import { receiverSettings, settings } from '#shared/contract/settings.ts';
import type { ThreadOptions } from '../engine/engine-protocol.ts';
import { defaultDataDir, version } from '../shell/process.ts';
import { UsageProblem } from './command.ts';

export interface ServeOptions {
  engine: ThreadOptions;
  consolePort: number;
  /** Whether the receiver's port was asked for on the command line. */
  receiverPortGiven: boolean;
}

/** The console's own port when none is given; any free one where it is taken is left to `0`. */
export const defaultConsolePort = 8651;

/** Reads the options of `serve`; throws a `UsageProblem` where one is unknown or out of its range. */
export function readServeOptions(given: string[], environment: NodeJS.ProcessEnv): ServeOptions {
  const { values } = parse(given);
  const receiver = {
    ...number(values['receiver-port'], '--receiver-port', 0, 65535, 'port'),
    ...number(values['hold-seconds'], '--hold-seconds', 0, 90, 'holdSeconds'),
    ...address(values['receiver-address']),
  };
  const { consolePort = defaultConsolePort } = number(
    values['console-port'],
    '--console-port',
    0,
    65535,
    'consolePort',
  );
  return {
    engine: {
      dataDir: resolve(values.data ?? defaultDataDir()),
      version,
      receiver,
      environmentKeys: environmentKeys(environment['PERITO_RECEIVER_KEYS'] ?? ''),
      platform: givenPlatform(values['platform-url'], environment),
      attachments: givenAttachments(values['allow-loopback-attachments'], values['attachment-host']),
    },
    consolePort,
    receiverPortGiven: receiver.port !== undefined,
  };
}

function parse(given: string[]) {
  try {
    return parseArgs({
      args: given,
      options: {
        data: { type: 'string' },
        'receiver-address': { type: 'string' },
        'receiver-port': { type: 'string' },
        'console-port': { type: 'string' },
        'hold-seconds': { type: 'string' },
        'platform-url': { type: 'string' },
        'allow-loopback-attachments': { type: 'boolean', default: false },
        'attachment-host': { type: 'string', multiple: true, default: [] },
      },
    });
  } catch (failure) {
    throw new UsageProblem(failure instanceof Error ? failure.message : String(failure));
  }
}

function number<Name extends string>(
  text: string | undefined,
  option: string,
  least: number,
  most: number,
  name: Name,
): { [Key in Name]?: number } {
  if (text === undefined) return {};
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) {
    throw new UsageProblem(`${option} takes a whole number from ${least} to ${most}, not "${text}".`);
  }
  const found: { [Key in Name]?: number } = {};
  found[name] = value;
  return found;
}

function address(text: string | undefined): { address?: string } {
  if (text === undefined) return {};
  const parsed = receiverSettings.shape.address.safeParse(text);
  if (!parsed.success) throw new UsageProblem(`--receiver-address takes an IP address, not "${text}".`);
  return { address: parsed.data };
}

/** `email:secret`, comma-separated; the value itself is never repeated in a message. */
function environmentKeys(text: string): string[] {
  const keys = text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');
  for (const [index, key] of keys.entries()) {
    if (!/^[^:]+:.+$/.test(key)) {
      throw new UsageProblem(`Key ${index + 1} of PERITO_RECEIVER_KEYS is not of the form email:secret.`);
    }
  }
  return keys;
}

export type GivenPlatform = NonNullable<ThreadOptions['platform']>;

/**
 * The platform for this run: `--platform-url`, and the key of `PERITO_PLATFORM_KEY`, which is never repeated in a
 * message. Throws a `UsageProblem` where one is not of its form.
 */
export function givenPlatform(url: string | undefined, environment: NodeJS.ProcessEnv): GivenPlatform {
  const key = environment['PERITO_PLATFORM_KEY']?.trim();
  if (url !== undefined && !isAddress(url)) {
    throw new UsageProblem(`--platform-url takes an http or https address, not "${url}".`);
  }
  if (key && !isKey(key) && !isKey(Buffer.from(key, 'base64').toString('utf8'))) {
    throw new UsageProblem('PERITO_PLATFORM_KEY is not of the form email:secret.');
  }
  return { ...(url !== undefined && { url }), ...(key && { key }) };
}

const isAddress = (url: string): boolean =>
  url !== '' && settings.shape.platform.shape.baseUrl.safeParse(url).success;
const isKey = (text: string): boolean => /^[^:]+:.+$/.test(text);

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
