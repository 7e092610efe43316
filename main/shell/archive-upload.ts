/** A bundle that a page hands over, dropped on it or chosen: its bytes are put in a temporary folder, and opened from there. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../engine/error-code.ts';
import { archiveHome } from './archive-pages.ts';
import type { Archives, OpenArchive } from './archives.ts';

/** `POST /archives?name=` with the bytes as `application/octet-stream`. */
export const uploadPath = '/archives';

export interface UploadAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** What was opened; null where nothing was. */
  archive: OpenArchive | null;
}

/** Takes the bytes as they come; what was opened, or why it was not, is in its answer. */
export async function answerUpload(
  archives: Pick<Archives, 'newFolder'>,
  url: URL,
  content: { type: string | null; bytes: AsyncIterable<Uint8Array> },
): Promise<UploadAnswer> {
  const name = nameOf(url.searchParams.get('name') ?? '');
  // A form of another site cannot send this without asking first (Fetch, "CORS-safelisted request-header").
  if (content.type?.split(';')[0]?.trim() !== 'application/octet-stream') return refused(415, 'notABundle');
  const folder = archives.newFolder();
  if (folder === null) return refused(409, 'tooMany');
  try {
    await pipeline(content.bytes, createWriteStream(folder.bundle, { mode: 0o600, flags: 'wx' }));
    const archive = folder.openBundle(name);
    return { ...json(201, { home: archiveHome(archive.id) }), archive };
  } catch (failure) {
    folder.discard();
    if (errorCode(failure) === 'ENOSPC') return refused(507, 'diskFull');
    throw failure;
  }
}

const refused = (status: number, code: 'tooMany' | 'diskFull' | 'notABundle'): UploadAnswer => ({
  ...json(status, { code }),
  archive: null,
});

const json = (status: number, body: object) => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
});

/** The last part of what a page calls it, with nothing in it that no name has. */
const nameOf = (text: string): string =>
  (text.split(/[/\\]/).at(-1) ?? '').replaceAll(/\p{Cc}/gu, '').slice(0, 200) || 'perito';
