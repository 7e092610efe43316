import { isObject } from './answer-words.ts';

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

const deepest = 3;
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
    if (path.length < deepest) yield* pathsOf(value[0], [...path, '0']);
  } else if (isObject(value) && path.length < deepest) {
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
