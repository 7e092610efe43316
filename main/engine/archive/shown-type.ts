/**
 * The type of a photo or paper by its first bytes, of which 16 are enough; null of everything that no browser shows.
 */
export function shownTypeOf(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (/^GIF8[79]a/.test(text)) return 'image/gif';
  if (/^RIFF.{4}WEBP/s.test(text)) return 'image/webp';
  return text.startsWith('%PDF-') ? 'application/pdf' : null;
}
