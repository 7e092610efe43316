/**
 * A paper is looked at over the screen it was opened from, at that screen's address and `/papers/<id>`. The id is
 * of an attachment.
 */
type DocumentLocation = {
  /** The screen behind. */
  base: string;
  paper: number;
};

const form = /^(\/.+)\/papers\/([1-9]\d{0,14})$/;

/** Null where the path is that of a screen alone. */
export function parseDocumentPath(path: string): DocumentLocation | null {
  const match = form.exec(path);
  return match === null ? null : { base: match[1] ?? '/', paper: Number(match[2]) };
}

/** The screen that a path shows, without the paper over it. */
export const screenBehindDocument = (path: string): string => parseDocumentPath(path)?.base ?? path;

/** `path` is of the screen that stays behind, or of a paper over it. */
export const documentPath = (path: string, paper: number): string =>
  `${screenBehindDocument(path)}/papers/${paper}`;
