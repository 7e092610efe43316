import { setImmediate } from 'node:timers/promises';
import {
  type ReferenceListState,
  type ReferenceProblem,
  referenceProblem,
} from '#shared/contract/reference.ts';
import { type ReferenceList, referenceLists, referencePaths } from '#shared/reference-terms.ts';
import { type ReferenceListRow, referenceListCopy, referenceListRows, type Store } from '../store/index.ts';
import { type ParsedList, understand } from './understand.ts';

/** The seven lists as they are kept; what was understood of a copy is held, so that it is read once. */
export function createCopies(store: Store) {
  const held = new Map<ReferenceList, { fetchedAt: number; understood: ParsedList }>();

  const copyOf = async (row: ReferenceListRow | undefined): Promise<ParsedList> => {
    if (row === undefined || row.fetched_at === null) return nothing;
    const known = held.get(row.list);
    if (known?.fetchedAt === row.fetched_at) return known.understood;
    const copy = await store.read((tx) => referenceListCopy(tx, row.list));
    if (copy === null) return nothing;
    // One after the other, so that who calls meanwhile waits for one list and not for seven.
    await setImmediate();
    const read = understand(copy.body);
    const understood = 'refused' in read ? nothing : read;
    held.set(row.list, { fetchedAt: copy.fetched_at, understood });
    return understood;
  };

  const rowsByList = async (): Promise<Map<ReferenceList, ReferenceListRow>> =>
    new Map((await store.read(referenceListRows)).map((row) => [row.list, row]));

  return {
    rows: rowsByList,
    /** Takes over what was understood of a copy that was just kept, so that it is not read again. */
    hold: (list: ReferenceList, fetchedAt: number, understood: ParsedList) =>
      void held.set(list, { fetchedAt, understood }),
    /** Whether the last good copy of a list has entries. */
    hasEntries: async (list: ReferenceList) =>
      (await copyOf((await rowsByList()).get(list))).items.length > 0,
    /** All seven, in their order. `missing` stands over what was noted, where nothing can be called by now. */
    async states(missing: ReferenceProblem | null): Promise<ReferenceListState[]> {
      const rows = await rowsByList();
      const states: ReferenceListState[] = [];
      for (const list of referenceLists) {
        const row = rows.get(list);
        const { items, dropped, shape } = await copyOf(row);
        states.push({
          list,
          path: referencePaths[list],
          fetchedAt: instant(row?.fetched_at),
          triedAt: instant(row?.tried_at),
          problem: missing ?? problemOf(row),
          shape,
          items,
          dropped,
          suspiciousAt: instant(row?.suspicious_at),
        });
      }
      return states;
    },
  };
}

const nothing: ParsedList = { items: [], dropped: 0, shape: null };

function problemOf(row: ReferenceListRow | undefined): ReferenceProblem | null {
  return row === undefined || row.problem === null ? null : referenceProblem.parse(JSON.parse(row.problem));
}

function instant(milliseconds: number | null | undefined): string | null {
  return milliseconds == null ? null : new Date(milliseconds).toISOString();
}
