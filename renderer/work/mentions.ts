import { withoutAccents } from '#shared/without-accents.ts';
import type { Colleague } from './colleagues.ts';

/** The most people that a note mentions. */
const maxMentions = 20;

/** A part of a note: its words, or the name of somebody whom it mentions. */
export type NotePart = { text: string; person: number | null };

const isWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character);

/** The parts of a text, those that are a person's name behind an `@` apart; of two names that begin alike the longer one. */
export function partsOf(text: string, people: readonly Colleague[]): NotePart[] {
  const longestFirst = people.filter(({ name }) => name !== '').sort((a, b) => b.name.length - a.name.length);
  const parts: NotePart[] = [];
  let plainFrom = 0;
  let at = text.indexOf('@');
  while (at >= 0) {
    const person = isWord(text[at - 1])
      ? undefined
      : longestFirst.find(({ name }) => text.startsWith(name, at + 1) && !isWord(text[at + 1 + name.length]));
    if (person !== undefined) {
      if (at > plainFrom) parts.push({ text: text.slice(plainFrom, at), person: null });
      plainFrom = at + 1 + person.name.length;
      parts.push({ text: text.slice(at, plainFrom), person: person.id });
    }
    at = text.indexOf('@', Math.max(at + 1, plainFrom));
  }
  if (plainFrom < text.length) parts.push({ text: text.slice(plainFrom), person: null });
  return parts;
}

/** The ids of those whom a text mentions, each once, in the order of the text. */
export function mentionsIn(text: string, people: readonly Colleague[]): number[] {
  const ids = partsOf(text, people).flatMap(({ person }) => (person === null ? [] : [person]));
  return [...new Set(ids)].slice(0, maxMentions);
}

/** What is typed behind an `@` that the caret stands after: where it begins, and its letters. Null where no name is being typed. */
export function typedMention(text: string, caret: number): { from: number; letters: string } | null {
  const from = text.lastIndexOf('@', caret - 1);
  if (from < 0 || isWord(text[from - 1])) return null;
  const letters = text.slice(from + 1, caret);
  return letters.length > 60 || /[\n@]|^\s|\s\s/u.test(letters) ? null : { from, letters };
}

/** Those whose name, or a word of it, begins with the letters; case and accents do not matter. */
export function matching(people: readonly Colleague[], letters: string): Colleague[] {
  const wanted = withoutAccents(letters);
  return people.filter(({ name }) => {
    const known = withoutAccents(name);
    return known.startsWith(wanted) || known.includes(` ${wanted}`);
  });
}
