import type { ReferenceItem } from '#shared/contract/reference.ts';
import { isObject, member, noProblemText, type ProblemText, readProblemText } from './problem-text.ts';

/** A list as it was understood. */
export interface ParsedList {
  items: ReferenceItem[];
  /** Elements that were null, and are left out. */
  dropped: number;
  /** Dotted paths, for a person; null where the list is empty, so that there was nothing to tell by. */
  shape: { list: string; id: string; name: string } | null;
}

export type Understanding = ParsedList | { refused: JsonRefusal | 'noList'; words: ProblemText };

/**
 * Understands an answer by its shape alone. Every element but null becomes an item, in its order and raw, repeated ids
 * and elements that are odd included; what an odd one lacks is an empty text. Never throws.
 */
export function parseList(text: string): Understanding {
  const parsed = readJson(text);
  if ('refused' in parsed) return { refused: parsed.refused, words: noProblemText };
  const { json } = parsed;
  const found = findList(json);
  if (found === null || found === 'failed') return { refused: 'noList', words: readProblemText(json) };
  if (found.entries.length === 0) return { items: [], dropped: 0, shape: null };
  const members = findMembers(found.entries);
  if (members === null) return { refused: 'noList', words: readProblemText(json) };
  const sources = elementSources(text, found.path);
  const said = (entry: unknown, path: readonly string[]) => String(valueAt(entry, path) ?? '').trim();
  return {
    items: found.entries.flatMap((entry, index) =>
      entry === null
        ? []
        : [{ id: said(entry, members.id), name: said(entry, members.name), raw: sources[index] ?? '' }],
    ),
    dropped: found.entries.filter((entry) => entry === null).length,
    shape: { list: found.path.join('.'), id: members.id.join('.'), name: members.name.join('.') },
  };
}

/** A list inside an answer: the members that lead to it, none where the answer itself is the list. */
export interface FoundList {
  path: readonly string[];
  entries: readonly unknown[];
}

/** How many wrappers around a list are looked into. */
const maxListDepth = 3;

/**
 * Finds the list in an answer whose shape is not documented (interface, "Configuration lookups": "not shown"): the
 * answer itself, or an array of objects inside its wrapper. `failed` where the wrapper says that the operation did
 * not succeed, null where there is no list.
 */
export function findList(json: unknown): FoundList | 'failed' | null {
  if (Array.isArray(json)) return isList(json) ? { path: [], entries: json } : null;
  if (!isObject(json)) return null;
  if (isFailureAnswer(json)) return 'failed';
  const found = [...listsIn(json, [])].toSorted(byWorth)[0];
  if (found !== undefined) return found;
  return hasErrors(json) ? 'failed' : null;
}

function* listsIn(json: object, path: readonly string[]): Generator<FoundList> {
  for (const [key, value] of Object.entries(json)) {
    const below = [...path, key];
    if (Array.isArray(value)) {
      if (isList(value) && !isOfOther(key)) yield { path: below, entries: value };
    } else if (isObject(value) && below.length < maxListDepth) yield* listsIn(value, below);
  }
}

/** An empty array may be one. */
function isList(array: readonly unknown[]): boolean {
  return array.length === 0 || array.some((entry) => isObject(entry));
}

/** The named before the others, then the longest, then the one least deep. */
function byWorth(one: FoundList, other: FoundList): number {
  return (
    Number(isNamed(other)) - Number(isNamed(one)) ||
    other.entries.length - one.entries.length ||
    one.path.length - other.path.length
  );
}

const namesOfLists =
  /^(\$?values?|data|results?|items?|lists?|content|contents|records|rows|elements|entries|payload|body|response|objects?|model|models|datos|lista)$/i;
const isNamed = ({ path }: FoundList): boolean => namesOfLists.test(path.at(-1) ?? '');

/** Lists that stand beside the one that was asked for. */
const isOfOther = (key: string): boolean =>
  /^(errors?|errores|messages?|mensajes|warnings?|validations?|validationErrors|links|notifications?)$/i.test(
    key,
  );

function isFailureAnswer(json: object): boolean {
  const said = (names: readonly string[], truth: boolean) =>
    names.some((name) => member(json, name) === truth);
  return (
    said(['success', 'issuccess', 'issuccessful', 'succeeded', 'successful', 'ok', 'isok'], false) ||
    said(['failed', 'isfailed', 'isfailure', 'iserror', 'haserror', 'haserrors'], true)
  );
}

function hasErrors(json: object): boolean {
  const errors = member(json, 'errors');
  return Array.isArray(errors) ? errors.length > 0 : isObject(errors);
}

/** The members of an entry that are taken as its id and its name. */
export interface FoundMembers {
  id: readonly string[];
  name: readonly string[];
}

/**
 * Finds id and name by shape, since no field of the lists is documented: an id is a text or number that hardly ever
 * repeats, a name is words; how a member is called speaks for it, and the two that share a prefix
 * (`stateId`, `stateName`) belong together. Null where no member can be either.
 */
export function findMembers(entries: readonly unknown[]): FoundMembers | null {
  const { columns, looked } = columnsOf(entries);
  const ids = rated(columns, (column) => worthAsId(column, looked));
  const names = rated(columns, (column) => worthAsName(column, looked));
  let best: (FoundMembers & { worth: number }) | null = null;
  for (const id of ids) {
    for (const name of names) {
      if (id.column === name.column) continue;
      const worth = id.worth + name.worth + (isPair(id.column, name.column) ? 25 : 0);
      if (best === null || worth > best.worth) best = { id: id.column.path, name: name.column.path, worth };
    }
  }
  return best === null ? null : { id: best.id, name: best.name };
}

function rated(columns: readonly Column[], worthOf: (column: Column) => number | null) {
  return columns.flatMap((column, index) => {
    const worth = worthOf(column);
    // Of two alike the one that is named first.
    return worth === null ? [] : [{ column, worth: worth - index - 8 * (column.path.length - 1) }];
  });
}

/** The names that speak for an id, the strongest first; without separators and in lower case. */
const idNames: readonly (readonly [RegExp, number])[] = [
  [/^_?id$|^identifier$/, 100],
  [/id$/, 80],
  [/^(code|codigo|key|clave)$/, 75],
  [/(guid|uuid)$/, 70],
  [/(code|codigo|key|number|numero)$/, 65],
  [/^(value|valor)$/, 55],
];
const nameNames: readonly (readonly [RegExp, number])[] = [
  [/^(name|nombre)$/, 100],
  [/^displayname$/, 95],
  [/(name|nombre)$/, 85],
  [/^(title|titulo|label|etiqueta)$/, 80],
  [/^(description|descripcion|text|texto)$/, 75],
  [/(description|descripcion|text|title|label)$/, 65],
  [/^(value|valor)$/, 50],
];

function worthAsId(column: Column, looked: number): number | null {
  const { filled, distinct, dates } = column;
  if (filled * 2 < looked || dates * 2 > filled) return null;
  const named = hint(column, idNames);
  const isUnique = distinct === filled;
  if (named === 0 && !isUnique) return null;
  return named + (isUnique ? 60 : (30 * distinct) / filled) + (40 * filled) / looked + numeric(column);
}

function worthAsName(column: Column, looked: number): number | null {
  const { filled, distinct, worded } = column;
  const named = hint(column, nameNames);
  if (filled * 2 < looked || column.numbers * 2 > filled) return null;
  if (named === 0 && worded * 2 < filled) return null;
  const code = hint(column, idNames) > named ? -50 : 0;
  return named + code + (50 * worded) / filled + (15 * distinct) / filled + (40 * filled) / looked;
}

const numeric = ({ numbers, filled }: Column): number => (numbers * 2 > filled ? 5 : 0);

/** How much the member's name says. `nameEs` and `name.es` are names too, Spanish ones before the others. */
function hint({ path }: Column, names: readonly (readonly [RegExp, number])[]): number {
  const last = plain(path.at(-1) ?? '');
  const inner = isLanguage(last) || last === '0' ? plain(path.at(-2) ?? '') : last;
  const bare = withoutLanguage(path.at(-1) ?? '');
  const found = names.find(([name]) => name.test(inner) || name.test(bare));
  if (found === undefined) return 0;
  return found[1] - (inner === bare && inner === last ? 0 : 2) + (isSpanish(path) ? 3 : 0);
}

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^\p{L}\d]/gu, '')
    .toLowerCase();
const languages = '(es|en|fr|spa|eng|spanish|english|espanol|ingles)';
const isLanguage = (name: string): boolean => new RegExp(`^${languages}([a-z]{2})?$`).test(name);
const withoutLanguage = (name: string): string =>
  plain(name.replace(/(?:[-_](es|en|fr)(?:[-_][A-Za-z]{2})?|(?<=[a-z])(Es|En|Fr|ES|EN|FR))$/, ''));
const isSpanish = (path: readonly string[]): boolean =>
  /(^|[-_.a-z])(Es|ES|es|spa|[sS]panish|espanol)([-_][A-Za-z]{2})?$/.test(path.at(-1) ?? '');

/** `stateId` and `stateName`, or `id` and `name`: the same beginning, in the same object. */
function isPair(id: Column, name: Column): boolean {
  const beginning = ({ path }: Column) => {
    const end = /(id|code|key|guid|uuid|name|description|text|nombre|codigo|descripcion)$/;
    return [...path.slice(0, -1), plain(path.at(-1) ?? '').replace(end, '')].join('.').toLowerCase();
  };
  return beginning(id) === beginning(name);
}

/** A member that entries of a list have, by the names that lead to it. */
export interface Column {
  /** As the first entry that has it spells it, for example `['name', 'es']`. */
  path: readonly string[];
  /** How many of the entries looked at have a text or number there. */
  filled: number;
  numbers: number;
  distinct: number;
  /** How many read as words: with letters, and neither a date, a GUID nor an address. */
  worded: number;
  dates: number;
}

const maxColumnDepth = 3;
const maxColumns = 40;
/** Enough to know a column by; a long list is looked at here and there. */
const maxEntries = 1000;

/** The members that hold texts or numbers, nested ones included, in the order in which the entries name them. */
export function columnsOf(entries: readonly unknown[]): { columns: Column[]; looked: number } {
  const step = Math.max(1, Math.ceil(entries.length / maxEntries));
  const looked = entries.filter((entry, index) => index % step === 0 && isObject(entry));
  const paths = new Map<string, readonly string[]>();
  for (const entry of looked.slice(0, 50)) {
    for (const path of pathsOf(entry, [])) {
      const name = path.join('\0').toLowerCase();
      if (paths.size < maxColumns && !paths.has(name)) paths.set(name, path);
    }
  }
  return { columns: [...paths.values()].map((path) => describe(path, looked)), looked: looked.length };
}

/** The text or number that an entry has there, in whatever case it spells the names; null where it has none. */
export function valueAt(entry: unknown, path: readonly string[]): string | number | null {
  let value = entry;
  for (const name of path) value = memberOf(value, name);
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, name)) return Reflect.get(value, name);
  const wanted = name.toLowerCase();
  const key = Object.keys(value).find((one) => one.toLowerCase() === wanted);
  return key === undefined ? undefined : Reflect.get(value, key);
}

/** Into arrays too, of which the first element stands for all: names by language come so. */
function* pathsOf(value: unknown, path: readonly string[]): Generator<readonly string[]> {
  if (typeof value === 'string' || typeof value === 'number') yield path;
  else if (Array.isArray(value)) {
    if (path.length < maxColumnDepth) yield* pathsOf(value[0], [...path, '0']);
  } else if (isObject(value) && path.length < maxColumnDepth) {
    for (const [key, inner] of Object.entries(value)) yield* pathsOf(inner, [...path, key]);
  }
}

function describe(path: readonly string[], entries: readonly unknown[]): Column {
  const values = entries.map((entry) => valueAt(entry, path)).filter((value) => isFilled(value));
  const count = (is: (value: string | number) => boolean) => values.filter(is).length;
  return {
    path,
    filled: values.length,
    numbers: count((value) => typeof value === 'number'),
    distinct: new Set(values.map(String)).size,
    worded: count(isWorded),
    dates: count(isDate),
  };
}

const isFilled = (value: string | number | null): value is string | number => value !== null && value !== '';
const isDate = (value: string | number) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d([T ]|$)/.test(value);
const isGuid = (value: string) => /^\{?[\da-f]{8}(-?[\da-f]{4}){3}-?[\da-f]{12}\}?$/i.test(value);

function isWorded(value: string | number): boolean {
  if (typeof value === 'number' || isDate(value) || isGuid(value)) return false;
  return /\p{L}/u.test(value) && !/^https?:\/\//i.test(value);
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
