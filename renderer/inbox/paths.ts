import { textOfPath } from '../app/path-text.ts';

export const inboxPath = '/inbox';

/** Where an entry is open: `/inbox/record/12` of `record:12`. */
export function entryPath(key: string): string {
  const at = key.indexOf(':');
  return `${inboxPath}/${key.slice(0, at)}/${encodeURIComponent(key.slice(at + 1))}`;
}

/** What an entry is about, as its path says it. */
export type Subject =
  | { kind: 'record' | 'cancellation'; key: string; id: number }
  | { kind: 'claim'; key: string; claimNumber: string };

/** Null where the path's parts name none. */
export function subjectOfPath(kind: string | undefined, value: string | undefined): Subject | null {
  if (value === undefined || value === '') return null;
  if (kind === 'claim') {
    const claimNumber = textOfPath(value);
    return { kind, key: `claim:${claimNumber}`, claimNumber };
  }
  const id = Number(value);
  if ((kind !== 'record' && kind !== 'cancellation') || !Number.isInteger(id) || id <= 0) return null;
  return { kind, key: `${kind}:${id}`, id };
}
