import * as z from 'zod';
import { type FoundPlace, find, suggest } from '../search/index.ts';
import type { Store } from '../store/index.ts';
import { instantOf, os } from './base.ts';
import { cursorAt, placeOf } from './cursor.ts';
import { rowOf } from './records.ts';

const place: z.ZodType<FoundPlace> = z.object({
  rank: z.enum(['own', 'named', 'words']),
  below: z.int().nonnegative(),
});

export function searchProcedures(store: Pick<Store, 'read'>) {
  return {
    find: os.search.find.handler(async ({ input }) => {
      const { query: search, kind, limit, cursor } = input;
      const page = await store.read((tx) => find(tx, { search, kind, after: placeOf(cursor, place), limit }));
      return {
        groups: page.groups.map(({ claimNumber, records }) => ({
          claimNumber,
          records: records.map(({ row, rank, hits }) => ({ record: rowOf(row), rank, hits })),
        })),
        nextCursor: page.next === null ? null : cursorAt(page.next),
        totals: page.totals,
        claimNotes: page.claimNotes.map(({ what, id, claimNumber, at, who, text }) => ({
          ...{ what, id, claimNumber, who, text },
          at: instantOf(at),
        })),
        waiting: page.waiting,
        waitingPdfs: page.waitingPdfs,
      };
    }),
    suggest: os.search.suggest.handler(async ({ input }) => ({
      suggestions: await store.read((tx) => suggest(tx, input.query, input.limit)),
    })),
  };
}
