import type { Layout } from '../formats/layout.ts';
import { endsInZip } from './archives.ts';
import { markupAnywhere, markupInText } from './markup.ts';
import { signatureIn } from './signatures.ts';

/** Readers of PDF look for its beginning this far into a file. */
const pdfHead = 1024;
/** More than this behind a picture is a film or another picture, in which short markup would be found by chance. */
const maxTextBytes = 64 * 1024;

/**
 * What else than a picture these bytes are, in words; null where nothing is found. What cameras leave behind the end is
 * none: more pictures, a film, packets of the maker, zeros.
 */
export function foreignInPicture(bytes: Buffer, layout: Layout): string | null {
  if (bytes.subarray(0, pdfHead).includes('%PDF-')) return 'A PDF begins within it.';
  const behind = bytes.subarray(layout.end ?? bytes.length);
  if (beginsAsScript(bytes.toString('latin1', 0, 12), [...layout.metadata, behind])) {
    return 'It begins as a script would.';
  }
  if (endsInZip(bytes, false)) return 'It is a zip at the same time.';
  const after = signatureIn(behind) ?? (behind.length <= maxTextBytes ? markupInText(behind) : null);
  if (after !== null) return `After the picture's end: ${after}.`;
  for (const part of layout.metadata) {
    const within = signatureIn(part) ?? markupInText(part);
    if (within !== null) return `In its metadata: ${within}.`;
  }
  const anywhere = markupAnywhere(bytes);
  return anywhere === null ? null : `Among its pixels: ${anywhere}.`;
}

/**
 * Whether the first bytes are read as a script too: numbers of the header that are at the same time the opening of a
 * comment, or of an assignment.
 */
function beginsAsScript(head: string, texts: readonly Buffer[]): boolean {
  // As wide as two printable letters are as a number, and mostly as high: more than 67 megapixels.
  if (head.startsWith('GIF')) return /^GIF8[79]a(?:\/[*/]|=[\x20-\x7e]|[\x20-\x7e]{4})/.test(head);
  if (head.startsWith('RIFF')) return /^RIFF(?:\/[*/]|=[\x20-\x7e])[\x20-\x7e]{2}/.test(head);
  // The length of a first segment may be such a number by chance: then nothing closes the comment and goes on.
  return (
    /^\xff\xd8\xff.\/[*/]/s.test(head) &&
    texts.some((text) => /(?:\*\/|[\r\n])\s*=/.test(text.toString('latin1')))
  );
}
