/** What an answer says about itself: the words of a problem document, or of a wrapper. */
export interface ProblemText {
  title: string | null;
  detail: string | null;
  /** Of a problem document (RFC 9457): which kind of problem, and where it occurred. */
  type: string | null;
  instance: string | null;
}

export const noProblemText: ProblemText = { title: null, detail: null, type: null, instance: null };

const maxTitleLength = 200;
const maxDetailLength = 1000;
const maxReferenceLength = 500;

/**
 * The words of a problem document (interface, "Errors": all properties optional and nullable), or of whatever an
 * answer holds in its place: a wrapper's message, or a plain text.
 */
export function readProblemText(json: unknown): ProblemText {
  if (typeof json === 'string') return { ...noProblemText, detail: text(json, maxDetailLength) };
  if (!isObject(json)) return noProblemText;
  const titled = firstText(json, ['title', 'message', 'errormessage', 'error', 'mensaje']);
  const detail = firstText(json, ['detail', 'details', 'description']) ?? listed(member(json, 'errors'));
  return {
    title: text(titled ?? '', maxTitleLength),
    detail: text(detail ?? '', maxDetailLength),
    type: text(firstText(json, ['type']) ?? '', maxReferenceLength),
    instance: text(firstText(json, ['instance']) ?? '', maxReferenceLength),
  };
}

/** The member of this lower-case name, however the answer spells it. */
export function member(json: object, name: string): unknown {
  const found = Object.entries(json).find(([key]) => key.toLowerCase() === name);
  return found?.[1];
}

export function isObject(json: unknown): json is object {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function firstText(json: object, names: readonly string[]): string | null {
  for (const name of names) {
    const value = member(json, name);
    if (typeof value === 'string' && value.trim() !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return null;
}

/** `errors` as .NET writes them: texts, objects with a message, or texts by the name of what is wrong. */
function listed(errors: unknown): string | null {
  const values = Array.isArray(errors) ? errors : isObject(errors) ? Object.values(errors).flat() : [];
  const words = values.slice(0, 20).map((value: unknown) => {
    if (typeof value === 'string') return value;
    return isObject(value) ? firstText(value, ['message', 'errormessage', 'description', 'detail']) : null;
  });
  const said = words.filter((word) => word !== null && word.trim() !== '');
  return said.length === 0 ? null : said.join(' · ');
}

function text(said: string, longest: number): string | null {
  const shown = shownText(said, longest);
  return shown === '' ? null : shown;
}

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
