import type { ContentVariant } from '#shared/attachment-terms.ts';
import type { Attachment } from '#shared/contract/attachments.ts';

/**
 * The address of a photo: that of the screen it was opened from and `/photos/<id>`; of two photos side by side
 * `/photos/<id>/beside/<other>`. Ids are of attachments.
 */
export type PhotoLocation = {
  /** The path of the screen behind; empty where there is none. */
  base: string;
  photo: number;
  beside: number | null;
};

/** Behind a photo is a record, a claim or nothing: `/search/photos/12` is a search. */
const pattern = /^((?:\/(?:claims|inbox)\/[^/]+\/[^/]+|.*\/\d+)?)\/photos\/(\d+)(?:\/beside\/(\d+))?$/;

/** Null where the path is that of a screen without a photo. */
export function parsePhotoPath(path: string): PhotoLocation | null {
  const match = pattern.exec(path);
  if (match === null) return null;
  return {
    base: match[1] ?? '',
    photo: Number(match[2]),
    beside: match[3] === undefined ? null : Number(match[3]),
  };
}

/** The path without the photo over the screen. */
export const screenBehindPhoto = (path: string): string => parsePhotoPath(path)?.base ?? path;

/** The address of a photo; `path` is that of the screen behind, or of another photo over it. */
export const photoPath = (path: string, photo: number): string =>
  `${screenBehindPhoto(path)}/photos/${photo}`;

export const comparePath = (path: string, photo: number, beside: number): string =>
  `${photoPath(path, photo)}/beside/${beside}`;

/** The id of the record whose screen is behind; null where there is none, as for a claim. */
export function recordIdOf(base: string): number | null {
  if (/^\/(claims|inbox\/claim|inbox\/cancellation)\//.test(base)) return null;
  const match = /\/(\d+)$/.exec(base);
  return match === null ? null : Number(match[1]);
}

/** The address of a stored file. The SHA-256 of its content in it lets the browser cache the file for good. */
export function attachmentUrl(file: Pick<Attachment, 'id' | 'content'>, variant: ContentVariant): string {
  const version = file.content === null ? '' : `?v=${file.content.sha256.slice(0, 12)}`;
  return `./attachments/${file.id}/${variant}${version}`;
}

/** Saves a stored file as it arrived, by the browser or the desktop. */
export function saveOriginal(file: Pick<Attachment, 'id' | 'content'>) {
  const link = document.createElement('a');
  link.href = attachmentUrl(file, 'download');
  link.download = '';
  link.click();
}
