/**
 * What a feed offers. It is a folder on any server of HTTPS, as electron-builder fills one: `latest.yml` of each system,
 * its signature beside it, and the files that it names.
 */
import type { IncomingMessage } from 'node:http';
import { parse } from 'yaml';
import * as z from 'zod';
import type { UpdateFailureCode } from '#shared/contract/desktop.ts';
import { errorCode } from '../../engine/error-code.ts';
import type { HttpsGet } from '../../engine/https-get.ts';
import { isSignedBy, signatureSuffix } from './metadata-signature.ts';

/** Why nothing could be taken from a feed; `detail` is for whoever looks after it. */
export class UpdateFailure extends Error {
  readonly code: UpdateFailureCode;
  constructor(code: UpdateFailureCode, detail: string) {
    super(detail);
    this.name = 'UpdateFailure';
    this.code = code;
  }
}

/** What a failure of any kind means; one of the network where nothing else is known. */
export function asUpdateFailure(failure: unknown): UpdateFailure {
  if (failure instanceof UpdateFailure) return failure;
  const code = errorCode(failure) ?? '';
  const text = failure instanceof Error ? failure.message : String(failure);
  if (/^(ENOSPC|EDQUOT)$/.test(code)) return new UpdateFailure('diskFull', text);
  if (/^(EACCES|EPERM|EROFS)$/.test(code)) return new UpdateFailure('notWritable', text);
  if (code === 'ERR_UPDATER_INVALID_SIGNATURE') return new UpdateFailure('systemSignature', text);
  return new UpdateFailure('unreachable', text);
}

const maxMetadataBytes = 64 * 1024;
const maxSignatureBytes = 1024;
/** More than ten times what an installer has. */
const maxFileBytes = 2 * 1024 ** 3;
const maxFiles = 20;
const maxNotesLength = 16_000;
const metadataLimitMs = 30_000;

/** Three numbers alone: a version before its release is none. */
const releasedVersion = z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/);

/** A file of the feed's own folder. */
const fileName = z.string().regex(/^[\w][\w .+-]{0,200}$/);

const offeredFile = z.object({
  url: fileName,
  sha512: z.base64().length(88),
  size: z.int().positive().max(maxFileBytes),
  /** Whether Windows has to ask for an administrator. */
  isAdminRightsRequired: z.boolean().optional(),
});

const metadata = z.object({
  version: releasedVersion,
  files: z.array(offeredFile).min(1).max(maxFiles),
  releaseDate: z.iso.datetime(),
  releaseNotes: z.string().max(maxNotesLength).optional(),
});

export interface Offer {
  version: string;
  /** Plain text; empty where the version brings none. */
  notes: string;
  releasedAt: string;
  file: z.infer<typeof offeredFile>;
  /** Of the file, in the feed's folder. */
  url: URL;
}

/** What is looked for: `exe` of Windows, `zip` of macOS, `AppImage` or `deb` of Linux. */
export interface WantedPackage {
  platform: NodeJS.Platform;
  arch: string;
  extension: 'exe' | 'zip' | 'AppImage' | 'deb';
}

export interface FeedToAsk {
  /** Ends with a slash. */
  address: string;
  publicKey: string;
  get: HttpsGet;
}

/** Of electron-builder. */
export function metadataName({ platform, arch }: WantedPackage): string {
  if (platform === 'win32') return 'latest.yml';
  if (platform === 'darwin') return 'latest-mac.yml';
  return arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${arch}.yml`;
}

/** What the feed holds for this computer, whichever version that is. Rejects with an `UpdateFailure`. */
export async function askFeed(feed: FeedToAsk, wanted: WantedPackage, ended: AbortSignal): Promise<Offer> {
  const signal = AbortSignal.any([ended, AbortSignal.timeout(metadataLimitMs)]);
  const name = metadataName(wanted);
  const url = new URL(name, feed.address);
  const bytes = await readSmall(feed.get, url, maxMetadataBytes, signal);
  const signature = await readSmall(
    feed.get,
    new URL(`${name}${signatureSuffix}`, feed.address),
    maxSignatureBytes,
    signal,
  ).catch((failure: unknown) => {
    const { code, message } = asUpdateFailure(failure);
    throw new UpdateFailure(code === 'notFound' ? 'unsigned' : code, message);
  });
  // Before anything of it is read.
  if (!isSignedBy(feed.publicKey, name, bytes, signature.toString('utf8')))
    throw new UpdateFailure('wrongSignature', `${name} is not signed by the key of this installation.`);
  const { version, files, releaseDate, releaseNotes } = understood(name, bytes);
  const file = files.find((one) => isFor(one.url, wanted));
  if (file === undefined)
    throw new UpdateFailure('notFound', `${name} names no .${wanted.extension} for ${wanted.arch}.`);
  return {
    ...{ version, file, releasedAt: releaseDate, url: new URL(encodeURIComponent(file.url), feed.address) },
    notes: (releaseNotes ?? '').replaceAll(/[^\P{Cc}\n\t]/gu, '').trim(),
  };
}

const isFor = (name: string, { extension, arch }: WantedPackage): boolean =>
  name.endsWith(`.${extension}`) && name.includes('arm64') === (arch === 'arm64');

function understood(name: string, bytes: Buffer): z.infer<typeof metadata> {
  try {
    return metadata.parse(parse(bytes.toString('utf8'), { maxAliasCount: 0 }));
  } catch (failure) {
    throw new UpdateFailure(
      'notUnderstood',
      `${name}: ${failure instanceof Error ? failure.message : failure}`,
    );
  }
}

async function readSmall(get: HttpsGet, url: URL, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  try {
    const response = await getFollowing(get, url, {}, signal);
    if (response.statusCode !== 200) throw answeredOtherwise(response, url);
    const pieces: Buffer[] = [];
    let bytes = 0;
    for await (const piece of response) {
      const chunk: Buffer = piece;
      bytes += chunk.length;
      if (bytes > maxBytes) throw new UpdateFailure('tooLarge', `${url} is larger than ${maxBytes} bytes.`);
      pieces.push(chunk);
    }
    return Buffer.concat(pieces);
  } catch (failure) {
    throw asUpdateFailure(failure);
  }
}

/** What an answer with no content says. Ends it. */
export function answeredOtherwise(response: IncomingMessage, url: URL): UpdateFailure {
  response.destroy();
  const status = response.statusCode ?? 0;
  return new UpdateFailure(status === 404 ? 'notFound' : 'refused', `${url} answered ${status}.`);
}

const maxRedirects = 5;

/** Sends a GET and follows its redirects, within HTTPS alone: what comes is checked by its signature or its hash. */
export async function getFollowing(
  get: HttpsGet,
  from: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  let url = from;
  for (let hops = 0; hops <= maxRedirects; hops += 1) {
    const response = await get(url, { 'Cache-Control': 'no-cache', ...headers }, signal);
    const { statusCode = 0, headers: answered } = response;
    if (statusCode < 300 || statusCode >= 400) return response;
    response.destroy();
    const next = URL.parse(answered.location ?? '', url);
    if (next?.protocol !== 'https:')
      throw new UpdateFailure('refused', `${url} leads to an address that is not one of HTTPS.`);
    url = next;
  }
  throw new UpdateFailure('refused', `${from} leads from one address to the next without end.`);
}
