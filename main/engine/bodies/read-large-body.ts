import { hash } from 'node:crypto';
import { namesOf } from '#shared/json-pointer.ts';
import { parseExactly } from '#shared/marketplace/exact-json.ts';
import { rememberCutShort, rememberLength, rememberRepeated } from '#shared/marketplace/source-pointers.ts';
import { contentHash } from './content-hash.ts';
import { extractOf, type LeftOut, NestedTooDeeply, NotJson } from './extract.ts';
import type { LargeBodyAnswer } from './large-bodies.ts';

/** What is read of a body of any size. */
export function readLargeBody(body: Uint8Array): LargeBodyAnswer {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return { outcome: 'notUtf8' };
  }
  try {
    const { json, leftOut } = extractOf(text);
    return {
      outcome: 'read',
      extract: json,
      leftOut,
      // What has an extract is JSON, and nested no deeper than is followed.
      contentHash: contentHash(body) ?? '',
      sha256: hash('sha256', body, 'hex'),
    };
  } catch (failure) {
    if (failure instanceof NotJson) return { outcome: 'notJson', place: failure.place };
    if (failure instanceof NestedTooDeeply) return { outcome: 'nestedTooDeeply' };
    throw failure;
  }
}

/**
 * The JSON of a body, or of its extract with what was left out of it: lists and objects know how long they were. Numbers
 * that a float does not hold keep their text. Throws as `JSON.parse` does, and a TypeError for bytes that are not UTF-8.
 */
export function parsedBody(bytes: Uint8Array, leftOut: readonly LeftOut[] = []): unknown {
  const json = parseExactly(decoder.decode(bytes));
  if (typeof json === 'object' && json !== null) remember(json, leftOut);
  return json;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function remember(root: object, leftOut: readonly LeftOut[]): void {
  const cut = leftOut.flatMap(({ pointer, what, length }) =>
    what === 'text' || what === 'levels' ? [{ pointer, what, length }] : [],
  );
  if (cut.length > 0) rememberCutShort(root, cut);
  const repeated = leftOut.filter(({ what }) => what === 'repeated');
  if (repeated.length > 0)
    rememberRepeated(
      root,
      repeated.map(({ pointer }) => pointer),
    );
  for (const { pointer, what, length } of leftOut) {
    if (what !== 'elements' && what !== 'names') continue;
    const found = at(root, pointer);
    if (typeof found === 'object' && found !== null) rememberLength(found, length);
  }
}

function at(root: unknown, pointer: string): unknown {
  let found = root;
  for (const name of namesOf(pointer)) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = Reflect.get(found, name);
  }
  return found;
}
