/**
 * How items of orders and documents are recognised as the same: their lines share no id, only a name that two people
 * typed. Pure; Spanish and English words of vehicle parts.
 */
import { withoutAccents } from '#shared/without-accents.ts';

const quantityForms = [
  /\(\s*\d+\s*\)\s*$/,
  /\bx\s*\d+\s*$/,
  /\b\d+\s*(x|und?|uds|unds?|unid|unidad(es)?|pcs?|pzas?|piezas?)\s*$/,
  /\b(cant|cantidad|qty)\s*\d+\s*$/,
];

/** A name without what differs from hand to hand: case, accents, signs, spaces, a quantity at its end. */
export function plainName(name: string): string {
  let text = withoutAccents(name).replaceAll(/[^\p{L}\p{N}()]/gu, ' ');
  for (const form of quantityForms) text = text.replace(form, '');
  const plain = text.replaceAll(/[()\s]+/g, ' ').trim();
  // A name that is nothing but a quantity stays what it is.
  return plain === '' ? name.trim().toLowerCase() : plain;
}

/**
 * What follows "Otros costos" in a plain name, which is how a document bills the other costs of a service on a line of
 * their own; null of any other name.
 */
export function otherCostsOf(plain: string): string | null {
  const match =
    /^(?:otr[oa]s (?:costos?|gastos|cargos)|other (?:costs?|charges))(?: (?:de|del|por|for|of))?(?: (.+))?$/.exec(
      plain,
    );
  return match === null ? null : (match[1] ?? '');
}

const emptyWords = new Set([
  'de',
  'del',
  'la',
  'el',
  'los',
  'las',
  'para',
  'por',
  'y',
  'of',
  'for',
  'and',
  'the',
]);

/** Short forms of the trade, as stems. */
const shortForms: Record<string, string> = {
  izq: 'izquierd',
  izqd: 'izquierd',
  lh: 'izquierd',
  left: 'izquierd',
  der: 'derech',
  dch: 'derech',
  rh: 'derech',
  right: 'derech',
  delant: 'delanter',
  delt: 'delanter',
  front: 'delanter',
  tras: 'traser',
  post: 'traser',
  posterior: 'traser',
  rear: 'traser',
  sup: 'superior',
  upper: 'superior',
  inf: 'inferior',
  lower: 'inferior',
  int: 'interior',
  ext: 'exterior',
};

/** A part has one of each, never both: what says one is not what says the other. */
const opposites = [
  ['izquierd', 'derech'],
  ['delanter', 'traser'],
  ['superior', 'inferior'],
  ['interior', 'exterior'],
  ['con', 'sin'],
] as const;

/** The words of a name that tell it from others, without endings of gender and number. */
export function nameWords(name: string): string[] {
  const words = plainName(name).split(' ');
  return words.flatMap((word, index) => {
    // "Bumper del." is the front one; "tapa del baúl" is the lid of the boot.
    const isFront = word === 'del' && /^(izq|der|lh|rh|dch)|^$/.test(words[index + 1] ?? '');
    if (isFront) return ['delanter'];
    if (emptyWords.has(word) || word === '') return [];
    const stem = stemOf(word);
    return [shortForms[stem] ?? shortForms[word] ?? stem];
  });
}

function stemOf(word: string): string {
  if (word.length <= 3 || /\d/.test(word)) return word;
  const singular = word.replace(/s$/, '');
  return singular.length > 3 ? singular.replace(/[aeo]$/, '') : singular;
}

/** Whether two names say opposite things, or bear different numbers: "Aro 15" is no "Aro 16". */
export function contradict(a: readonly string[], b: readonly string[]): boolean {
  for (const [one, other] of opposites) {
    const says = (words: readonly string[]) =>
      words.includes(one) === words.includes(other) ? null : words.includes(one);
    const inA = says(a);
    const inB = says(b);
    if (inA !== null && inB !== null && inA !== inB) return true;
  }
  const numbersOf = (words: readonly string[]) => words.filter((word) => /\d/.test(word));
  const numbers = numbersOf(b);
  return (
    numbers.length > 0 && numbersOf(a).length > 0 && !numbersOf(a).some((word) => numbers.includes(word))
  );
}

/** Below this, two names are not similar. */
export const similarityThreshold = 0.6;

/** From 0 to 1: twice the words that both have, of all words of both; 0 where they contradict. */
export function similarity(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0 || contradict(a, b)) return 0;
  const left = [...b];
  const others: string[] = [];
  // A word that both have is not spent on another that is near it.
  for (const word of a) {
    const at = left.indexOf(word);
    if (at === -1) others.push(word);
    else left.splice(at, 1);
  }
  let shared = a.length - others.length;
  for (const word of others) {
    const at = left.findIndex((other) => isNearly(word, other));
    if (at === -1) continue;
    left.splice(at, 1);
    shared += 1;
  }
  return (2 * shared) / (a.length + b.length);
}

/** One is the beginning of the other, or one letter differs. */
function isNearly(a: string, b: string): boolean {
  if (/\d/.test(a) || /\d/.test(b)) return false;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length >= 3 && long.startsWith(short)) return true;
  return short.length >= 5 && isOneLetterApart(short, long);
}

function isOneLetterApart(short: string, long: string): boolean {
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  const rest = short.slice(short.length === long.length ? at + 1 : at);
  return rest === long.slice(at + 1);
}
