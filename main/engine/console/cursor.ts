import * as z from 'zod';

/** The opaque cursor of a page that goes on behind a place in the order of its rows. */
export function cursorAt(place: object): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** The place of a cursor; null, which is the beginning, without one or with one that is not ours. */
export function placeOf<Place>(cursor: string | undefined, place: z.ZodType<Place>): Place | null {
  if (cursor === undefined) return null;
  try {
    return place.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString())).data ?? null;
  } catch {
    return null;
  }
}

/** The order of a list of records or claims where none is said. */
export const newestFirst = { by: 'received', descending: true } as const;

/** The place of a row in an order of such a list. */
export const place = z.object({
  group: z.string().nullable(),
  key: z.union([z.string(), z.number()]).nullable(),
  id: z.int().nonnegative(),
});

const below = z.object({ below: z.int().nonnegative() });

/** The cursor of a page that goes on below a row's id. */
export const cursorBelow = (id: number): string => cursorAt({ below: id } satisfies z.input<typeof below>);

/** The id that a cursor goes on below: from the newest on where it names none. */
export const idBelow = (cursor: string | undefined): number =>
  placeOf(cursor, below)?.below ?? Number.MAX_SAFE_INTEGER;

/** The rows that a page shows, of those read with one more than its limit, and the cursor of the page after it. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): { shown: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}
