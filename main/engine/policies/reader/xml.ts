import { SaxesParser } from 'saxes';
import { FileFailure } from './failure.ts';

export interface XmlHandlers {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/**
 * Reads XML piece by piece; names come without their prefix. Only XML's own five entities exist: a document that
 * declares others is refused. Calls `afterPiece` after each piece.
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
  if (handlers.open) parser.on('opentag', (tag) => handlers.open?.(localName(tag.name), tag.attributes));
  if (handlers.text) parser.on('text', (text) => handlers.text?.(text));
  if (handlers.text) parser.on('cdata', (text) => handlers.text?.(text));
  if (handlers.close) parser.on('closetag', (tag) => handlers.close?.(localName(tag.name)));
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

/** Reads a small document whole. */
export async function readWholeXml(pieces: AsyncIterable<string>, handlers: XmlHandlers): Promise<void> {
  for await (const _ of readXml(pieces, handlers, () => []));
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}
