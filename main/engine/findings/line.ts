import { positionOf } from '#shared/marketplace/places.ts';

/** A line of a list that was read: what checks need to point at it and to name it. */
export interface Line<Item> {
  item: Item;
  pointer: string;
  /** Its number as people count, and its name: parameters of the finding's text. */
  told: { line: number; name: string };
}

/** The lines of a list, with their pointers in the interface's names. */
export function linesOf<Item extends object>(
  items: readonly Item[],
  list: string,
  nameOf: (item: Item) => string | null,
): Line<Item>[] {
  return items.map((item, index) => ({
    item,
    pointer: `/${list}/${index}`,
    told: { line: positionOf(items, index) + 1, name: shortText(nameOf(item)) },
  }));
}

/** So much of a text of the wire as a finding shows. */
export function shortText(text: string | null | undefined, limit = 60): string {
  const trimmed = text?.trim() ?? '';
  return trimmed.length <= limit ? trimmed : `${trimmed.slice(0, limit - 1)}…`;
}
