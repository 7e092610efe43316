import { member } from '#shared/marketplace/member.ts';
import { fullLength } from '#shared/marketplace/places.ts';
import { Refusal } from './problems.ts';

/**
 * The marketplace id of a body: an integer under its name, or under the PascalCase form of it. Throws a
 * `Refusal` for anything else, a text of digits included.
 */
export function identityOf(json: object, name: string): number {
  const value = member(json, name);
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value + 0;
  const detail =
    value === undefined ? 'It is missing.' : 'It must be a JSON integer of at most 2^53 - 1, not a text.';
  throw new Refusal('identity-missing', `The body must name its ${name} as an integer.`, {
    places: [{ pointer: `/${name}`, detail }],
  });
}

/** Throws a `Refusal` where the id of the path is not the body's. */
export function checkPathId(pathId: string, identity: number, name: string): void {
  if (/^-?\d{1,16}$/.test(pathId) && Number(pathId) === identity) return;
  throw new Refusal('identity-differs', `The ${name} of the path is not the ${name} of the body.`, {
    places: [{ pointer: `/${name}`, detail: 'It differs from the path.' }],
  });
}

/** Throws a `Refusal` where `items` is not a non-empty list. */
export function checkItems(json: object): void {
  const items = member(json, 'items');
  if (Array.isArray(items) && fullLength(items) > 0) return;
  const detail =
    items === undefined ? 'It is missing.' : Array.isArray(items) ? 'It is empty.' : 'It is not a list.';
  throw new Refusal('items-missing', 'A purchase order must have one item or more.', {
    places: [{ pointer: '/items', detail }],
  });
}
