import { parseExactly } from '#shared/marketplace/exact-json.ts';
import {
  type LargeBodies,
  type LargeBody,
  maxDepth,
  NestedTooDeeply,
  NotJson,
  NotUtf8,
  parsedBody,
} from '../bodies/index.ts';
import { Refusal } from './problems.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });
/** Shorter bodies cannot be nested deeply enough to hold the thread. */
const unscannedBytes = 64 * 1024;

/**
 * The JSON object of a body: UTF-8, a byte order mark or none. Of members with one name the last is taken, as
 * JSON.parse does. Throws a `Refusal`.
 */
export function jsonObject(bytes: Uint8Array): object {
  if (bytes.length === 0) throw new Refusal('empty-body', 'The call has no body. Send a JSON object.');
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw notUtf8();
  }
  if (bytes.length > unscannedBytes && isNestedTooDeeply(bytes)) {
    throw nestedTooDeeply();
  }
  return onlyObject(parse(text));
}

/** The same of a body that another thread reads. Rejects with a `Refusal`. */
export async function largeJsonObject(
  bodies: LargeBodies,
  bytes: Uint8Array,
): Promise<{ json: object; large: LargeBody }> {
  try {
    const large = await bodies.read(bytes);
    return { json: onlyObject(parsedBody(Buffer.from(large.extract), large.leftOut)), large };
  } catch (failure) {
    if (failure instanceof NotUtf8) throw notUtf8();
    if (failure instanceof NotJson) throw notJson(String(failure.place));
    if (failure instanceof NestedTooDeeply) throw nestedTooDeeply();
    throw failure;
  }
}

function onlyObject(json: unknown): object {
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json;
  throw new Refusal('not-an-object', 'The body must be one JSON object.', {
    places: [{ pointer: '', detail: 'Expected an object.' }],
  });
}

const notUtf8 = () => new Refusal('not-utf8', 'The body holds bytes that are not UTF-8.');
const nestedTooDeeply = () =>
  new Refusal('nested-too-deeply', `The body is nested more than ${maxDepth} levels deep.`);

function parse(text: string): unknown {
  try {
    return parseExactly(text);
  } catch (failure) {
    // A number with its source is read level by level; without one no depth is too much.
    if (failure instanceof RangeError) throw nestedTooDeeply();
    // V8's words quote the body, which the sender knows best; only the place is told.
    throw notJson(failure instanceof Error ? /at position (\d+)/.exec(failure.message)?.[1] : undefined);
  }
}

function notJson(place: string | undefined): Refusal {
  const where = place === undefined ? '' : ` It stops being JSON at character ${place}.`;
  return new Refusal('not-json', `The body is not well-formed JSON.${where}`);
}

const quote = 0x22;
const backslash = 0x5c;

function isNestedTooDeeply(bytes: Uint8Array): boolean {
  let depth = 0;
  let isText = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (isText) {
      if (byte === backslash) index++;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > maxDepth) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return false;
}
