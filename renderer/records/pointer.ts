import type { RecordDetail } from '#shared/contract/records.ts';
import { namesOf, tokenOf } from '#shared/json-pointer.ts';

/** The name of the field that a pointer points at; the pointer itself where it is the whole body. */
export const lastToken = (pointer: string): string => namesOf(pointer).at(-1) ?? pointer;

/** The innermost line that a pointer points into: its list's name, and its number as people count. */
export function lineOf(pointer: string): { list: string; line: number } | null {
  const [, list, index] = /^.*\/([^/]+)\/(\d+)(?:\/[^/]+)?$/.exec(pointer) ?? [];
  return list === undefined || index === undefined ? null : { list, line: Number(index) + 1 };
}

/** What a pointer points at in a parsed document; undefined where there is nothing. */
export function resolve(document: unknown, pointer: string): unknown {
  let at: unknown = document;
  for (const token of namesOf(pointer)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, token)) return undefined;
    at = Reflect.get(at, token);
  }
  return at;
}

/** Bodies up to this length are parsed on a click; longer ones would keep the person waiting. */
const parsedAtMost = 2_000_000;

/**
 * A pointer into a body as it came, in the interface's names and in the positions of what was read of it: names in
 * PascalCase in their usual form, elements that are no objects not counted. Null where it is in one of those.
 */
export function readPointer(body: string, pointer: string): string | null {
  let at: unknown = body.length > parsedAtMost ? undefined : parsed(body);
  let found = '';
  for (const token of namesOf(pointer)) {
    if (Array.isArray(at)) {
      const index = Number(token);
      if (!isRead(at[index])) return null;
      found += `/${index - at.slice(0, index).filter((element) => !isRead(element)).length}`;
    } else {
      const name = /^\p{Lu}\p{Ll}/u.test(token) ? token.charAt(0).toLowerCase() + token.slice(1) : token;
      found += `/${tokenOf(name)}`;
    }
    at =
      typeof at === 'object' && at !== null && Object.hasOwn(at, token) ? Reflect.get(at, token) : undefined;
  }
  return found;
}

const isRead = (element: unknown): boolean =>
  typeof element === 'object' && element !== null && !Array.isArray(element);

/** Parses a body; undefined where it is not JSON. */
export function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Whether a list of the body was not read because it was too long: the screen shows no element of it although some came. */
export const isTooLong = ({ findings }: Pick<RecordDetail, 'findings'>, pointer: string): boolean =>
  findings.some(
    ({ code, places }) => code === 'wire.tooLong' && places.some((place) => place.pointer === pointer),
  );
