/** RFC 6901 pointers. */
const tokens = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The name of the field that a pointer points at; the pointer itself where it is the whole body. */
export const lastToken = (pointer: string): string => tokens(pointer).at(-1) ?? pointer;

/** The innermost line that a pointer points into: its list's name, and its number as people count. */
export function lineOf(pointer: string): { list: string; line: number } | null {
  const [, list, index] = /^.*\/([^/]+)\/(\d+)(?:\/[^/]+)?$/.exec(pointer) ?? [];
  return list === undefined || index === undefined ? null : { list, line: Number(index) + 1 };
}

/** What a pointer points at in a parsed document; undefined where there is nothing. */
export function resolve(document: unknown, pointer: string): unknown {
  let at: unknown = document;
  for (const token of tokens(pointer)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, token)) return undefined;
    at = Reflect.get(at, token);
  }
  return at;
}

/** A body parsed, or undefined where it is no JSON. */
export function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
