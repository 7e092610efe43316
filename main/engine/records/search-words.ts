import { largeBodyBytes } from '#shared/marketplace/tolerant-reader.ts';
import type { RecordKind } from '#shared/terms.ts';
import { parsedBody, readLargeBody } from '../bodies/index.ts';
import { tokenize } from '../store/index.ts';
import { kindToken } from './queries.ts';
import { summarise } from './summary.ts';

/** What the search keeps of a record beside its row, and what is read of a large body. */
interface SearchWords {
  words: string;
  /** Those that it completes. */
  completions: string[];
  large: { extract: string; leftOut: string } | null;
}

/** Derives them from the body of a record's latest revision, in this thread. A body that cannot be read has its number alone. */
export function searchWordsOf(
  record: { kind: RecordKind; marketplaceId: number; number: string },
  body: Uint8Array,
): SearchWords {
  const { kind, marketplaceId, number } = record;
  const read = readBody(body);
  const { searchText } = summarise(kind, marketplaceId, read.json);
  const completions = new Set(tokenize(summarise(kind, 0, read.json).searchText));
  return {
    words: `${kindToken(kind)} ${number} ${searchText}`,
    completions: [...completions].filter((word) => !/\p{N}/u.test(word)),
    large: read.large,
  };
}

function readBody(body: Uint8Array): { json: object; large: SearchWords['large'] } {
  try {
    if (body.length <= largeBodyBytes) return { json: objectOf(parsedBody(body)), large: null };
    const read = readLargeBody(body);
    if (read.outcome !== 'read') return { json: {}, large: null };
    const { extract, leftOut } = read;
    const json = objectOf(parsedBody(Buffer.from(extract), leftOut));
    return { json, large: { extract, leftOut: JSON.stringify(leftOut) } };
  } catch {
    return { json: {}, large: null };
  }
}

const objectOf = (json: unknown): object => (typeof json === 'object' && json !== null ? json : {});
