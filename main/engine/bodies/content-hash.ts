import { hash } from 'node:crypto';
import { canonicalNumber } from '#shared/marketplace/exact-json.ts';
import { decoded, JsonText, maxDepth, NestedTooDeeply, NotJson, quote } from './extract.ts';

/**
 * SHA-256, in hexadecimal, of what a body says: equal of two bodies that differ only in white space, in the order of
 * members, in escapes, or in how a decimal is written (`1.0`, `1`, `10e-1`). Numbers are compared by their digits, never
 * as floats. A name that stands twice in an object counts twice. Null of a body that is no JSON or nested too deeply:
 * it is equal to its own bytes only.
 */
export function contentHash(body: Uint8Array): string | null {
  try {
    const text = new JsonText(new TextDecoder('utf-8', { fatal: true }).decode(body));
    const canonical = canonicalValue(text, 0);
    if (!text.isAtEnd()) throw new NotJson(text.at);
    return hash('sha256', canonical, 'hex');
  } catch (failure) {
    if (failure instanceof NotJson || failure instanceof NestedTooDeeply || failure instanceof TypeError) {
      return null;
    }
    throw failure;
  }
}

function canonicalValue(text: JsonText, depth: number): string {
  if (depth > maxDepth) throw new NestedTooDeeply();
  switch (text.next()) {
    case 0x7b:
      return canonicalObject(text, depth);
    case 0x5b:
      return canonicalList(text, depth);
    case quote:
      return canonicalString(text);
    default: {
      const scalar = text.scalar();
      return /[tfn]/.test(scalar.charAt(0)) ? scalar : canonicalNumber(scalar);
    }
  }
}

function canonicalString(text: JsonText): string {
  const string = text.string();
  return text.hasEscapes ? JSON.stringify(JSON.parse(string)) : string;
}

/** So many pieces are joined at a time: a list may have millions. */
const maxPieces = 1000;

function canonicalList(text: JsonText, depth: number): string {
  text.pass(0x5b);
  let whole = '';
  let pieces: string[] = [];
  if (text.next() !== 0x5d) {
    for (;;) {
      pieces.push(canonicalValue(text, depth + 1));
      if (pieces.length === maxPieces) {
        whole += `${pieces.join()},`;
        pieces = [];
      }
      if (text.next() !== 0x2c) break;
      text.at += 1;
    }
  }
  text.pass(0x5d);
  return shortened(`[${whole}${pieces.join()}]`);
}

function canonicalObject(text: JsonText, depth: number): string {
  text.pass(0x7b);
  const members: { name: string; value: string }[] = [];
  if (text.next() !== 0x7d) {
    for (;;) {
      text.next();
      const written = text.string();
      const name = decoded(written, text.hasEscapes);
      text.pass(0x3a);
      members.push({ name, value: canonicalValue(text, depth + 1) });
      if (text.next() !== 0x2c) break;
      text.at += 1;
    }
  }
  text.pass(0x7d);
  // Of one name the order stands: the last is what readers take.
  members.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return shortened(`{${members.map(({ name, value }) => `${JSON.stringify(name)}:${value}`).join()}}`);
}

/** A longer text of a list or an object stands in what holds it as its hash, which no JSON is: many levels cost no more. */
const longest = 1000;

function shortened(canonical: string): string {
  return canonical.length <= longest ? canonical : `#${hash('sha256', canonical, 'base64url')}`;
}
