import * as z from 'zod';
import { didYouMean, type FoundPlace, find, suggest } from '../search/index.ts';
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
        didYouMean: page.didYouMean,
      };
    }),
    suggest: os.search.suggest.handler(({ input: { query, limit } }) =>
      store.read(async (tx) => {
        const suggestions = await suggest(tx, query, limit);
        return { suggestions, didYouMean: suggestions.length > 0 ? null : await didYouMean(tx, query) };
      }),
    ),
  };
}
