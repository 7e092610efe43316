import { nameOfOtherOrder } from '#shared/marketplace/cancel-call.ts';
import { member } from '#shared/marketplace/member.ts';
import { fullLength } from '#shared/marketplace/places.ts';
import type { OrderKind } from '#shared/terms.ts';
import { Refusal } from './problems.ts';

/**
 * The marketplace id of a body: an integer under its name, or under the PascalCase form of it. Throws a
 * `Refusal` for anything else, a text of digits included.
 */
export function readMarketplaceId(json: object, name: string): number {
  const value = member(json, name);
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value + 0;
  const detail =
    value === undefined ? 'It is missing.' : 'It must be a JSON integer of at most 2^53 - 1, not a text.';
  throw new Refusal('identity-missing', `The body must name its ${name} as an integer.`, {
    places: [{ pointer: `/${name}`, detail }],
  });
}

/**
 * The order that a cancel call is about: the one of its path, whatever form the body's id has, or none. Throws a
 * `Refusal` where the path holds no integer, or the body names another.
 */
export function orderOfPath(pathId: string, kind: OrderKind, idName: string, json: object): number {
  const id = Number(pathId);
  if (!/^-?\d{1,16}$/.test(pathId) || !Number.isSafeInteger(id)) {
    throw new Refusal('identity-differs', `The ${idName} of the path is not an integer.`, {
      places: [{ pointer: `/${idName}`, detail: 'The path must hold the integer that it names.' }],
    });
  }
  const other = nameOfOtherOrder(kind, json, id);
  if (other === null) return id + 0;
  throw new Refusal('identity-differs', `The ${other} of the body is not the ${idName} of the path.`, {
    places: [{ pointer: `/${other}`, detail: 'It differs from the path.' }],
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
