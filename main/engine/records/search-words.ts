import { readContent } from '#shared/marketplace/record-content.ts';
import { largeBodyBytes } from '#shared/marketplace/tolerant-reader.ts';
import type { RecordKind } from '#shared/terms.ts';
import { parsedBody, readLargeBody } from '../bodies/index.ts';
import type { FilterChoice, RecordTraits } from '../store/index.ts';
import { termsOf } from './search-index.ts';
import { textsOfBody, textsOfNotes } from './search-texts.ts';
import { summarise } from './summary.ts';
import { choicesOf, traitsOf } from './traits.ts';

/** What the search keeps of a record beside its row, by what lists filter and sort it, and what is read of a large body. */
interface SearchWords {
  terms: string;
  traits: RecordTraits;
  choices: FilterChoice[];
  large: { extract: string; leftOut: string } | null;
}

/** Derives them from the body of a record's latest revision and its notes, in this thread. A body that cannot be read has its number alone. */
export function searchWordsOf(
  record: { kind: RecordKind; marketplaceId: number; number: string; notes: readonly { text: string }[] },
  body: Uint8Array,
): SearchWords {
  const read = readBody(body);
  const texts = [...textsOfBody(record, read.json), ...textsOfNotes(record.notes)];
  const { content } = readContent(record.kind, read.json);
  const traits = traitsOf(content, summarise(record.kind, read.json));
  return {
    terms: termsOf(record.kind, texts),
    ...{ traits, choices: choicesOf(content, traits), large: read.large },
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
