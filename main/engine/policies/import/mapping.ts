import { type ColumnMapping, columnMapping } from '#shared/contract/policy-imports.ts';
import { rememberedMapping, type Store } from '../../store/index.ts';
import { headingsKey, proposeMapping } from './columns.ts';

/** The mapping that was last used for these headings, or else the proposed one. */
export async function knownMapping(
  store: Pick<Store, 'read'>,
  headings: readonly string[],
): Promise<{ mapping: ColumnMapping; isRemembered: boolean }> {
  const remembered = await store.read((tx) => rememberedMapping(tx, headingsKey(headings)));
  if (remembered === null) return { mapping: proposeMapping(headings), isRemembered: false };
  const mapping = Object.entries(storedMapping(remembered)).filter(([heading]) => headings.includes(heading));
  return { mapping: Object.fromEntries(mapping), isRemembered: true };
}

export function storedMapping(text: string | null): ColumnMapping {
  return text === null ? {} : columnMapping.parse(JSON.parse(text));
}
