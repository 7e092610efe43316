import { hash } from 'node:crypto';
import type { Entry } from './journal.ts';

/** What a group's hash is made of: SHA-256 over the hash before in hexadecimal and the JSON of each entry, line by line. */
export function groupHash(before: Uint8Array, entries: readonly Entry[]): Buffer {
  const lines = [Buffer.from(before).toString('hex')];
  for (const entry of entries) lines.push(contentOf(entry));
  return hash('sha256', lines.join('\n'), 'buffer');
}

/** The bytes stand in it by their hash. */
function contentOf(entry: Entry): string {
  const { seq, kind, marketplaceId, subjectId, revision, number, at, keyLabel, sha256, detail } = entry;
  const digest = sha256 === null ? null : Buffer.from(sha256).toString('hex');
  return JSON.stringify([
    seq,
    kind,
    marketplaceId,
    subjectId,
    revision,
    number,
    at,
    keyLabel,
    digest,
    detail,
  ]);
}
