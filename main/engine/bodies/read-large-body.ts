import { hash } from 'node:crypto';
import { contentHash } from './content-hash.ts';
import { extractOf } from './extract.ts';
import { NestedTooDeeply, NotJson } from './json-text.ts';
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
