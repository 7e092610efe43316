/** `Content-Disposition` of a file that is only saved (RFC 6266), under a name that does no harm. */
export function contentDisposition(filename: string): string {
  const name = safeFilename(filename);
  // What is not plain ASCII is for readers of `filename*`; `%` is taken for an escape by some (RFC 6266, appendix D).
  const plain = name.replace(/[^\x20-\x7E]|[%"\\]/gu, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${extended(name)}`;
}

/** As `ext-value` has it (RFC 8187, 3.2.1). */
const extended = (text: string): string =>
  encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Of UTF-8; file systems take 255, and a browser adds to a name that is taken or not yet whole. */
const maxBytes = 180;
const maxExtension = 16;

/**
 * The name under which a stored file is saved: what its sender calls it, of one line, without anything that leads
 * elsewhere or shows it as another than it is. Its last extension is kept, and is the only one of those that
 * people trust, so that `foto.jpg.exe` becomes `foto_jpg.exe`.
 */
export function safeFilename(sent: string): string {
  const name = sent
    .toWellFormed()
    .normalize('NFC')
    .replace(blanks, ' ')
    // Control characters, marks of direction, and whatever else is not seen.
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/ {2,}/g, ' ')
    .replace(/[<>:"/\\|?*]/g, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .replace(trustedInside, '_$1');
  if (name === '') return 'archivo';
  return shortened(isReserved(name) ? `_${name}` : name);
}

/** White space of any width, and letters that are drawn as nothing: a run of them pushes an extension out of sight. */
const blanks = /[\s\u115F\u1160\u2800\u3164\uFFA0]+/gu;

const trustedInside =
  /\s*\.(jpe?g|png|webp|gif|bmp|tiff?|hei[cf]|pdf|docx?|xlsx?|pptx?|txt|csv|zip|mp4)(?=\s*\.)/gi;

/** Devices of Windows, whatever follows their first dot (Win32, "Naming Files, Paths, and Namespaces"). */
function isReserved(name: string): boolean {
  const stem = name.split('.')[0]?.trim() ?? '';
  return /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/i.test(stem);
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const dot = name.lastIndexOf('.');
  const isExtension = dot > 0 && name.length - dot <= maxExtension;
  const extension = isExtension ? name.slice(dot) : '';
  const left = maxBytes - Buffer.byteLength(extension);
  let stem = '';
  let bytes = 0;
  for (const character of isExtension ? name.slice(0, dot) : name) {
    bytes += Buffer.byteLength(character);
    if (bytes > left) break;
    stem += character;
  }
  return stem.replace(/[\s.]+$/, '') + extension;
}
