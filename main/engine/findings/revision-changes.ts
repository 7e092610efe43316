import { tokenOf } from '#shared/json-pointer.ts';
import { exactText } from '#shared/marketplace/exact-json.ts';
import { type GatheredFinding, maxPlaces, shortText } from './finding.ts';

/** So many levels are compared, and so many values and elements in all; what is beyond is not said to have changed. */
const limits = { levels: 20, values: 100_000 } as const;

/** Names by which an element of a list is known, where it has one that no other has. */
const ids = [
  'itemId',
  'documentItemId',
  'workshopServiceId',
  'incidentReportFormAttachmentId',
  'attachmentId',
  'authorityId',
] as const;
/** What an element is called on the screen. */
const names = [
  'itemName',
  'documentItemName',
  'workshopServiceName',
  'originalFilename',
  'attachmentFilename',
  'authorityName',
] as const;

/**
 * What a revision changed: a place a field, with its value `before` and `after` as JSON, null where there was none; of lists
 * and objects `[…]` and `{…}`.
 * Elements of a list are compared by their id, or by position where ids come twice or are absent. Pointers lead into the
 * new body; of what was removed, into the old one. A revision that says the same in another form has no place but the
 * body itself.
 */
export function revisionChanges(
  revisions: { before: number; after: number },
  before: object,
  after: object,
): GatheredFinding {
  const changes = new Changes();
  changes.compare('', before, after, null, 0);
  const { places, count } = changes;
  return {
    code: 'revision.changed',
    pointer: places[0]?.pointer ?? '',
    parameters: { ...revisions, fields: count },
    places: places.length === 0 ? [{ pointer: '', parameters: { ...revisions } }] : places,
    count: Math.max(1, count),
    amount: null,
  };
}

type Line = { line: number; name: string } | null;
type JsonObject = Readonly<Record<string, unknown>>;

class Changes {
  readonly places: GatheredFinding['places'] = [];
  count = 0;
  /** How many values were compared. */
  #values = 0;

  compare(pointer: string, before: unknown, after: unknown, line: Line, level: number): void {
    this.#values += 1;
    if (this.#values > limits.values || level > limits.levels) return;
    if (isObject(before) && isObject(after)) {
      for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
        this.compare(
          `${pointer}/${escaped(name)}`,
          memberOf(before, name),
          memberOf(after, name),
          line,
          level + 1,
        );
      }
    } else if (Array.isArray(before) && Array.isArray(after)) {
      this.#compareLists(pointer, before, after, level);
    } else if (!isSame(before, after)) {
      this.#add(pointer, before, after, line);
    }
  }

  #compareLists(pointer: string, before: readonly unknown[], after: readonly unknown[], level: number): void {
    const id = ids.find((name) => isKey(name, before) && isKey(name, after));
    const keyOf = (element: unknown, index: number) => (id === undefined ? index : idOf(element, id));
    const old = new Map(before.map((element, index) => [keyOf(element, index), { element, index }]));
    for (const [index, element] of after.entries()) {
      const key = keyOf(element, index);
      const was = old.get(key);
      old.delete(key);
      const line = lineOf(element, index);
      if (was === undefined) this.#add(`${pointer}/${index}`, undefined, element, line);
      else this.compare(`${pointer}/${index}`, was.element, element, line, level + 1);
    }
    for (const { element, index } of old.values()) {
      this.#add(`${pointer}/${index}`, element, undefined, lineOf(element, index));
    }
  }

  #add(pointer: string, before: unknown, after: unknown, line: Line): void {
    this.count += 1;
    if (this.places.length === maxPlaces) return;
    const [was, is] = [shown(before), shown(after)];
    this.places.push({ pointer, parameters: { before: was, after: is, ...line } });
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && exactText(value) === null;
/** Numbers that a float does not hold are compared by their digits. */
const isSame = (one: unknown, other: unknown) =>
  one === other || (exactText(one) !== null && exactText(one) === exactText(other));
const memberOf = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;
const idOf = (element: unknown, name: string): unknown =>
  isObject(element) ? memberOf(element, name) : undefined;

/** Whether every element of a list has an id of this name, and no two the same. */
function isKey(name: string, list: readonly unknown[]): boolean {
  const found = new Set(list.map((element) => idOf(element, name)));
  return found.size === list.length && !found.has(undefined) && !found.has(null);
}

function lineOf(element: unknown, index: number): Line {
  if (!isObject(element)) return { line: index + 1, name: '' };
  const name = names.map((one) => memberOf(element, one)).find((value) => typeof value === 'string');
  return { line: index + 1, name: shortText(typeof name === 'string' ? name : '') };
}

/** JSON of a value; of a list or object, which may be vast, only what it is. */
function shown(value: unknown): string | null {
  if (value === undefined) return null;
  const exact = exactText(value);
  if (exact !== null) return shortText(exact, 200);
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}';
  return JSON.stringify(typeof value === 'string' ? shortText(value, 200) : value);
}

const escaped = (name: string) => tokenOf(shortText(name, 120));
