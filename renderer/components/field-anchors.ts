/**
 * Maps fields of the body to the parts of the screen that show them, so that a link can lead to a field. Parts name their
 * fields by RFC 6901 pointers in the interface's names and in the positions of the read lines.
 */

const attribute = 'data-shows';

/** The attribute of an element that shows these fields. */
export function shows(pointers: string | readonly string[] | undefined): { [attribute]?: string } {
  if (pointers === undefined) return {};
  const list = typeof pointers === 'string' ? [pointers] : pointers;
  return list.length === 0 ? {} : { [attribute]: list.map(asToken).join(' ') };
}

/** The attribute holds tokens between spaces. */
const asToken = (pointer: string): string => pointer.replaceAll(/\s/g, encodeURIComponent);

/** Names a field by its pointer into the received body, for parts that have no pointer in the interface's names. */
export const placeInBody = (pointer: string): string => `body:${pointer}`;

/** The first element below `root` that shows exactly this field, and that is itself shown. */
export function elementShowing(root: Element, pointer: string): HTMLElement | null {
  const found = root.querySelectorAll<HTMLElement>(`[${attribute}~="${CSS.escape(asToken(pointer))}"]`);
  return [...found].find((element) => element.getClientRects().length > 0) ?? null;
}

/** The element of the nearest parent of a field; null where only the whole body is left. */
export function elementAround(root: Element, pointer: string): HTMLElement | null {
  for (let cut = pointer.lastIndexOf('/'); cut > 0; cut = pointer.lastIndexOf('/', cut - 1)) {
    const element = elementShowing(root, pointer.slice(0, cut));
    if (element !== null) return element;
  }
  return null;
}
