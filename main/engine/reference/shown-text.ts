/** Control characters, and those that turn the direction of what follows. */
const unseen = /[\p{Cc}\u061C\u200B-\u200F\u2028-\u202E\u2066-\u2069\uFEFF]+/gu;

/** A text of somebody else's answer as it may be shown: one line, no control characters, not too long. */
export function shownText(text: string, longest: number): string {
  const line = text.replace(unseen, ' ').replace(/\s+/gu, ' ').trim();
  if (line.length <= longest) return line;
  return `${[...line.slice(0, longest)]
    .slice(0, longest - 1)
    .join('')
    .toWellFormed()}…`;
}
