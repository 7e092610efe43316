import { SaxesParser } from 'saxes';
import { FileFailure } from './failure.ts';
import { readerLimits } from './limits.ts';

export interface XmlHandlers {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/**
 * Reads XML piece by piece; names come without their prefix. Only XML's own five entities exist: a document that
 * declares others is refused, and one that goes deeper or wider than the limits, at the element that does. Calls
 * `afterPiece` after each piece.
 */
export async function* readXml<Found>(
  pieces: AsyncIterable<string>,
  handlers: XmlHandlers,
  afterPiece: () => Found[],
): AsyncGenerator<Found, void, void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let broken: Error | null = null;
  parser.on('error', (failure) => {
    broken ??= failure;
  });
  parser.on('doctype', () => {
    broken ??= new Error('a document type is declared');
  });
  let depth = 0;
  let elements = 0;
  let attributes = 0;
  parser.on('opentagstart', () => {
    attributes = 0;
    depth += 1;
    elements += 1;
    if (depth > readerLimits.depth) throw new FileFailure('workbookTooDeep', { limit: readerLimits.depth });
    if (elements > readerLimits.elements) throw tooLarge(`more than ${readerLimits.elements} elements`);
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > readerLimits.attributes) {
      throw tooLarge(`an element with more than ${readerLimits.attributes} attributes`);
    }
  });
  if (handlers.open) parser.on('opentag', (tag) => handlers.open?.(localName(tag.name), tag.attributes));
  if (handlers.text) parser.on('text', (text) => handlers.text?.(text));
  if (handlers.text) parser.on('cdata', (text) => handlers.text?.(text));
  parser.on('closetag', (tag) => {
    depth -= 1;
    handlers.close?.(localName(tag.name));
  });
  const check = () => {
    if (broken !== null) throw new FileFailure('workbookDamaged', { detail: broken.message }, broken);
  };
  for await (const piece of pieces) {
    parser.write(piece);
    check();
    yield* afterPiece();
  }
  parser.close();
  check();
  yield* afterPiece();
}

/** A part of a workbook that is more than is read; `detail` says in what. */
export const tooLarge = (detail: string): FileFailure => new FileFailure('workbookTooLarge', { detail });

/** Reads a small document whole. */
export async function readWholeXml(pieces: AsyncIterable<string>, handlers: XmlHandlers): Promise<void> {
  for await (const _ of readXml(pieces, handlers, () => []));
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}
