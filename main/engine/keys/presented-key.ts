/** The longest `X-API-KEY` value that is looked at, in characters. */
const maxHeaderLength = 2048;
/** The longest key that fits into it, in bytes. */
const maxKeyLength = (maxHeaderLength / 4) * 3;

/**
 * Reads the value of `X-API-KEY`: Base64 of `email:secret` (interface, "Authentication"), split at the first
 * colon. The alphabet may be that of RFC 4648 section 4 or the URL-safe one of section 5, with padding or without.
 * Null where it is not of that form.
 */
export function parseApiKeyHeader(value: string): { email: string; secret: string } | null {
  const encoded = value.trim();
  if (encoded.length === 0 || encoded.length > maxHeaderLength) return null;
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded)) return null;
  return splitKey(Buffer.from(encoded, 'base64').toString('utf8'));
}

/** The same key without the white space that stood around it before it was encoded; null where none did. */
export function withoutSpaceAround(key: { email: string; secret: string }) {
  const trimmed = splitKey(`${key.email}:${key.secret}`.trim());
  return trimmed?.email === key.email && trimmed.secret === key.secret ? null : trimmed;
}

/**
 * Reads a key as a person has it: `email:secret`, or the Base64 form of the header. Null for neither, and for one that
 * could not be presented.
 */
export function parseApiKeyInput(text: string): { email: string; secret: string } | null {
  const given = text.trim();
  const plain = given.includes('@') && Buffer.byteLength(given) <= maxKeyLength ? splitKey(given) : null;
  return plain ?? parseApiKeyHeader(given);
}

function splitKey(text: string): { email: string; secret: string } | null {
  const colon = text.indexOf(':');
  if (colon < 1 || colon === text.length - 1 || text.includes('\0')) return null;
  return { email: text.slice(0, colon), secret: text.slice(colon + 1) };
}
