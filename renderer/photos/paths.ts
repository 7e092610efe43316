import type { ContentVariant } from '#shared/attachment-terms.ts';
import type { Attachment } from '#shared/contract/attachments.ts';

/**
 * A photo is looked at over the screen it was opened from, at that screen's address and `/photos/<id>`; beside
 * another photo at `/photos/<id>/beside/<other>`. Ids are of attachments.
 */
export type PhotoLocation = {
  /** The screen behind; empty where there is none. */
  base: string;
  photo: number;
  beside: number | null;
};

/** A record is behind it, or a dossier, or nothing: `/search/photos/12` is a search. */
const form = /^((?:\/claims\/[^/]+\/[^/]+|.*\/\d+)?)\/photos\/(\d+)(?:\/beside\/(\d+))?$/;

/** Null where the path is that of a screen alone. */
export function parsePhotoPath(path: string): PhotoLocation | null {
  const match = form.exec(path);
  if (match === null) return null;
  return {
    base: match[1] ?? '',
    photo: Number(match[2]),
    beside: match[3] === undefined ? null : Number(match[3]),
  };
}

/** The screen that a path shows, without what is looked at over it. */
export const screenBehindPhoto = (path: string): string => parsePhotoPath(path)?.base ?? path;

/** `path` is of the screen that stays behind, or of a photo over it. */
export const photoPath = (path: string, photo: number): string =>
  `${screenBehindPhoto(path)}/photos/${photo}`;

export const comparePath = (path: string, photo: number, other: number): string =>
  `${photoPath(path, photo)}/beside/${other}`;

/** The record whose screen is behind; null where there is none: a dossier's own number is no record's. */
export function recordIdOf(base: string): number | null {
  if (base.startsWith('/claims/')) return null;
  const match = /\/(\d+)$/.exec(base);
  return match === null ? null : Number(match[1]);
}

/** Where a stored file is served to this page; its content's SHA-256 lets the browser keep what it has. */
export function attachmentUrl(file: Pick<Attachment, 'id' | 'content'>, variant: ContentVariant): string {
  const version = file.content === null ? '' : `?v=${file.content.sha256.slice(0, 12)}`;
  return `/attachments/${file.id}/${variant}${version}`;
}
