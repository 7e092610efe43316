import { tokenOf } from '../json-pointer.ts';

/** A name that an object of a JSON text has more than once. */
interface RepeatedName {
  /** RFC 6901 pointer to the member; of its values readers take the last. */
  pointer: string;
  name: string;
}

/** So much of a text is looked at, so many levels and names of one object, and so many repeated names are told. */
const limits = { characters: 2_000_000, levels: 100, names: 1000, told: 100 } as const;

/**
 * The names that come twice in one object of a JSON text, which parsing does not tell: of equal names it keeps the last
 * value. The text must be JSON, as the receiver checked; what is beyond the limits is not looked at. Takes time in
 * proportion to the text.
 */
export function repeatedNames(text: string): RepeatedName[] {
  const found: RepeatedName[] = [];
  const levels: Level[] = [];
  const end = Math.min(text.length, limits.characters);
  let at = 0;
  while (at < end && found.length < limits.told) {
    const level = levels.at(-1);
    switch (text.charCodeAt(at)) {
      case quote: {
        const after = endOfString(text, at);
        if (level?.awaitsName) {
          const name = nameIn(text.slice(at, after));
          if (isRepeated(level, name)) found.push({ pointer: pointerOf(levels, name), name });
          level.key = name;
          level.awaitsName = false;
        }
        at = after;
        continue;
      }
      case comma:
        if (level !== undefined) {
          level.awaitsName = level.isObject;
          level.index += 1;
        }
        break;
      case brace:
      case bracket:
        if (levels.length === limits.levels) return found;
        levels.push(new Level(text.charCodeAt(at) === brace));
        break;
      case closingBrace:
      case closingBracket:
        levels.pop();
    }
    at += 1;
  }
  return found;
}

const [quote, comma, brace, closingBrace, bracket, closingBracket] = [0x22, 0x2c, 0x7b, 0x7d, 0x5b, 0x5d];

/** An object or list that is open where the scan stands. */
class Level {
  readonly isObject: boolean;
  awaitsName: boolean;
  /** Name of the member, or position of the element, where the scan stands. */
  key = '';
  index = 0;
  /** Made with the first name, since most of very many objects are empty. */
  names: Set<string> | null = null;
  constructor(isObject: boolean) {
    this.isObject = isObject;
    this.awaitsName = isObject;
  }
}

function isRepeated(level: Level, name: string): boolean {
  level.names ??= new Set();
  if (level.names.has(name)) return true;
  if (level.names.size < limits.names) level.names.add(name);
  return false;
}

/** The position after a string's closing quote. */
function endOfString(text: string, from: number): number {
  let at = text.indexOf('"', from + 1);
  while (at > 0) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === 0x5c) escapes += 1;
    if (escapes % 2 === 0) return at + 1;
    at = text.indexOf('"', at + 1);
  }
  return text.length;
}

/** Two spellings of one name are one: `"a"` and `"\u0061"`. */
function nameIn(json: string): string {
  if (!json.includes('\\')) return json.slice(1, -1);
  const name: unknown = JSON.parse(json);
  return typeof name === 'string' ? name : '';
}

function pointerOf(levels: readonly Level[], name: string): string {
  const keys = levels.slice(0, -1).map(({ isObject, key, index }) => (isObject ? key : String(index)));
  return [...keys, name].map((key) => `/${escaped(key)}`).join('');
}

const escaped = (name: string) => tokenOf(name.length <= 120 ? name : `${name.slice(0, 119)}…`);
