/** Sure enough by their length to be looked for in coded pictures too. */
const sure: readonly [RegExp, string][] = [
  [/<script[\s>/]/i, 'HTML'],
  [/<!doctype\s+html/i, 'HTML'],
  [/<html[\s>]/i, 'HTML'],
  [/<\?php\s/i, 'PHP'],
];

/** Of these, chance makes one in some thousand photographs. */
const inText: readonly [RegExp, string][] = [
  ...sure,
  [/<svg[\s>]/i, 'SVG'],
  [/<(?:iframe|object|embed|body|foreignobject)[\s>/]/i, 'HTML'],
  [/<[a-z][^<>]{0,400}\son[a-z]{3,25}\s*=/i, 'HTML'],
  [/(?:java|vb)script:/i, 'script'],
];

/** The kind of markup in metadata, or behind a picture: in an 8-bit code or in UTF-16. */
export function markupInText(bytes: Buffer): string | null {
  const text = bytes.toString('latin1');
  return firstOf(inText, text) ?? firstOf(inText, text.replaceAll('\0', ''));
}

/** The kind of markup in bytes that may be anything. */
export function markupAnywhere(bytes: Buffer): string | null {
  return firstOf(sure, bytes.toString('latin1'));
}

function firstOf(patterns: readonly [RegExp, string][], text: string): string | null {
  return patterns.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
