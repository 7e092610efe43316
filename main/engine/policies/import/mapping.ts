import { type ColumnMapping, columnMapping } from '#shared/contract/policy-imports.ts';
import { rememberedMapping, type Store } from '../../store/index.ts';
import { folded } from '../book/read-choices.ts';
import { headingsKey, proposeMapping } from './columns.ts';

/** The mapping that was last used for these headings, or else the proposed one. */
export async function knownMapping(
  store: Pick<Store, 'read'>,
  headings: readonly string[],
): Promise<{ mapping: ColumnMapping; isRemembered: boolean }> {
  const remembered = await store.read((tx) => rememberedMapping(tx, headingsKey(headings)));
  if (remembered === null) return { mapping: proposeMapping(headings), isRemembered: false };
  // The same headings may be written otherwise this time.
  const columnOf = new Map(
    Object.entries(storedMapping(remembered)).map(([heading, column]) => [folded(heading), column]),
  );
  const mapping = headings.flatMap((heading) => {
    const column = columnOf.get(folded(heading));
    return column === undefined ? [] : [[heading, column] as const];
  });
  return { mapping: Object.fromEntries(mapping), isRemembered: true };
}

export function storedMapping(text: string | null): ColumnMapping {
  return text === null ? {} : columnMapping.parse(JSON.parse(text));
}
