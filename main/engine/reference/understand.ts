import type { ReferenceItem } from '#shared/contract/reference.ts';
import { noProblemText, type ProblemText, readProblemText } from './answer-words.ts';
import { valueAt } from './columns.ts';
import { elementSources } from './element-sources.ts';
import { findList } from './find-list.ts';
import { findMembers } from './find-members.ts';
import { type JsonRefusal, readJson } from './read-json.ts';

/** A list as it was understood. */
export interface ParsedList {
  items: ReferenceItem[];
  /** Elements that were null, and are left out. */
  dropped: number;
  /** Dotted paths, for a person; null where the list is empty, so that there was nothing to tell by. */
  shape: { list: string; id: string; name: string } | null;
}

export type Understanding = ParsedList | { refused: JsonRefusal | 'noList'; words: ProblemText };

/**
 * Understands an answer by its shape alone. Every element but null becomes an item, in its order and raw, repeated ids
 * and elements that are odd included; what an odd one lacks is an empty text. Never throws.
 */
export function understand(text: string): Understanding {
  const parsed = readJson(text);
  if ('refused' in parsed) return { refused: parsed.refused, words: noProblemText };
  const { json } = parsed;
  const found = findList(json);
  if (found === null || found === 'failed') return { refused: 'noList', words: readProblemText(json) };
  if (found.entries.length === 0) return { items: [], dropped: 0, shape: null };
  const members = findMembers(found.entries);
  if (members === null) return { refused: 'noList', words: readProblemText(json) };
  const sources = elementSources(text, found.path);
  const said = (entry: unknown, path: readonly string[]) => String(valueAt(entry, path) ?? '').trim();
  return {
    items: found.entries.flatMap((entry, index) =>
      entry === null
        ? []
        : [{ id: said(entry, members.id), name: said(entry, members.name), raw: sources[index] ?? '' }],
    ),
    dropped: found.entries.filter((entry) => entry === null).length,
    shape: { list: found.path.join('.'), id: members.id.join('.'), name: members.name.join('.') },
  };
}
