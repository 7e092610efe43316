/** A text as it is searched: without case, accents, ligatures and soft hyphens, all white space one space. */
export type FoldedText = {
  text: string;
  /** Where each character of `text` was, and at last how long the original is. */
  origins: readonly number[];
};

const marks = /\p{M}/gu;
const unseen = /[\u00AD\u200B-\u200D\u2060\uFEFF]/u;
const space = /\s/u;

/** What one character is searched as: none, one or, of a ligature, several characters. */
function foldCharacter(character: string): string {
  const code = character.charCodeAt(0);
  if (code > 32 && code < 127) return character.toLowerCase();
  if (space.test(character)) return ' ';
  if (unseen.test(character)) return '';
  return character.normalize('NFKD').replace(marks, '').toLowerCase();
}

export function foldWithOrigins(original: string): FoldedText {
  let text = '';
  const origins: number[] = [];
  let at = 0;
  for (const character of original) {
    const folded = foldCharacter(character);
    if (!(folded === ' ' && text.endsWith(' '))) {
      for (let unit = 0; unit < folded.length; unit++) origins.push(at);
      text += folded;
    }
    at += character.length;
  }
  origins.push(original.length);
  return { text, origins };
}

export function foldText(original: string): string {
  let text = '';
  for (const character of original) {
    const folded = foldCharacter(character);
    if (!(folded === ' ' && text.endsWith(' '))) text += folded;
  }
  return text;
}
