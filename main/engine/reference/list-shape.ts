/**
 * Reads a list whose shape is not documented (interface, "Configuration lookups": "not shown"): where it is in the
 * answer, and which members are the id and the name.
 */
import type { ReferenceItem } from '#shared/contract/reference.ts';
import { isObject, member, noProblemText, type ProblemText, readProblemText } from './problem-text.ts';

/** A list as it was read. */
export interface ParsedList {
  items: ReferenceItem[];
  /** Elements that were null, and are left out. */
  dropped: number;
  /** Dotted paths, for a person; null where the list is empty, so that nothing could be read from it. */
  shape: { list: string; id: string; name: string } | null;
}

type ListResult = ParsedList | { refused: JsonRefusal | 'noList'; words: ProblemText };

type Path = readonly string[];

/**
 * Reads an answer by its shape alone. Every element but null becomes an item, in its order and raw, repeated ids and
 * elements that are odd included; what an odd one lacks is an empty text. Never throws.
 */
export function parseList(text: string): ListResult {
  const parsed = readJson(text);
  if ('refused' in parsed) return { refused: parsed.refused, words: noProblemText };
  const found = findList(parsed.json);
  if (found?.entries.length === 0) return { items: [], dropped: 0, shape: null };
  const members = found && findMembers(found.entries);
  if (!found || !members) return { refused: 'noList', words: readProblemText(parsed.json) };
  const sources = elementSources(text, found.path);
  const textAt = (entry: unknown, path: Path) => String(valueAt(entry, path) ?? '').trim();
  const items = found.entries.flatMap((entry, index) =>
    entry === null
      ? []
      : { id: textAt(entry, members.id), name: textAt(entry, members.name), raw: sources[index] ?? '' },
  );
  return {
    items,
    dropped: found.entries.length - items.length,
    shape: { list: found.path.join('.'), id: members.id.join('.'), name: members.name.join('.') },
  };
}

interface FoundList {
  /** The members that lead to it; none where the answer itself is the list. */
  path: Path;
  entries: readonly unknown[];
}

/** How many wrappers around a list, or objects around a member, are entered. */
const maxPathLength = 3;

/** The answer itself, or an array of objects inside its wrapper; null where the wrapper says that it failed. */
function findList(json: unknown): FoundList | null {
  if (Array.isArray(json)) return isList(json) ? { path: [], entries: json } : null;
  if (!isObject(json) || saysFailure(json)) return null;
  const named = ({ path }: FoundList) => Number(listNames.test(path.at(-1) ?? ''));
  const [found] = [...listsIn(json, [])].toSorted(
    (a, b) => named(b) - named(a) || b.entries.length - a.entries.length || a.path.length - b.path.length,
  );
  return found ?? null;
}

function* listsIn(json: object, path: Path): Generator<FoundList> {
  for (const [key, value] of Object.entries(json)) {
    const below = [...path, key];
    if (Array.isArray(value)) {
      if (isList(value) && !besideNames.test(key)) yield { path: below, entries: value };
    } else if (isObject(value) && below.length < maxPathLength) yield* listsIn(value, below);
  }
}

/** An empty array may be one. */
const isList = (array: readonly unknown[]): boolean => array.length === 0 || array.some(isObject);

const listNames =
  /^(\$?values?|data|results?|items?|lists?|contents?|records|rows|elements|entries|payload|body|response|objects?|models?|datos|lista)$/i;
/** Lists that stand beside the one that was asked for. */
const besideNames =
  /^(errors?|errores|messages?|mensajes|warnings?|validations?|validationErrors|links|notifications?)$/i;

function saysFailure(json: object): boolean {
  const has = (names: readonly string[], value: boolean) =>
    names.some((name) => member(json, name) === value);
  return (
    has(['success', 'issuccess', 'issuccessful', 'succeeded', 'successful', 'ok', 'isok'], false) ||
    has(['failed', 'isfailed', 'isfailure', 'iserror', 'haserror', 'haserrors'], true)
  );
}

/** Enough to know a member by; a long list is sampled. */
const maxSampled = 1000;
const maxMembersRated = 40;

/** How much a member's name says, the most first; without separators, accents and the language, in lower case. */
const idNames = [
  /^(id|identifier)$/,
  /id$/,
  /^(code|codigo|key|clave)$/,
  /(code|codigo|key|number|numero)$/,
  /^(value|valor)$/,
];
const nameNames = [
  /^(name|nombre)$/,
  /(name|nombre)$/,
  /^(title|titulo|label|etiqueta)$/,
  /(description|descripcion|text|texto|title|label)$/,
  /^(value|valor)$/,
];

interface RatedMember {
  path: Path;
  /** What the names of an id and of a name have in common: `state` of `stateId` and `stateName`. */
  stem: string;
  /** Null where it can be none. */
  asId: number | null;
  asName: number | null;
}

/**
 * Finds id and name: an id is a text or number that does not repeat, a name is words; how a member is called speaks for
 * it, and the two that share a stem (`stateId`, `stateName`) belong together. Null where no member can be either.
 */
function findMembers(entries: readonly unknown[]): { id: Path; name: Path } | null {
  const step = Math.ceil(entries.length / maxSampled);
  const sample = entries.filter((entry, index) => index % step === 0 && isObject(entry));
  const paths = new Map<string, Path>();
  for (const path of sample.slice(0, 50).flatMap((entry) => [...pathsIn(entry, [])])) {
    const key = path.join('\0').toLowerCase();
    if (paths.size < maxMembersRated && !paths.has(key)) paths.set(key, path);
  }
  const members = Array.from(paths.values(), (path) => rateMember(path, sample));
  let best: { id: Path; name: Path; worth: number } | null = null;
  for (const id of members) {
    for (const name of members) {
      if (id === name || id.asId === null || name.asName === null) continue;
      const worth = id.asId + name.asName + (id.stem === name.stem ? 12 : 0);
      // Of two alike the one that comes first.
      if (best === null || worth > best.worth) best = { id: id.path, name: name.path, worth };
    }
  }
  return best;
}

/** Paths to texts and numbers. Of an array the first element stands for all: names by language come so. */
function* pathsIn(value: unknown, path: Path): Generator<Path> {
  if (typeof value === 'string' || typeof value === 'number') yield path;
  else if (typeof value === 'object' && value !== null && path.length < maxPathLength) {
    const inner = Array.isArray(value) ? Object.entries(value).slice(0, 1) : Object.entries(value);
    for (const [key, below] of inner) yield* pathsIn(below, [...path, key]);
  }
}

function rateMember(path: Path, sample: readonly unknown[]): RatedMember {
  const values = sample.flatMap((entry) => valueAt(entry, path) ?? []).filter((value) => value !== '');
  const isMost = (is: (value: string | number) => boolean) => values.filter(is).length * 2 >= values.length;
  const label = labelOf(path);
  const [idRank, nameRank] = [rankOf(label, idNames), rankOf(label, nameNames)];
  const isUnique = new Set(values.map(String)).size === values.length;
  const isWorded = isMost(isWords);
  // What most entries lack is neither; a member further inside, or in another language, counts a little less.
  const isFilled = values.length * 2 >= sample.length;
  const base = -path.length + (spanish.test(path.at(-1) ?? '') ? 2 : 0);
  const canBeId = isFilled && (idRank > 0 || isUnique) && !isMost(isDate);
  const canBeName = isFilled && (nameRank > 0 || isWorded) && !isMost((value) => typeof value === 'number');
  return {
    path,
    stem: [...path.slice(0, -1), label.replace(endings, '')].join('.'),
    asId: canBeId ? base + 8 * idRank + (isUnique ? 20 : 0) : null,
    asName: canBeName ? base + 8 * nameRank + (isWorded ? 20 : 0) - (idRank > nameRank ? 20 : 0) : null,
  };
}

const endings = /(id|code|key|guid|uuid|name|description|text|nombre|codigo|descripcion)$/;
const rankOf = (label: string, names: readonly RegExp[]): number => {
  const index = names.findIndex((name) => name.test(label));
  return index < 0 ? 0 : names.length - index;
};

/** `name` of `name.es`, `names.0` and `nameEs`. */
function labelOf(path: Path): string {
  const last = path.at(-1) ?? '';
  const label = language.test(last) || last === '0' ? (path.at(-2) ?? '') : last;
  return label
    .replace(/([-_](es|en|fr)([-_][A-Za-z]{2})?|(?<=[a-z])(Es|En|Fr|ES|EN|FR))$/, '')
    .normalize('NFD')
    .replace(/[^\p{L}\d]/gu, '')
    .toLowerCase();
}

const language = /^(es|en|fr|spa|eng|spanish|english|español|espanol|ingles)([-_]?[a-z]{2})?$/i;
const spanish = /(^(es|ES|[sS]pa.*|[eE]spa.*)|[-_]es|(?<=[a-z])E[sS])([-_][A-Za-z]{2})?$/;

const isDate = (value: string | number): boolean => /^\d{4}-\d\d-\d\d([T ]|$)/.test(String(value));
const isGuid = (value: string): boolean => /^\{?[\da-f]{8}(-?[\da-f]{4}){3}-?[\da-f]{12}\}?$/i.test(value);
const isWords = (value: string | number): boolean =>
  typeof value === 'string' &&
  /\p{L}/u.test(value) &&
  !isDate(value) &&
  !isGuid(value) &&
  !/^https?:\/\//i.test(value);

/** The text or number that an entry has there, in whatever case it spells the names; null where it has none. */
function valueAt(entry: unknown, path: Path): string | number | null {
  let value = entry;
  for (const name of path) value = isContainer(value) ? memberOf(value, name) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

function memberOf(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : member(value, name.toLowerCase());
}

/**
 * The source text of each element of the array at `path` in a JSON text that `JSON.parse` takes, so that an
 * element can be shown as it came: long numbers, trailing zeros and repeated names included.
 */
export function elementSources(json: string, path: readonly string[]): string[] {
  let at = skipSpace(json, 0);
  for (const name of path) at = lastMember(json, at, name);
  if (json[at] !== '[') return [];
  const sources: string[] = [];
  for (const { start, end } of parts(json, at)) sources.push(json.slice(start, end));
  return sources;
}

/** Where the value of this name begins; the last of several counts, as `JSON.parse` has it. */
function lastMember(json: string, object: number, name: string): number {
  let found = json.length;
  if (json[object] !== '{') return found;
  for (const { start } of parts(json, object)) {
    const keyEnd = skipText(json, start);
    const key: unknown = JSON.parse(json.slice(start, keyEnd));
    if (key === name) found = skipSpace(json, skipSpace(json, keyEnd) + 1);
  }
  return found;
}

/** The elements of the array, or the `name: value` members of the object, that begins here. */
function* parts(json: string, open: number): Generator<{ start: number; end: number }> {
  let at = skipSpace(json, open + 1);
  while (at < json.length && json[at] !== ']' && json[at] !== '}') {
    const start = at;
    let end = skipValue(json, at);
    at = skipSpace(json, end);
    if (json[at] === ':') {
      end = skipValue(json, skipSpace(json, at + 1));
      at = skipSpace(json, end);
    }
    yield { start, end };
    if (json[at] === ',') at = skipSpace(json, at + 1);
  }
}

function skipValue(json: string, from: number): number {
  if (json[from] === '"') return skipText(json, from);
  if (json[from] !== '{' && json[from] !== '[') return skipScalar(json, from);
  let depth = 0;
  let at = from;
  do {
    const sign = json[at];
    if (sign === '"') {
      at = skipText(json, at);
      continue;
    }
    if (sign === '{' || sign === '[') depth += 1;
    if (sign === '}' || sign === ']') depth -= 1;
    at += 1;
  } while (depth > 0 && at < json.length);
  return at;
}

function skipText(json: string, quote: number): number {
  for (let at = quote + 1; at < json.length; at += 1) {
    if (json[at] === '\\') at += 1;
    else if (json[at] === '"') return at + 1;
  }
  return json.length;
}

function skipScalar(json: string, from: number): number {
  let at = from;
  while (at < json.length && !/[,\]}\s]/.test(json[at] ?? '')) at += 1;
  return at;
}

function skipSpace(json: string, from: number): number {
  let at = from;
  while (' \t\n\r'.includes(json[at] ?? 'x')) at += 1;
  return at;
}

/** Elements of the longest array that is taken; all provinces of all countries of the world are some 5,000. */
const maxElements = 10_000;
/** A wrapper and an element have a few dozen members; each is looked at several times. */
const maxMembers = 1_000;
const maxDepth = 64;

type JsonRefusal = 'notJson' | 'tooLarge' | 'tooManyElements';

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
        if (left.length === maxDepth) return 'tooLarge';
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
