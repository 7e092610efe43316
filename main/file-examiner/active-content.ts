import { isUtf8 } from 'node:buffer';

/** As much of a text as is looked at. */
const looked = 256 * 1024;

/** What stands at the very beginning, after blanks and comments, of what a browser or a system would run. */
const beginnings: readonly [RegExp, string][] = [
  [/^<!doctype\s+svg|^<svg[\s>/]/i, 'image/svg+xml'],
  [
    /^<(?:!doctype\s+html|html|head|body|script|iframe|style|title|meta|link|h[1-6]|div|span|font|table|form|img|input|object|embed|a|b|br|p|base|video|audio|math|template|details)(?:[\s>/]|$)/i,
    'text/html',
  ],
  [/^<\?php|^<\?=/i, 'text/x-php'],
  [/^<\?xml|^<!(?:doctype|entity)|^<[a-z_][\w.-]*(?::[\w.-]+)?[\s>/]/i, 'application/xml'],
  [/^#!/, 'text/x-shellscript'],
  [/^mime-version:|^content-type:\s*multipart/i, 'multipart/related'],
  [/^@echo\s+off/i, 'text/x-bat'],
  [
    /^(?:['"]use strict['"]|import\s*(?:[{*'"]|[\w$]+\s+from\s)|export\s+(?:default|const|let|var|function|class|[{*])|(?:var|let|const)\s+(?:[\w$]+\s*[=;]|[{[])|(?:async\s+)?function\b[\s\w$*]*\(|[!+]?\(\s*(?:async\s*)?(?:function\b|\([\w\s,]*\)\s*=>)|(?:window|globalThis|console|process|module|WScript|self)\.\w|document\.(?:write|cookie|get|query|body|location|domain)|(?:alert|eval|setTimeout|setInterval|require|atob|fetch)\(|javascript:)/i,
    'text/javascript',
  ],
];

/** Markup that makes a text active wherever in it it stands. */
const anywhere: readonly [RegExp, string][] = [
  [/<svg[\s>/]/i, 'image/svg+xml'],
  [/<(?:!doctype\s+html|html|script|iframe|body|object|embed|meta)[\s>/]/i, 'text/html'],
  [/<[a-z][^<>]{0,400}\son[a-z]{3,25}\s*=/i, 'text/html'],
  [/<\?php\s/i, 'text/x-php'],
];

/** The type of text that would be run or drawn by what opens it; null of anything else. */
export function activeType(bytes: Buffer): string | null {
  const text = plainText(bytes);
  if (text === null) return binaryWithMarkup(bytes);
  const start = withoutComments(text);
  const type = firstOf(beginnings, start);
  // What XML is about is said by its first element.
  if (type === 'application/xml') return firstOf(anywhere, start) ?? type;
  return type ?? firstOf(anywhere, start);
}

/** The beginning of a text in UTF-8, UTF-16 or an 8-bit code, without its mark of byte order; null of what is no text. */
export function plainText(bytes: Buffer): string | null {
  const head = bytes.subarray(0, looked);
  if (head.length === 0) return null;
  const text = inItsCode(head);
  // Blanks are the only controls in a text.
  return text === null || /(?![\s\u0080-\u009f])\p{Cc}/u.test(text) ? null : text;
}

function inItsCode(head: Buffer): string | null {
  if (head[0] === 0xff && head[1] === 0xfe) return head.toString('utf16le', 2);
  if (head[0] === 0xfe && head[1] === 0xff) return swapped(head).toString('utf16le', 2);
  // Without a mark: a Latin text in UTF-16 has a zero in each unit.
  if (head.length >= 4 && head[0] === 0 && head[1] !== 0 && head[2] === 0)
    return swapped(head).toString('utf16le');
  if (head.length >= 4 && head[0] !== 0 && head[1] === 0 && head[3] === 0) return head.toString('utf16le');
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return head.toString('utf8', 3);
  return head.toString(isUtf8(head) ? 'utf8' : 'latin1');
}

function swapped(head: Buffer): Buffer {
  return Buffer.from(head.subarray(0, head.length - (head.length % 2))).swap16();
}

/** Browsers take a page for one by its first bytes, whatever follows them. */
function binaryWithMarkup(bytes: Buffer): string | null {
  const head = withoutComments(bytes.toString('latin1', 0, 1024).replaceAll('\0', ''));
  return head.startsWith('<') ? firstOf(beginnings, head) : null;
}

function withoutComments(text: string): string {
  let rest = text.replace(/^[\s\ufeff]+/, '');
  for (;;) {
    const closing = rest.startsWith('<!--')
      ? '-->'
      : rest.startsWith('/*')
        ? '*/'
        : rest.startsWith('//')
          ? '\n'
          : null;
    if (closing === null) return rest;
    const end = rest.indexOf(closing, 2);
    if (end < 0) return rest;
    rest = rest.slice(end + closing.length).trimStart();
  }
}

function firstOf(patterns: readonly [RegExp, string][], text: string): string | null {
  return patterns.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
