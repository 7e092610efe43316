import { placesIn } from './find-text.ts';
import { foldWithOrigins } from './fold-text.ts';

/** Names of the two highlights, in the page's style sheet. */
export const foundName = 'paper-found';
export const foundHereName = 'paper-found-here';

type Piece = { node: Text | null; from: number; text: string };

/** The pieces of a page's text layer: the same text that is searched. */
function piecesOf(layer: Element): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const element of layer.querySelectorAll('[role="presentation"]')) {
    const node = element.firstChild instanceof Text ? element.firstChild : null;
    const text = element.tagName === 'BR' ? '\n' : (element.textContent ?? '');
    pieces.push({ node, from, text });
    from += text.length;
  }
  return pieces;
}

function rangeOf(pieces: readonly Piece[], begin: number, end: number): Range | null {
  const held = pieces.filter(
    ({ node, from, text }) => node !== null && from < end && from + text.length > begin,
  );
  const first = held[0];
  const last = held.at(-1);
  if (first?.node == null || last?.node == null) return null;
  const range = document.createRange();
  range.setStart(first.node, Math.max(0, begin - first.from));
  range.setEnd(last.node, Math.min(last.text.length, end - last.from));
  return range;
}

/** Where a text is found in the text layer of one page, in its order. */
export function rangesIn(layer: Element, needle: string): (Range | null)[] {
  const pieces = piecesOf(layer);
  const { text, origins } = foldWithOrigins(pieces.map((piece) => piece.text).join(''));
  return placesIn(text, needle).map((at) => {
    const begin = origins[at];
    const end = origins[at + needle.length];
    return begin === undefined || end === undefined ? null : rangeOf(pieces, begin, end);
  });
}

const highlight = (name: string): Highlight => {
  const old = CSS.highlights.get(name);
  if (old !== undefined) return old;
  const made = new Highlight();
  CSS.highlights.set(name, made);
  return made;
};

/** Draws ranges as found, one of them as the one looked at; the function that it gives takes them away. */
export function markFound(ranges: readonly (Range | null)[], here: number | null): () => void {
  const drawn: [Highlight, Range][] = [];
  for (const [index, range] of ranges.entries()) {
    if (range === null) continue;
    const into = highlight(index === here ? foundHereName : foundName);
    into.add(range);
    drawn.push([into, range]);
  }
  return () => {
    for (const [from, range] of drawn) from.delete(range);
  };
}
