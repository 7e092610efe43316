/** The terms of `docs/terms.md` stand in the texts of the screen: the same thing by the same word, in both languages. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withoutAccents } from '#shared/without-accents.ts';
import * as en from '../../../renderer/app/locale/en.ts';
import * as es from '../../../renderer/app/locale/es.ts';
import { leavesOf } from './leaves.ts';

interface Term {
  spanish: string[];
  english: string[];
  not: string[];
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const listOf = (cell: string, between: string): string[] =>
  cell
    .split(between)
    .map((form) => form.trim())
    .filter((form) => form !== '');

const terms: Term[] = readFileSync('docs/terms.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !line.startsWith('|---') && !line.startsWith('| Español'))
  .map((line) => {
    const [spanish = '', english = '', , , not = ''] = cellsOf(line);
    return { spanish: listOf(spanish, ' / '), english: listOf(english, ' / '), not: listOf(not, ', ') };
  });

const spanish = leavesOf(es);
const english = leavesOf(en);

/** What a sentence says itself, without what is put into it; accents and capitals are the same letters. */
const said = (text: string): string => withoutAccents(text.replaceAll(/\$t\([^)]*\)|\{\{[^}]*\}\}/g, ' '));
const spanishSaid = new Map([...spanish].map(([key, text]) => [key, said(text)]));
const englishSaid = new Map([...english].map(([key, text]) => [key, said(text)]));

/** Any of these as whole words; null of none. */
function anyOf(forms: readonly string[]): RegExp | null {
  if (forms.length === 0) return null;
  const longestFirst = forms.map(said).sort((a, b) => b.length - a.length);
  return new RegExp(`(?<!\\p{L})(?:${longestFirst.join('|')})(?!\\p{L})`, 'iu');
}

/** Whether a text has the term; not where it is a part of a longer one alone, as a policy in the policy book. */
function finder(forms: readonly string[], language: 'spanish' | 'english'): (text: string) => boolean {
  const own = anyOf(forms);
  const longer = anyOf(
    terms.flatMap((other) =>
      other[language] === forms ? [] : other[language].filter((form) => own?.test(said(form))),
    ),
  );
  const withoutLonger = longer && new RegExp(longer, 'giu');
  return (text) => own?.test(withoutLonger === null ? text : text.replaceAll(withoutLonger, ' ')) === true;
}

/** Texts that are the same in both languages: the users of the marketplace read them. */
const sameInBoth = new Set(['cancellations.invoiced.askText', 'photoChecklist.text']);

describe.each(terms)('$spanish.0 – $english.0', (term) => {
  const inSpanish = finder(term.spanish, 'spanish');
  const inEnglish = finder(term.english, 'english');

  it('is said by the same word in both languages', () => {
    const faults = [...spanishSaid].filter(
      ([key, text]) => inSpanish(text) !== inEnglish(englishSaid.get(key) ?? '') && !sameInBoth.has(key),
    );
    expect(faults.map(([key]) => `${key}: “${spanish.get(key)}” – “${english.get(key)}”`)).toEqual([]);
  });

  it('stands in a text of each', () => {
    expect([...spanishSaid.values()].some(inSpanish)).toBe(true);
    expect([...englishSaid.values()].some(inEnglish)).toBe(true);
  });
});

it.each(terms.filter((term) => term.not.length > 0))('$spanish.0 is called nothing else', (term) => {
  const other = new RegExp(`(?<!\\p{L})(?:${term.not.join('|')})(?!\\p{L})`, 'iu');
  expect([...spanish].filter(([, text]) => other.test(text))).toEqual([]);
});
