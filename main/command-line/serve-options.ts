import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { hostNamed, hostOf } from '#shared/attachment-host.ts';
import { isClientSecret } from '#shared/contract/open-id.ts';
import {
  type CertificateFiles,
  certificateFiles,
  receiverSettings,
  settings,
} from '#shared/contract/settings.ts';
import type { ThreadOptions } from '../engine/engine-protocol.ts';
import { ContentPlaceProblem, placeAddressOf } from '../engine/place-address.ts';
import { findKeptFolder } from '../shell/data-folder.ts';
import { version } from '../shell/process.ts';
import { parseOptions, UsageProblem, wholeNumber } from './command.ts';
import { withCredentials } from './credentials.ts';
import { readDataFolder } from './data-folder.ts';
import { refuseInside } from './outside.ts';

export interface ServeOptions {
  engine: ThreadOptions;
  /** Address of the database of a new data directory; undefined where it keeps its data in files, or says itself where. */
  database: string | undefined;
  /** Where all that is committed is copied in this run; undefined where what is configured holds. */
  secondCopy: string | undefined;
  /** Whether the data directory was named on the command line. */
  isFolderGiven: boolean;
  /** Whose data it is known to hold, where a person chose it earlier. */
  expects: string | undefined;
  consolePort: number;
  /** Where the console listens beyond this computer, and by which certificate; undefined where it does not. */
  consoleBeyond:
    | { host: string; files: CertificateFiles; trustedProxies?: readonly string[] | undefined }
    | undefined;
  /** The passphrase of the certificate's key, where it was given; its file is not read yet. */
  certificatePassphrase: { text: string | undefined; file: string | undefined };
  /** Whether the receiver's port was asked for on the command line. */
  receiverPortGiven: boolean;
}

/** The console's own port when none is given; any free one where it is taken is left to `0`. */
const defaultConsolePort = '8651';

/** Reads the options of `serve`; throws a `UsageProblem` where one is unknown or out of its range. */
export function readServeOptions(args: string[], given: NodeJS.ProcessEnv): ServeOptions {
  const environment = withCredentials(given);
  const { values } = parseOptions(
    {
      args,
      options: {
        data: { type: 'string' },
        database: { type: 'string' },
        'receiver-address': { type: 'string' },
        'receiver-port': { type: 'string' },
        'console-port': { type: 'string', default: defaultConsolePort },
        'hold-seconds': { type: 'string' },
        'platform-url': { type: 'string' },
        'allow-loopback-attachments': { type: 'boolean', default: false },
        'attachment-host': { type: 'string', multiple: true, default: [] },
        'second-copy': { type: 'string' },
        attachments: { type: 'string' },
        'console-host': { type: 'string' },
        'console-tls-cert': { type: 'string' },
        'console-tls-key': { type: 'string' },
        'console-trusted-proxy': { type: 'string', multiple: true, default: [] },
        'tls-cert': { type: 'string' },
        'tls-key': { type: 'string' },
        'tls-pfx': { type: 'string' },
        'tls-passphrase-file': { type: 'string' },
        'ca-file': { type: 'string' },
        'public-url': { type: 'string' },
        'trusted-proxy': { type: 'string', multiple: true, default: [] },
      },
    },
    { doesLastCount: true },
  );
  const { 'receiver-port': port, 'hold-seconds': holdSeconds, 'receiver-address': address } = values;
  const dataDir = readDataFolder(values.data);
  const tls = readTls(values);
  const consoleBeyond = readConsoleHost(values, tls);
  const trustedProxies = readTrustedProxies('--trusted-proxy', values['trusted-proxy']);
  return {
    engine: {
      dataDir,
      version,
      receiver: {
        ...(port !== undefined && { port: wholeNumber(port, '--receiver-port', 65535) }),
        ...(holdSeconds !== undefined && { holdSeconds: wholeNumber(holdSeconds, '--hold-seconds', 90) }),
        ...(address !== undefined && { address: readAddress(address) }),
        ...(tls !== undefined && { tls }),
        ...readPublicUrl(values['public-url']),
        ...(trustedProxies !== undefined && { trustedProxies }),
      },
      ...(values['ca-file'] !== undefined && { authorityFile: resolve(values['ca-file']) }),
      ...(isOpenedByOthers(consoleBeyond) && { isOffice: true }),
      ...readArchiveKey(environment),
      environmentKeys: readReceiverKeys(environment['PERITO_RECEIVER_KEYS'] ?? ''),
      platform: readPlatform(values['platform-url'], environment),
      ...readOpenIdSecret(environment),
      attachments: {
        ...readAttachmentHosts(values['allow-loopback-attachments'], values['attachment-host']),
        ...(values.attachments !== undefined && { place: readAttachmentsPlace(values.attachments, dataDir) }),
      },
    },
    database: values.database,
    secondCopy: readSecondCopy(values['second-copy'], dataDir),
    isFolderGiven: values.data !== undefined,
    expects: values.data === undefined ? findKeptFolder()?.installationId : undefined,
    consoleBeyond,
    consolePort: wholeNumber(values['console-port'], '--console-port', 65535),
    certificatePassphrase: {
      text: environment['PERITO_TLS_PASSPHRASE'] || undefined,
      file: values['tls-passphrase-file'],
    },
    receiverPortGiven: port !== undefined,
  };
}

/** Its whole path. Throws a `UsageProblem` where it is, or lies in, the data directory, with which it would be lost. */
function readSecondCopy(folder: string | undefined, dataDir: string): string | undefined {
  if (folder === undefined) return undefined;
  refuseInside(dataDir, folder, '--second-copy takes a folder');
  return resolve(folder);
}

/**
 * Where photos and papers are kept besides the data directory, as it is kept from then on. Throws a `UsageProblem` where it is no
 * place, or lies in the data directory.
 */
export function readAttachmentsPlace(text: string, dataDir: string): string {
  try {
    const address = placeAddressOf(text);
    if (address.kind === 'folder') refuseInside(dataDir, address.folder, '--attachments takes a folder');
    return address.text;
  } catch (failure) {
    if (failure instanceof ContentPlaceProblem) throw new UsageProblem(`--attachments: ${failure.message}`);
    throw failure;
  }
}

function readAddress(text: string): string {
  const parsed = receiverSettings.shape.address.safeParse(text);
  if (!parsed.success) throw new UsageProblem(`--receiver-address takes an IP address, not "${text}".`);
  return parsed.data;
}

type ReceiverOptions = NonNullable<ThreadOptions['receiver']>;

/** The certificate for this run: two PEM files, or one PKCS 12. Throws a `UsageProblem` where it is neither. */
function readTls(given: {
  'tls-cert'?: string | undefined;
  'tls-key'?: string | undefined;
  'tls-pfx'?: string | undefined;
}): CertificateFiles | undefined {
  const { 'tls-cert': certificateFile, 'tls-key': keyFile, 'tls-pfx': file } = given;
  if (certificateFile === undefined && keyFile === undefined && file === undefined) return undefined;
  const isPem = certificateFile !== undefined && keyFile !== undefined && file === undefined;
  const isPfx = certificateFile === undefined && keyFile === undefined && file !== undefined;
  if (!isPem && !isPfx)
    throw new UsageProblem('TLS takes --tls-cert and --tls-key together, or --tls-pfx alone.');
  const read = certificateFiles.safeParse(
    isPem
      ? { mode: 'pem', certificateFile: resolve(certificateFile), keyFile: resolve(keyFile) }
      : { mode: 'pfx', file: resolve(file ?? '') },
  );
  if (!read.success) throw new UsageProblem('--tls-cert, --tls-key and --tls-pfx take a file each.');
  return read.data;
}

/** By themselves, or through a proxy of this computer. */
const isOpenedByOthers = (beyond: ServeOptions['consoleBeyond']): boolean =>
  beyond !== undefined && (!isLoopback(beyond.host) || (beyond.trustedProxies ?? []).length > 0);

/** Addresses that only this computer reaches. */
const isLoopback = (address: string): boolean => /^127\.|^::1$/.test(address);

/**
 * Where the console listens beyond this computer: by a certificate of its own, or that of the receiver in this run. Throws a
 * `UsageProblem` where there is neither, since whoever is on the way could read along and sign in.
 */
function readConsoleHost(
  given: {
    'console-host'?: string | undefined;
    'console-tls-cert'?: string | undefined;
    'console-tls-key'?: string | undefined;
    'console-trusted-proxy': readonly string[];
  },
  ofReceiver: CertificateFiles | undefined,
): ServeOptions['consoleBeyond'] {
  const { 'console-host': text, 'console-tls-cert': certificateFile, 'console-tls-key': keyFile } = given;
  const hasOwn = certificateFile !== undefined || keyFile !== undefined;
  if (hasOwn && (certificateFile === undefined || keyFile === undefined))
    throw new UsageProblem('--console-tls-cert and --console-tls-key go together.');
  const proxies = readTrustedProxies('--console-trusted-proxy', given['console-trusted-proxy']);
  if (text === undefined) {
    if (proxies !== undefined)
      throw new UsageProblem(
        '--console-trusted-proxy goes with --console-host and a certificate: the proxy calls the console over TLS too.',
      );
    if (hasOwn) throw new UsageProblem('--console-tls-cert goes with --console-host.');
    return undefined;
  }
  const host = receiverSettings.shape.address.safeParse(text);
  if (!host.success) throw new UsageProblem(`--console-host takes an IP address, not "${text}".`);
  const own = hasOwn ? readTls({ 'tls-cert': certificateFile, 'tls-key': keyFile }) : ofReceiver;
  if (own !== undefined) return { host: host.data, files: own, trustedProxies: proxies };
  if (host.data === '127.0.0.1' && proxies === undefined) return undefined;
  throw new UsageProblem(
    isLoopback(host.data)
      ? 'Without TLS the console listens on 127.0.0.1 alone; leave --console-host out, or give a certificate.'
      : `The console is not served on ${host.data} without TLS: whoever is on the way could read everything and sign in. Give --console-tls-cert and --console-tls-key, or the certificate of the receiver with --tls-cert and --tls-key or --tls-pfx.`,
  );
}

function readPublicUrl(text: string | undefined): Pick<ReceiverOptions, 'publicUrl'> {
  if (text === undefined) return {};
  const read = receiverSettings.shape.publicUrl.safeParse(text);
  if (read.success && read.data !== '') return { publicUrl: read.data };
  // It may hold a name and password, so it is not repeated.
  throw new UsageProblem(
    '--public-url takes an http or https address without user, query or fragment, for example "https://perito.example".',
  );
}

function readTrustedProxies(option: string, texts: readonly string[]): string[] | undefined {
  if (texts.length === 0) return undefined;
  const read = receiverSettings.shape.trustedProxies.safeParse(texts);
  if (read.success) return read.data;
  throw new UsageProblem(
    `${option} takes an IP address, or a network as 10.0.0.0/8; repeat the option for each, 50 at most.`,
  );
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

/** Never repeated in a message. */
function readOpenIdSecret(environment: NodeJS.ProcessEnv): Pick<ThreadOptions, 'openIdSecret'> {
  const secret = environment['PERITO_OIDC_CLIENT_SECRET']?.trim();
  if (!secret) return {};
  if (!isClientSecret(secret))
    throw new UsageProblem('PERITO_OIDC_CLIENT_SECRET is no client secret of a provider.');
  return { openIdSecret: secret };
}

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
