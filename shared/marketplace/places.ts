/**
 * Where in the body a value that was read with tolerance came from. The interface's names and the positions of the
 * lists that were read are the body's own, but for members in PascalCase and for elements that were left out; only
 * those are remembered, beside the values.
 */
const renamed = new WeakMap<object, Map<string, string>>();
const positions = new WeakMap<readonly unknown[], readonly number[]>();
const lengths = new WeakMap<readonly unknown[], number>();

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

/** The list of a body stands for one that is so long: its elements are left to the raw body. */
export function rememberLength(list: readonly unknown[], length: number): void {
  lengths.set(list, length);
}

/** How many elements a list of a body has, also of one whose elements were left out. */
export function fullLength(list: readonly unknown[]): number {
  return lengths.get(list) ?? list.length;
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
