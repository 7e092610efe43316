/** Reads of a PDF where it begins and ends, and what a person may want to know of it; it is never decoded. */

/** Where the PDF begins: after a byte order mark and a few blanks at most; null where it does not. */
export function pdfStart(bytes: Buffer): number | null {
  const [blanks] = /^(?:\xef\xbb\xbf)?[\t\n\f\r \0]{0,8}/.exec(bytes.toString('latin1', 0, 16)) ?? [''];
  return bytes.toString('latin1', blanks.length, blanks.length + 5) === '%PDF-' ? blanks.length : null;
}

/** Where it ends: after its last end mark; null where that is missing. */
export function pdfEnd(bytes: Buffer): number | null {
  const at = bytes.lastIndexOf('%%EOF', undefined, 'latin1');
  return at < 0 ? null : at + 5;
}

/** Names that make a PDF do something by itself; the viewer runs none of it. */
const activeNames = ['/JavaScript', '/JS', '/Launch', '/EmbeddedFile'];
/** As much is searched for them: most are near the ends, and not compressed. */
const maxScanned = 16 * 1024 * 1024;

/** What a person may want to know of it; null where there is nothing. */
export function pdfNotes(bytes: Buffer): string | null {
  const ends =
    bytes.length <= maxScanned ? [bytes] : [bytes.subarray(0, maxScanned), bytes.subarray(-maxScanned / 4)];
  const found = activeNames.filter((name) => ends.some((part) => hasName(part, name)));
  return found.length === 0 ? null : `It contains ${found.join(', ')}.`;
}

/** A name ends where no letter or digit follows. */
function hasName(bytes: Buffer, name: string): boolean {
  for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1)) {
    if (!/^[\w.-]/.test(bytes.toString('latin1', at + name.length, at + name.length + 1))) return true;
  }
  return false;
}
