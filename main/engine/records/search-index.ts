/**
 * The terms under which the index has a record. A term is a letter for the kind, a digit for the class and a word: `0` an
 * identifier of the record itself, `1` the beginning of a word or number, `2` an identifier of something that it names, `3` a
 * chassis number from its end, `4` an amount (`amountWord`). So the records of one kind stand together, and a beginning is looked up like a word, newest first,
 * however many it is of; an end is the beginning of few.
 */
import { tokenize } from '../store/index.ts';
import type { SearchText, WordsText } from './search-texts.ts';

type TermClass = '0' | '1' | '2' | '3' | '4';

/** Letters of kinds in terms. */
export const letterOfKind = {
  purchaseOrder: 'p',
  serviceOrder: 's',
  incidentReport: 'r',
  financialDocument: 'd',
  claimNote: 'c',
  claimReminder: 'm',
} as const;
export type SearchedKind = keyof typeof letterOfKind;

/**
 * Beginnings of so many letters are terms; longer ones are of few words, from which they are gathered. Of numbers more are, since
 * many policies or orders differ in their last digits only.
 */
export const longestBeginningOf = (word: string): number => (/\d/.test(word) ? 16 : 10);
/** A longer word is its beginning. */
const longestWord = 40;
/** No record has more of its own, and no more with those of its PDFs, which come last. */
const maxWords = 1500;
const maxWordsWithPdfs = 4000;
/** Shorter ends of a chassis number are of too many. */
export const shortestEnd = 4;
/** A telephone without its area code. */
export const phoneEnd = 7;

/** What is written from its end. */
export const fromEnd = (word: string): string => [...word].reverse().join('');

/** Words as terms have them: what is longer is cut, in a query too. */
export const searchWords = (text: string): string[] =>
  tokenize(text).map((word) => (word.length > longestWord ? cutWord(word) : word));
const cutWord = (word: string): string => [...word].slice(0, longestWord).join('');

/** An identifier without its hyphens and spaces; a telephone without the country's 1. */
function joinedWords(text: string): string {
  return cutWord(searchWords(text).join(''));
}

/** A number as people say it, without the zeros before it: `OC-2026-000123` is 123, and so is the receipt B0100000123. */
function withoutZeros({ is, field, text }: WordsText): string | null {
  if (field === 'receipt') return /^[a-z]\d{2}0+([1-9]\d*)$/.exec(joinedWords(text))?.[1] ?? null;
  return is === 'own' || is === 'code' ? (/(?<!\d)0+([1-9]\d*)$/.exec(text.trim())?.[1] ?? null) : null;
}

/** The terms of texts, with spaces between them. */
export function termsOf(kind: SearchedKind, texts: readonly SearchText[]): string {
  const letter = letterOfKind[kind];
  const terms = new Set<string>();
  const words = new Set<string>();
  for (const text of texts) {
    if (words.size >= (text.field === 'pdf' ? maxWordsWithPdfs : maxWords)) continue;
    if (text.is === 'amount') {
      terms.add(`${letter}4${text.word}`);
      continue;
    }
    for (const word of searchWords(text.text)) words.add(word);
    const { termClass, whole, ends } = identifiersIn(text);
    for (const word of whole) words.add(word);
    for (const word of whole) terms.add(letter + termClass + word);
    for (const end of ends) terms.add(letter + end);
  }
  for (const word of words) addBeginnings(terms, `${letter}1`, word);
  return [...terms].join(' ');
}

/** The identifiers of a text with their class, and the ends of them that identify it too, each a term without its letter. */
function identifiersIn(text: WordsText): { termClass: TermClass; whole: string[]; ends: string[] } {
  // What somebody wrote down is named by it.
  if (text.is === 'words') return { termClass: '2', whole: numbersIn(text.text), ends: [] };
  const joined = joinedWords(text.text);
  const ends: string[] = [];
  if (text.is === 'chassis' && joined.length >= shortestEnd) ends.push(`3${fromEnd(joined)}`);
  if (text.is === 'phone' && joined.length > phoneEnd) ends.push(`2${joined.slice(-phoneEnd)}`);
  const whole = [joined, withoutZeros(text) ?? ''].filter((one) => one !== '');
  return { termClass: text.is === 'own' ? '0' : '2', whole, ends };
}

/** Telephones, identity numbers and the like in a text, without their hyphens and spaces. */
const numbersIn = (text: string): string[] =>
  (text.match(/\d[\d ().-]{5,20}\d/g) ?? []).map((number) => number.replaceAll(/\D/g, ''));

function addBeginnings(terms: Set<string>, prefix: string, word: string): void {
  terms.add(prefix + word);
  let beginning = prefix;
  let length = 0;
  const longest = longestBeginningOf(word);
  for (const letter of word) {
    if (length === longest) return;
    beginning += letter;
    length += 1;
    terms.add(beginning);
  }
}
