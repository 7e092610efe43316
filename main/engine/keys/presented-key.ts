/** The longest `X-API-KEY` value that is looked at, in characters. */
const presentedLimit = 2048;
/** The longest key that fits into it, in bytes. */
const keyLimit = (presentedLimit / 4) * 3;

/**
 * Reads the value of `X-API-KEY`: Base64 of `email:secret` (interface, "Authentication"), split at the first
 * colon. Null where it is not of that form.
 */
export function readPresentedKey(value: string): { email: string; secret: string } | null {
  const encoded = value.trim();
  if (encoded.length === 0 || encoded.length > presentedLimit) return null;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return null;
  return splitKey(Buffer.from(encoded, 'base64').toString('utf8'));
}

/**
 * Reads a key as a person has it: `email:secret`, or the Base64 form of the header. Null for neither, and for one that
 * could not be presented.
 */
export function readGivenKey(text: string): { email: string; secret: string } | null {
  const given = text.trim();
  const plain = given.includes('@') && Buffer.byteLength(given) <= keyLimit ? splitKey(given) : null;
  return plain ?? readPresentedKey(given);
}

function splitKey(text: string): { email: string; secret: string } | null {
  const colon = text.indexOf(':');
  if (colon < 1 || colon === text.length - 1 || text.includes('\0')) return null;
  return { email: text.slice(0, colon), secret: text.slice(colon + 1) };
}
