import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { hostNamed, hostOf } from '#shared/attachment-host.ts';
import { receiverSettings, settings } from '#shared/contract/settings.ts';
import type { ThreadOptions } from '../engine/engine-protocol.ts';
import { findKeptFolder } from '../shell/data-folder.ts';
import { defaultDataDir, version } from '../shell/process.ts';
import { parseOptions, UsageProblem, wholeNumber } from './command.ts';
import { refuseInside } from './outside.ts';

export interface ServeOptions {
  engine: ThreadOptions;
  /** Where all that is committed is copied in this run; undefined where what is configured holds. */
  secondCopy: string | undefined;
  /** Whether the data directory was named on the command line. */
  isFolderGiven: boolean;
  /** Whose data it is known to hold, where a person chose it earlier. */
  expects: string | undefined;
  consolePort: number;
  /** Whether the receiver's port was asked for on the command line. */
  receiverPortGiven: boolean;
}

/** The console's own port when none is given; any free one where it is taken is left to `0`. */
const defaultConsolePort = '8651';

/** Reads the options of `serve`; throws a `UsageProblem` where one is unknown or out of its range. */
export function readServeOptions(args: string[], environment: NodeJS.ProcessEnv): ServeOptions {
  const { values } = parseOptions(
    {
      args,
      options: {
        data: { type: 'string' },
        'receiver-address': { type: 'string' },
        'receiver-port': { type: 'string' },
        'console-port': { type: 'string', default: defaultConsolePort },
        'hold-seconds': { type: 'string' },
        'platform-url': { type: 'string' },
        'allow-loopback-attachments': { type: 'boolean', default: false },
        'attachment-host': { type: 'string', multiple: true, default: [] },
        'second-copy': { type: 'string' },
      },
    },
    { doesLastCount: true },
  );
  const { 'receiver-port': port, 'hold-seconds': holdSeconds, 'receiver-address': address } = values;
  const dataDir = resolve(values.data ?? defaultDataDir());
  return {
    engine: {
      dataDir,
      version,
      receiver: {
        ...(port !== undefined && { port: wholeNumber(port, '--receiver-port', 65535) }),
        ...(holdSeconds !== undefined && { holdSeconds: wholeNumber(holdSeconds, '--hold-seconds', 90) }),
        ...(address !== undefined && { address: readAddress(address) }),
      },
      ...readArchiveKey(environment),
      environmentKeys: readReceiverKeys(environment['PERITO_RECEIVER_KEYS'] ?? ''),
      platform: readPlatform(values['platform-url'], environment),
      attachments: readAttachmentHosts(values['allow-loopback-attachments'], values['attachment-host']),
    },
    secondCopy: readSecondCopy(values['second-copy'], dataDir),
    isFolderGiven: values.data !== undefined,
    expects: values.data === undefined ? findKeptFolder()?.installationId : undefined,
    consolePort: wholeNumber(values['console-port'], '--console-port', 65535),
    receiverPortGiven: port !== undefined,
  };
}

/** Its whole path. Throws a `UsageProblem` where it is, or lies in, the data directory, with which it would be lost. */
function readSecondCopy(folder: string | undefined, dataDir: string): string | undefined {
  if (folder === undefined) return undefined;
  refuseInside(dataDir, folder, '--second-copy takes a folder');
  return resolve(folder);
}

function readAddress(text: string): string {
  const parsed = receiverSettings.shape.address.safeParse(text);
  if (!parsed.success) throw new UsageProblem(`--receiver-address takes an IP address, not "${text}".`);
  return parsed.data;
}

/** The key by which archives are signed, on a machine without a keychain. */
function readArchiveKey({ PERITO_ARCHIVE_KEY: key }: NodeJS.ProcessEnv): { archiveKey?: string } {
  return key ? { archiveKey: key } : {};
}

/** `email:secret`, comma-separated; the value itself is never repeated in a message. */
function readReceiverKeys(text: string): string[] {
  const keys = text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');
  for (const [index, key] of keys.entries()) {
    if (!isKey(key)) {
      throw new UsageProblem(`Key ${index + 1} of PERITO_RECEIVER_KEYS is not of the form email:secret.`);
    }
  }
  return keys;
}

const isKey = (text: string): boolean => /^[^:]+:.+$/.test(text);

export type PlatformOptions = NonNullable<ThreadOptions['platform']>;

/**
 * The platform for this run: `--platform-url`, and the key of `PERITO_PLATFORM_KEY`, which is never repeated in a
 * message. Throws a `UsageProblem` where one is not of its form.
 */
export function readPlatform(url: string | undefined, environment: NodeJS.ProcessEnv): PlatformOptions {
  const key = environment['PERITO_PLATFORM_KEY']?.trim();
  const isAddress = url !== '' && settings.shape.platform.shape.baseUrl.safeParse(url).success;
  if (url !== undefined && !isAddress) {
    throw new UsageProblem(`--platform-url takes an http or https address, not "${url}".`);
  }
  if (key && !isKey(key) && !isKey(Buffer.from(key, 'base64').toString('utf8'))) {
    throw new UsageProblem('PERITO_PLATFORM_KEY is not of the form email:secret.');
  }
  return { ...(url !== undefined && { url }), ...(key && { key }) };
}

type AttachmentOptions = NonNullable<ThreadOptions['attachments']>;

/**
 * Where photos and papers may come from in this run: addresses of this machine, and hosts, each at one port, as `hostOf`
 * writes them. Throws a `UsageProblem` where one is not a host, or names more than a host and its port.
 */
function readAttachmentHosts(allowLoopback: boolean, hosts: readonly string[]): AttachmentOptions {
  return { allowLoopback, hosts: [...new Set(hosts.map(readHost))] };
}

function readHost(text: string): string {
  const found = hostNamed(isIPv6(text) ? `[${text}]` : text);
  if (found !== null) return found;
  const [, beforePort] = /^(.*[^:]):[^:/@\]]*$/.exec(text) ?? [];
  const named = beforePort === undefined ? null : hostNamed(beforePort);
  if (named !== null) {
    throw new UsageProblem(
      `--attachment-host takes a port from 1 to 65535 after "${named}:", or none for 443, that of https.`,
    );
  }
  // What stands before it in an address may be a user's name and password, and is not repeated.
  const url = URL.parse(text.includes('://') ? text : `https://${text}`);
  const meant = url === null ? null : hostNamed(hostOf(url) ?? '');
  throw new UsageProblem(
    meant === null
      ? '--attachment-host takes a name or an IP address, and a port where it is not 443, for example "fotos.example" or "[2001:db8::1]:8443"; repeat the option for each.'
      : `--attachment-host takes a name or an IP address, and a port where it is not 443, without scheme or path: write "${meant}".`,
  );
}
