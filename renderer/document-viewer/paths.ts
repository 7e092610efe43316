/** The address of a document: that of the screen it was opened from and `/papers/<id>`. The id is of an attachment. */
type DocumentLocation = {
  /** The path of the screen behind. */
  base: string;
  attachmentId: number;
};

const pattern = /^(\/.+)\/papers\/([1-9]\d{0,14})$/;

/** Null where the path is that of a screen without a document. */
export function parseDocumentPath(path: string): DocumentLocation | null {
  const match = pattern.exec(path);
  return match === null ? null : { base: match[1] ?? '/', attachmentId: Number(match[2]) };
}

/** The path without the document over the screen. */
export const screenBehindDocument = (path: string): string => parseDocumentPath(path)?.base ?? path;

/** The address of a document; `path` is that of the screen behind, or of another document over it. */
export const documentPath = (path: string, attachmentId: number): string =>
  `${screenBehindDocument(path)}/papers/${attachmentId}`;
