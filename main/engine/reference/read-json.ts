/** Elements of the longest array that is taken; all provinces of all countries of the world are some 5,000. */
const maxElements = 10_000;
/** A wrapper and an element have a few dozen members; each is looked at several times. */
const maxMembers = 1_000;
const deepest = 64;

export type JsonRefusal = 'notJson' | 'tooLarge' | 'tooManyElements';

/**
 * Parses an answer. What is too long, too wide or too deep to be looked through is refused by its signs alone, before
 * anything of it is built: the thread that reads it serves people.
 */
export function readJson(text: string): { json: unknown } | { refused: JsonRefusal } {
  const excess = excessOf(text);
  if (excess !== null) return { refused: excess };
  try {
    return { json: JSON.parse(text) };
  } catch {
    return { refused: 'notJson' };
  }
}

/** In what a text is more than is parsed; null where it is not. What is not JSON is left to the parser. */
function excessOf(text: string): 'tooLarge' | 'tooManyElements' | null {
  // Of each array and object that is open: how many elements or members it may have yet.
  const left: number[] = [];
  const isArray: boolean[] = [];
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at);
        break;
      case openBracket:
      case openBrace: {
        if (left.length === deepest) return 'tooLarge';
        const opensArray = text.charCodeAt(at) === openBracket;
        isArray.push(opensArray);
        left.push(opensArray ? maxElements : maxMembers);
        break;
      }
      case closeBracket:
      case closeBrace:
        left.pop();
        isArray.pop();
        break;
      case comma: {
        const top = left.length - 1;
        const rest = (left[top] ?? Number.POSITIVE_INFINITY) - 1;
        if (rest === 0) return isArray[top] ? 'tooManyElements' : 'tooLarge';
        if (top >= 0) left[top] = rest;
        break;
      }
    }
  }
  return null;
}

/** The place of the quotation mark that ends the string which begins here. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at += 1;
  }
  return text.length;
}

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
