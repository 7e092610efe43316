import { isObject, member } from './answer-words.ts';

/** A list inside an answer: the members that lead to it, none where the answer itself is the list. */
export interface FoundList {
  path: readonly string[];
  entries: readonly unknown[];
}

/** How many wrappers around a list are looked into. */
const deepest = 3;

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
    } else if (isObject(value) && below.length < deepest) yield* listsIn(value, below);
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
