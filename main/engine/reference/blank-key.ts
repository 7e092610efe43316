/** What stands where a part of the key was. */
const blank = '•••';
/** A shorter secret is not looked for by itself: it would be found in words that have nothing to do with it. */
const shortestSecret = 6;

/**
 * Takes the platform's key, `email:secret`, out of any text of an answer: whole, in the header's form, and the
 * secret alone; as it is or escaped for JSON, HTML or an address.
 */
export function keyBlanker(key: string): (text: string) => string {
  const secret = key.slice(key.indexOf(':') + 1);
  const header = Buffer.from(key, 'utf8').toString('base64').replace(/=+$/, '');
  const forms = [key, ...(secret.length >= shortestSecret ? [secret] : [])];
  const patterns = [`${written(header)}${asMayBeWritten('=')}*`, ...forms.map(written)];
  const pattern = new RegExp(patterns.join('|'), 'gu');
  return (text) => text.replace(pattern, blank);
}

const written = (form: string): string => [...form].map(asMayBeWritten).join('');

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
