/** Stored files and exports of the office: shown or saved as this program's own would be, whatever the office says of them. */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { askedFile, fileHeaders, shownTypes } from '../shell/attachment-files.ts';
import { contentDisposition } from '../shell/content-disposition.ts';
import type { OfficeRequests } from './requests.ts';

interface FileRequest {
  method: string;
  url: URL;
  /** A header by its name in small letters. */
  header(name: string): string | null;
  signIn: string | null;
}

interface FileAnswer {
  status: number;
  headers: Record<string, string>;
  /** A stream that is not read to its end must be destroyed. */
  body: string | Readable | null;
}

const passedOn = ['range', 'if-range', 'if-none-match'] as const;
const statuses: ReadonlySet<number> = new Set([200, 206, 304, 401, 403, 404, 416]);
const hasFile: ReadonlySet<number> = new Set([200, 206]);
/** What is said of the bytes, where it has the form that it must have. */
const described: Readonly<Record<string, RegExp>> = {
  'content-length': /^\d{1,15}$/,
  'content-range': /^bytes (?:\d{1,15}-\d{1,15}|\*)\/\d{1,15}$/,
  'accept-ranges': /^bytes$/,
  etag: /^"[\w-]{1,100}"$/,
};

/** Null of an address that is no file's. Rejects with an `OfficeFault`. */
export async function officeFile(
  requests: Pick<OfficeRequests, 'send'>,
  { method, url, header, signIn }: FileRequest,
): Promise<FileAnswer | null> {
  const asked = askedFile(url.pathname);
  if (asked === null) return null;
  if (method !== 'GET' && method !== 'HEAD') return plain(405);
  const headers = Object.fromEntries(
    passedOn.flatMap((name) => {
      const value = header(name);
      return value === null || value.length > 200 ? [] : [[name, value]];
    }),
  );
  const version = url.searchParams.get('v');
  const query = version !== null && /^[\da-f]{12,64}$/.test(version) ? `?v=${version}` : '';
  const answer = await requests.send({ method, path: `${url.pathname}${query}`, headers, signIn });
  const status = answer.statusCode ?? 0;
  if (!hasFile.has(status)) {
    answer.destroy();
    return plain(statuses.has(status) ? status : 502);
  }
  const isSaved = asked.variant === 'download';
  return {
    status,
    headers: { ...fileHeaders, 'cache-control': 'no-store', ...descriptionOf(answer, isSaved) },
    body: method === 'HEAD' ? null : answer,
  };
}

/** Shown is what is an image or a paper by its type alone; all else is saved, under a name that does no harm. */
function descriptionOf({ headers }: IncomingMessage, isSaved: boolean): Record<string, string> {
  const kept = Object.fromEntries(
    Object.entries(described).flatMap(([name, form]) => {
      const value = headers[name];
      return typeof value === 'string' && form.test(value) ? [[name, value]] : [];
    }),
  );
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  const disposition = headers['content-disposition'];
  if (!isSaved && shownTypes.has(type) && disposition === undefined) return { ...kept, 'content-type': type };
  return {
    ...kept,
    'content-type': 'application/octet-stream',
    'content-disposition': contentDisposition(nameIn(disposition ?? '')),
  };
}

/** As `contentDisposition` writes it; empty where it is written otherwise. */
function nameIn(disposition: string): string {
  const [, extended = ''] = /;\s*filename\*=UTF-8''([\w!#$&+.^`|~%-]{1,2000})$/i.exec(disposition) ?? [];
  try {
    return decodeURIComponent(extended);
  } catch {
    return '';
  }
}

const plain = (status: number): FileAnswer => ({
  status,
  headers: { ...fileHeaders, 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' },
  body: status === 304 ? null : '',
});
