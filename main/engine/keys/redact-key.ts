/** Takes keys out of what is kept or shown: secrets never reach the disk in clear. */
import { hasKeyForm, type LiveKey, parseApiKeyHeader, verifies } from './api-key.ts';

/** What stands where a part of the key was. */
const blank = '•••';
/** A shorter secret is not looked for by itself: it would be found in words that have nothing to do with it. */
const minSecretLength = 6;

/**
 * Takes a key, `email:secret`, out of any text: whole, in the header's form in either alphabet of Base64, and the
 * secret alone; as it is or escaped for JSON, HTML or an address.
 */
export function createKeyBlanker(key: string): (text: string) => string {
  const secret = key.slice(key.indexOf(':') + 1);
  const forms = [key, ...(secret.length >= minSecretLength ? [secret] : [])];
  const encoded = forms.map((form) => `${writtenBase64(form)}${asMayBeWritten('=')}*`);
  const pattern = new RegExp([...encoded, ...forms.map(written)].join('|'), 'gu');
  return (text) => text.replace(pattern, blank);
}

const written = (form: string): string => [...form].map(asMayBeWritten).join('');

function writtenBase64(form: string): string {
  const text = Buffer.from(form, 'utf8').toString('base64').replace(/=+$/, '');
  return [...text]
    .map((sign) => {
      const urlSafe = { '+': '-', '/': '_' }[sign];
      return urlSafe === undefined ? asMayBeWritten(sign) : `(?:${asMayBeWritten(sign)}|${urlSafe})`;
    })
    .join('');
}

export interface KeyRedactor {
  /**
   * A path, a query or a header's value without the key of the call, wherever it stands and however it is encoded;
   * without other live keys and their secrets where one stands by itself; and without whatever has the form of a key.
   */
  text(text: string): string;
  /** A body with asterisks over the key of the call, in UTF-8 or UTF-16, as long as before; the same body where it has none. */
  body(body: Uint8Array): Uint8Array;
}

/** A longer list of words than any caller's address needs. */
const maxSecrets = 200;
/** An address may be percent-encoded by each program that it passes. */
const timesEncoded = 3;
/** Under this a secret may be an ordinary word of a body, which is evidence. */
const minSecretLengthInBody = 8;

let last: { live: readonly LiveKey[]; presented: string | null; redactor: KeyRedactor } | null = null;

/** Takes keys out of what a call brought that presented this `X-API-KEY` value while these keys were live. */
export function createKeyRedactor(live: readonly LiveKey[], presented: string | null): KeyRedactor {
  // Most calls present the key of the call before.
  if (last?.live !== live || last.presented !== presented) {
    last = { live, presented, redactor: redactorOf(live, presented) };
  }
  return last.redactor;
}

function redactorOf(live: readonly LiveKey[], presented: string | null): KeyRedactor {
  const own = presented === null ? null : parseApiKeyHeader(presented);
  const blankOwn = own === null ? (text: string) => text : createKeyBlanker(`${own.email}:${own.secret}`);
  const isSecret = (word: string) => live.some((key) => verifies(key, key.email, word));
  const isRevealing = (word: string) =>
    blankOwn(word) !== word || blankForms(word) !== word || isSecret(word);
  return {
    text(text) {
      if (decodings(text).some(isSecret)) return blank;
      const parts = blankForms(blankOwn(text)).split(/([/?&=;,\s]+)/);
      return parts
        .map((part, index) => {
          if (index % 2 === 1 || part === '' || index > 2 * maxSecrets) return part;
          return decodings(part).some(isRevealing) ? blank : part;
        })
        .join('');
    },
    body: (body) => (own === null ? body : withAsterisks(body, bodyForms(own))),
  };
}

/** A text as it is, decoded as often as it can be, and each without percent signs that encode nothing. */
function decodings(text: string): string[] {
  const found = [text];
  for (let times = 0; times < timesEncoded; times += 1) {
    const last = found.at(-1) ?? '';
    // What cannot be decoded stays as it is: it may stand beside a key.
    const next = last.replace(/(?:%[\da-f]{2})+/gi, (run) =>
      Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
    );
    if (next === last) break;
    found.push(next);
  }
  return found.flatMap((one) => (one.includes('%') ? [one, one.replaceAll('%', '')] : [one]));
}

/** Takes out what has the form of a key, whoever's it may be: a retired one, or that of another system. */
function blankForms(text: string): string {
  return text
    .replace(/[^\s/?&=@:]{1,254}@[^\s/?&=@:]{1,254}:[^\s/?&=]+/g, blank)
    .replace(/[\w+/-]{12,}={0,2}/g, (run) => {
      // A path may stand before it: its slash is a letter of Base64 too.
      for (let at = 0, starts = 0; at >= 0 && starts < 32; starts += 1) {
        if (isKeyInBase64(run.slice(at))) return run.slice(0, at) + blank;
        const slash = run.indexOf('/', at);
        at = slash < 0 ? -1 : slash + 1;
      }
      return run;
    });
}

/** What follows a key in a path is decoded with it, so only the beginning has to be one. */
function isKeyInBase64(text: string): boolean {
  const decoded = Buffer.from(text.slice(0, 2048), 'base64').toString('latin1');
  return hasKeyForm(text.slice(0, 2048)) && /^[\x21-\x7e]+@[\x21-\x7e]+:/.test(decoded);
}

function bodyForms({ email, secret }: { email: string; secret: string }): string[] {
  const key = `${email}:${secret}`;
  const plain = [key, ...(secret.length >= minSecretLengthInBody ? [secret] : [])];
  const encoded = plain.flatMap((form) => {
    const base64 = Buffer.from(form, 'utf8').toString('base64').replace(/=+$/, '');
    return [base64, base64.replaceAll('+', '-').replaceAll('/', '_'), base64.replaceAll('/', '\\/')];
  });
  const escaped = [...plain, ...encoded].flatMap((form) => [
    form,
    encodeURIComponent(form),
    JSON.stringify(form).slice(1, -1),
  ]);
  return [...new Set(escaped)];
}

/** The bytes of a form, and what overwrites them. */
interface WrittenForm {
  bytes: Buffer;
  asterisk: Buffer;
}

function withAsterisks(body: Uint8Array, forms: readonly string[]): Uint8Array {
  let found: Buffer | null = null;
  const hasZeros = body.includes(0);
  for (const { bytes, asterisk } of forms.flatMap((form) => writtenForms(form, hasZeros))) {
    const searched = found ?? Buffer.from(body.buffer, body.byteOffset, body.length);
    for (let at = searched.indexOf(bytes); at >= 0; at = searched.indexOf(bytes, at + bytes.length)) {
      // Copied at the first: what arrived is somebody else's too.
      found ??= Buffer.from(body);
      found.fill(asterisk, at, at + bytes.length);
    }
  }
  return found ?? body;
}

/** A form in UTF-8, and in UTF-16 of either order where the body has zeros: what is written in UTF-16 is full of them. */
function writtenForms(form: string, hasZeros: boolean): WrittenForm[] {
  const utf8 = { bytes: Buffer.from(form, 'utf8'), asterisk: Buffer.from('*') };
  if (!hasZeros) return [utf8];
  const little = (text: string) => Buffer.from(text, 'utf16le');
  return [
    utf8,
    { bytes: little(form), asterisk: little('*') },
    { bytes: little(form).swap16(), asterisk: little('*').swap16() },
  ];
}

/** A pattern of one character in each way in which an answer may write it. */
function asMayBeWritten(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const json = [...utf16(character)].map((unit) => `\\\\u${anyCase(unit.toString(16).padStart(4, '0'))}`);
  const address = [...Buffer.from(character, 'utf8')].map((byte) => `%${anyCase(hex(byte))}`);
  const html = `&(?:${names[character] ?? ''}#(?:0*${code}|[xX]0*${anyCase(code.toString(16))}));`;
  // The character itself last, since an escape may begin with it.
  const short = '"\\/'.includes(character) ? `\\\\${literal(character)}|` : '';
  return `(?:${json.join('')}|${address.join('')}|${html}|${short}${literal(character)})`;
}

/** Names of HTML, each with the bar that parts it from the numbers. */
const names: Readonly<Record<string, string>> = {
  '&': 'amp|',
  '<': 'lt|',
  '>': 'gt|',
  '"': 'quot|',
  "'": 'apos|',
};

function* utf16(character: string): Generator<number> {
  for (let index = 0; index < character.length; index += 1) yield character.charCodeAt(index);
}

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
const anyCase = (digits: string): string =>
  digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
const literal = (character: string): string => character.replace(/[\\^$.*+?()[\]{}|/]/u, '\\$&');
