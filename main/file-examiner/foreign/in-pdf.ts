import { pdfEnd } from '../formats/pdf.ts';
import { endsInZip } from './archives.ts';
import { markupInText } from './markup.ts';
import { signatureIn } from './signatures.ts';

const headLength = 1024;

/** What else than a PDF these bytes are, in words; its own streams may hold whatever they like. */
export function findEmbeddedContent(bytes: Buffer): string | null {
  if (endsInZip(bytes, true)) return 'It is a zip at the same time.';
  const head = markupInText(beforeObjects(bytes));
  if (head !== null) return `Before its first object: ${head}.`;
  const end = pdfEnd(bytes);
  if (end === null) return null;
  const behind = bytes.subarray(end);
  const after = signatureIn(behind) ?? markupInText(behind);
  return after === null ? null : `After its end: ${after}.`;
}

/** What stands before its first object, as far as a browser looks to tell a page from something else. */
function beforeObjects(bytes: Buffer): Buffer {
  const head = bytes.toString('latin1', 0, headLength);
  const first = head.search(/\d+\s+\d+\s+obj/);
  return bytes.subarray(0, first < 0 ? headLength : first);
}
