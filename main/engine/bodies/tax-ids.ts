import { cedulaChecks } from '#shared/rules/cedula.ts';
import { describeTaxId, rncChecks } from '#shared/rules/rnc.ts';

/** Between digits and letters of a number that somebody wrote. */
export const writtenSeparator = '[\\s\\-‐-―−\\u00AD\\u200B-\\u200D\\u2060]{0,2}';
/** Between the groups of a number's usual form, where an amount has none of these at the same place. */
export const writtenGroupSeparator = '[\\s\\-‐-―−\\u00AD\\u200B-\\u200D\\u2060._/]{0,2}';
/** What stands before and behind a number that is no part of more digits, nor of an amount. */
export const beforeNumber = '(?<!\\d|\\d[.,])';
export const behindNumber = '(?!\\d|[.,]\\d)';

/** Senders write any character as `\u0031`, and JSON within JSON with `\u0022`; some keyboards write digits of full width. */
export function unescaped(text: string): string {
  const plain = text.includes('\\u')
    ? text.replaceAll(/\\u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
  return /[０-９]/u.test(plain) ? plain.replaceAll(/[０-９]/gu, (digit) => digit.normalize('NFKC')) : plain;
}

/** All that may be a tax id, wherever it begins: one may stand behind another number and a space. */
const written = [8, 10].map(
  (more) => new RegExp(`${beforeNumber}(?=(\\d(?:${writtenSeparator}\\d){${more}})${behindNumber})`, 'gu'),
);
/** A number of JSON that may have lost the zeros with which a Cédula begins. */
const shortened = /[:[,]\s*(?=(\d{8,10})\s*[,}\]])/gu;
/** The name of a field that holds a tax id, and what stands between it and the value. */
const ofTaxId = /(?:tax_?id|identification|rnc|c[eé]dula)[^"\\]{0,40}\\*"\s*:\s*\\*"?\s*$/iu;
const nameLength = 120;

/** The tax ids that texts name, in JSON or running text: those of fields for tax ids first, then those whose check digit is right. */
export interface TaxIds {
  add(text: string): void;
  /** Digits alone, the likelier ones first, as many as asked for. */
  first(most: number): string[];
}

/** No more are held while texts are read. */
const maxHeld = 10_000;

export function collectTaxIds(): TaxIds {
  const likely = new Map<string, Likelihood>();
  return {
    add(text) {
      for (const { digits, rank } of taxIdsIn(unescaped(text))) {
        const known = likely.get(digits);
        if (known === undefined ? likely.size < maxHeld || rank === 0 : rank < known)
          likely.set(digits, rank);
      }
    },
    first: (most) =>
      [...likely]
        .toSorted(([, one], [, other]) => one - other)
        .slice(0, most)
        .map(([digits]) => digits),
  };
}

/** 0 of a field for tax ids, 1 where the check digit is right, else 2. */
type Likelihood = 0 | 1 | 2;

function* taxIdsIn(text: string): Generator<{ digits: string; rank: Likelihood }> {
  const isOfTaxId = (at: number) => ofTaxId.test(text.slice(Math.max(0, at - nameLength), at));
  for (const pattern of written)
    for (const { index, 1: number = '' } of text.matchAll(pattern)) {
      const digits = number.replaceAll(/\D/gu, '');
      yield { digits, rank: isOfTaxId(index) ? 0 : describeTaxId(digits).checks ? 1 : 2 };
    }
  for (const { 0: before, index, 1: number = '' } of text.matchAll(shortened)) {
    const digits = number.padStart(11, '0');
    if (rncChecks(number)) continue;
    if (isOfTaxId(index + before.length)) yield { digits, rank: 0 };
    else if (cedulaChecks(digits)) yield { digits, rank: 1 };
  }
}
