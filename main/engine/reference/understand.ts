import type { ReferenceItem } from '#shared/contract/reference.ts';
import { type AnswerWords, wordsOf } from './answer-words.ts';
import { valueAt } from './columns.ts';
import { elementSources } from './element-sources.ts';
import { findList } from './find-list.ts';
import { findMembers } from './find-members.ts';

/** A list as it was understood. */
export interface Understood {
  items: ReferenceItem[];
  /** Dotted paths, for a person; null where the list is empty, so that there was nothing to tell by. */
  shape: { list: string; id: string; name: string } | null;
}

export type Understanding = Understood | { refused: 'notJson' | 'noList'; words: AnswerWords };

/**
 * Understands an answer by its shape alone. Every element becomes an item, in its order and raw, repeated ids and
 * elements that are odd included; what an odd one lacks is an empty text. Never throws.
 */
export function understand(text: string): Understanding {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { refused: 'notJson', words: { title: null, detail: null } };
  }
  const found = findList(json);
  if (found === null || found === 'failed') return { refused: 'noList', words: wordsOf(json) };
  if (found.entries.length === 0) return { items: [], shape: null };
  const members = findMembers(found.entries);
  if (members === null) return { refused: 'noList', words: wordsOf(json) };
  const sources = elementSources(text, found.path);
  const said = (entry: unknown, path: readonly string[]) => String(valueAt(entry, path) ?? '').trim();
  return {
    items: found.entries.map((entry, index) => ({
      id: said(entry, members.id),
      name: said(entry, members.name),
      raw: sources[index] ?? '',
    })),
    shape: { list: found.path.join('.'), id: members.id.join('.'), name: members.name.join('.') },
  };
}
