/** Where photos and papers are kept beyond the data directory: a folder, or a prefix of a bucket of an S3-compatible store. */
import { isIPv4, isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import type { AttachmentsPlaceProblem } from '#shared/contract/database.ts';

export type PlaceAddress =
  | { kind: 'folder'; text: string; folder: string }
  | {
      kind: 's3';
      text: string;
      /** Without a path: `https://s3.example:9000`. */
      endpoint: URL;
      region: string;
      bucket: string;
      /** Empty, or ends with a slash. */
      prefix: string;
      /** Whether the bucket stands in the path, and not before the name of the host. */
      isPathStyle: boolean;
    };

/** Why the place cannot be used now. The message holds no key. */
export class ContentPlaceProblem extends Error {
  readonly code: AttachmentsPlaceProblem;

  constructor(code: AttachmentsPlaceProblem, detail: string, cause?: unknown) {
    super(detail, { cause });
    this.code = code;
  }
}

/** Of a request to AWS itself, which has no other name for it. */
const usualRegion = 'us-east-1';
/** AWS, "Bucket naming rules", but for names with dots, which no certificate holds for before a host. */
const bucketName = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/;
/** What is sent as it is written, in any URL. */
const prefixText = /^(?:[\w.-]+\/)*[\w.-]+$/;

/**
 * Reads the address of a place: the path of a folder, or
 * `s3://bucket/prefix?endpoint=https://host:port&region=NAME&style=path|virtual`. Throws a `ContentPlaceProblem` where it is
 * neither, names a key, or would send one unencrypted beyond this computer.
 */
export function placeAddressOf(text: string): PlaceAddress {
  if (!/^[a-z][a-z\d+.-]+:\/\//i.test(text)) {
    if (text === '') throw refused('It names no folder.');
    return { kind: 'folder', text: resolve(text), folder: resolve(text) };
  }
  const url = URL.parse(text);
  if (url === null || url.protocol !== 's3:')
    throw refused(
      'It is a folder, or s3://bucket/prefix, with ?endpoint=https://host:port&region=NAME where it is not at AWS.',
    );
  if (url.username !== '' || url.password !== '')
    throw refused('Its keys belong into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, not into the address.');
  const known = ['endpoint', 'region', 'style'];
  const unknown = [...url.searchParams.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) throw refused(`"${unknown.slice(0, 40)}" is none of ${known.join(', ')}.`);
  const bucket = url.hostname;
  if (!bucketName.test(bucket) || isIPv4(bucket) || url.port !== '')
    throw refused('Its bucket is a name of small letters, digits and hyphens.');
  const region = url.searchParams.get('region') ?? usualRegion;
  if (!/^[\w-]{1,64}$/.test(region)) throw refused('Its region is a name such as "us-east-1".');
  const given = url.searchParams.get('endpoint');
  const usualStyle = given === null && !bucket.includes('.') ? 'virtual' : 'path';
  const style = url.searchParams.get('style') ?? usualStyle;
  if (style !== 'path' && style !== 'virtual') throw refused('Its style is "path" or "virtual".');
  return {
    ...{ kind: 's3', text, region, bucket },
    endpoint: endpointOf(given ?? `https://s3.${region}.amazonaws.com`),
    prefix: prefixOf(url.pathname),
    isPathStyle: style === 'path',
  };
}

function prefixOf(pathname: string): string {
  const prefix = pathname.replace(/^\/+|\/+$/g, '');
  if (prefix === '') return '';
  if (!prefixText.test(prefix) || /(?:^|\/)\.{1,2}(?:\/|$)/.test(prefix))
    throw refused('Its prefix is of letters, digits, "-", "_", "." and "/".');
  return `${prefix}/`;
}

function endpointOf(text: string): URL {
  const url = URL.parse(text);
  const isPlain = url?.protocol === 'http:';
  if (url === null || (url.protocol !== 'https:' && !isPlain) || url.pathname !== '/' || url.search !== '')
    throw refused('Its endpoint is written as https://host:port, without a path.');
  if (url.username !== '' || url.password !== '') throw refused('Its endpoint names no user.');
  if (isPlain && !isLoopback(url.hostname))
    throw refused(
      'Unencrypted, a store is asked on this computer alone: write https:// before its endpoint.',
    );
  return url;
}

function isLoopback(hostname: string): boolean {
  const host = hostname.replaceAll(/[[\]]/g, '');
  return host === 'localhost' || (isIPv4(host) ? host.startsWith('127.') : isIPv6(host) && host === '::1');
}

const refused = (why: string): ContentPlaceProblem =>
  new ContentPlaceProblem('other', `This place for photos and papers cannot be used. ${why}`);

/** Under which a content lies below the folder or prefix; `sha256` in hexadecimal. */
export const placeKey = (sha256: string): string => `${sha256.slice(0, 2)}/${sha256}`;

/** Whose place it is; an empty mount point, or another bucket, does not have it. */
export const placeMarkerKey = 'perito-attachments.json';
