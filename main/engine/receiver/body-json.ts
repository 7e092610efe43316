import { Refusal } from './problems.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });
const depthLimit = 500;
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
    throw new Refusal('not-utf8', 'The body holds bytes that are not UTF-8.');
  }
  if (bytes.length > unscannedBytes && isNestedTooDeeply(bytes)) {
    throw new Refusal('nested-too-deeply', `The body is nested more than ${depthLimit} levels deep.`);
  }
  const json = parse(text);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new Refusal('not-an-object', 'The body must be one JSON object.', {
      places: [{ pointer: '', detail: 'Expected an object.' }],
    });
  }
  return json;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (failure) {
    // V8's words quote the body, which the sender knows best; only the place is told.
    const place = failure instanceof Error ? /at position (\d+)/.exec(failure.message)?.[1] : undefined;
    const where = place === undefined ? '' : ` It stops being JSON at character ${place}.`;
    throw new Refusal('not-json', `The body is not well-formed JSON.${where}`);
  }
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
      if (++depth > depthLimit) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return false;
}
