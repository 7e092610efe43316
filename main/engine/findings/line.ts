import { positionOf } from '#shared/marketplace/places.ts';

/** A line of a list of the body, which names are the interface's. */
export interface Line<Item extends object = object> {
  list: string;
  items: readonly Item[];
  index: number;
  /** What it is called on the screen. */
  name: string | null;
}

/** Points at a line, or at a field of it. */
export function pointerTo({ list, index }: Line, field?: string): string {
  return field === undefined ? `/${list}/${index}` : `/${list}/${index}/${field}`;
}

/** What a finding's text says of its line: its number as people count, and its name. */
export function describeLine({ items, index, name }: Line): { line: number; name: string } {
  return { line: positionOf(items, index) + 1, name: shortText(name) };
}

/** So much of a text of the wire as a finding shows. */
export function shortText(text: string | null | undefined, limit = 60): string {
  const trimmed = text?.trim() ?? '';
  return trimmed.length <= limit ? trimmed : `${trimmed.slice(0, limit - 1)}…`;
}
