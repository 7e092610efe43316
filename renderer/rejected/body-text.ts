/**
 * Decodes UTF-8 bytes; null where they are not UTF-8 or have control characters that no text has. With `isCut` the last
 * character may be incomplete.
 */
export function utf8Text(bytes: Uint8Array, isCut = false): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for them
    return /[\u0000-\u0008\u000e-\u001f]/.test(text) ? null : text;
  } catch {
    return null;
  }
}

const perLine = 16;

/** A dump of 16 bytes a line: offset, hexadecimal, and printable ASCII. */
export function hexDump(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let from = 0; from < bytes.length; from += perLine) {
    const part = [...bytes.subarray(from, from + perLine)];
    const hex = part.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const text = part.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
    lines.push(`${from.toString(16).padStart(8, '0')}  ${hex.padEnd(perLine * 3 - 1)}  ${text}`);
  }
  return lines.join('\n');
}
