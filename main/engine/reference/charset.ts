/** The `charset` parameter of a media type, or null. */
export function charsetOf(contentType: string | null): string | null {
  return /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType ?? '')?.[1] ?? null;
}

/**
 * The text of a body: in the charset that it names, else as its byte order mark says, else UTF-8; what is not UTF-8
 * is taken as the Latin of Windows, which takes any byte. The mark is no part of the text.
 */
export function decoded(body: Uint8Array, charset: string | null): string {
  for (const label of [charset, marked(body), 'utf-8']) {
    if (label === null) continue;
    try {
      return new TextDecoder(label, { fatal: true }).decode(body);
    } catch {
      // A charset that nobody knows, or that the body is not in.
    }
  }
  return new TextDecoder('windows-1252').decode(body);
}

function marked([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}
