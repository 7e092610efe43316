/** Different names of the same. */
const alike: Record<string, string> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/jfif': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/x-webp': 'image/webp',
  'image/heif': 'image/heic',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heic',
  'application/x-pdf': 'application/pdf',
  'application/acrobat': 'application/pdf',
  'text/pdf': 'application/pdf',
};

/** Some senders give the ending of a name instead. */
const ofEnding: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jfif: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  heic: 'image/heic',
  heif: 'image/heic',
  pdf: 'application/pdf',
};

/** What servers write that do not know better. */
const saysNothing = new Set([
  'application/octet-stream',
  'binary/octet-stream',
  'application/binary',
  'application/unknown',
  'application/x-unknown',
  'application/download',
  'application/x-download',
  'application/force-download',
  'application/x-force-download',
  'multipart/form-data',
]);

/**
 * What a sender says, where that is another type than `found`; null where it says the same by any of its names, or
 * nothing. At most 100 characters of it.
 */
export function declaredTypeMismatch(says: string | null, found: string | null): string | null {
  const said = (says ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const [family, kind] = said.split('/', 2);
  if (said === '' || saysNothing.has(said) || (family === '*' && kind === '*')) return null;
  const type = kind === undefined ? ofEnding[said.replace(/^\./, '')] : (alike[said] ?? said);
  if (type === undefined) return null;
  const same = found === null ? null : (alike[found] ?? found);
  if (type === same || (kind === '*' && same?.startsWith(`${family}/`))) return null;
  return said.replace(/[^\x21-\x7e]/g, '').slice(0, 100);
}
