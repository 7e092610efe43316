/**
 * Where in the body a value that was read with tolerance came from. The interface's names and the positions of the
 * lists that were read are the body's own, but for members in PascalCase and for elements that were left out; only
 * those are remembered, beside the values.
 */
const renamed = new WeakMap<object, Map<string, string>>();
const positions = new WeakMap<readonly unknown[], readonly number[]>();
const lengths = new WeakMap<object, number>();
const cutShort = new WeakMap<object, readonly CutShort[]>();
const repeated = new WeakMap<object, readonly string[]>();

/** A text that stands in the body only in part, or levels of it that are left to the raw body. */
interface CutShort {
  /** RFC 6901 pointer into the body as it came. */
  pointer: string;
  what: 'text' | 'levels';
  /** Characters of the text, or levels that are followed. */
  length: number;
}

/** A member of an object that was read came under another name than the interface's. */
export function rememberName(owner: object, name: string, found: string): void {
  const names = renamed.get(owner) ?? new Map<string, string>();
  names.set(name, found);
  renamed.set(owner, names);
}

/** Elements of a list were left out: the positions of those that are there. */
export function rememberPositions(list: readonly unknown[], kept: readonly number[]): void {
  positions.set(list, kept);
}

/** A list or an object of a body stands for one with so many elements or names: they are left to the raw body. */
export function rememberLength(listOrObject: object, length: number): void {
  lengths.set(listOrObject, length);
}

/** How many elements or names were there, where some were left out; else null. */
export function leftOutLength(listOrObject: object): number | null {
  return lengths.get(listOrObject) ?? null;
}

/** How many elements a list of a body has, also of one whose elements were left out. */
export function fullLength(list: readonly unknown[]): number {
  return lengths.get(list) ?? list.length;
}

/** Of a body some texts and levels were left out. */
export function rememberCutShort(root: object, places: readonly CutShort[]): void {
  cutShort.set(root, places);
}

export function placesCutShort(root: object): readonly CutShort[] {
  return cutShort.get(root) ?? [];
}

/** Names of a body came again, at these pointers, and only their last values are here. */
export function rememberRepeated(root: object, pointers: readonly string[]): void {
  repeated.set(root, pointers);
}

export function placesRepeated(root: object): readonly string[] {
  return repeated.get(root) ?? [];
}

/** Whether elements of a list could not be read. */
export function isIncomplete(list: readonly unknown[]): boolean {
  return positions.has(list);
}

/** The position in the body of an element of a list that was read. */
export function positionOf(list: readonly unknown[], index: number): number {
  return positions.get(list)?.[index] ?? index;
}

/** A pointer in the interface's names into what was read, as a pointer into the body as it came (RFC 6901). */
export function bodyPointer(root: object, pointer: string): string {
  let at: unknown = root;
  let found = '';
  for (const token of pointer.split('/').slice(1)) {
    if (Array.isArray(at)) found += `/${positionOf(at, Number(token))}`;
    else
      found += `/${typeof at === 'object' && at !== null ? (renamed.get(at)?.get(token) ?? token) : token}`;
    at = typeof at === 'object' && at !== null ? Reflect.get(at, token) : undefined;
  }
  return found;
}
