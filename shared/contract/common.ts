/** Schemas that several parts of the contract share. */
import * as z from 'zod';

/** An instant, ISO 8601 in UTC with milliseconds. */
export const instant = z.iso.datetime({ offset: false });

/** An amount of money as a decimal text, for example `"48250.00"`; never a binary float. */
export const amount = z.string().regex(/^-?\d+(\.\d+)?$/);

/** The key of a row in Perito's own database; not a marketplace id. */
export const rowId = z.int().positive();

/** `limit` rows from `cursor` on; the cursor is opaque and comes from the page before. */
export const pageRequest = {
  limit: z.int().min(1).max(200).default(50),
  /** The longest is that of a policy: 100 characters and a VIN of 50, in bytes, in base64url. */
  cursor: z.string().max(1000).optional(),
};

/** Rows that are chosen at a time, at the most: what is done with them names each. */
export const maxChosen = 1000;

/** A page of rows, newest first. `total` counts what matches; `totalIsCapped` says that there are more. */
export function page<Row extends z.ZodType>(row: Row) {
  return z.object({
    rows: z.array(row),
    nextCursor: z.string().nullable(),
    total: z.int().nonnegative(),
    totalIsCapped: z.boolean(),
  });
}

/** Who did something: a person by the name that they had then, and the channel. */
export const actor = z.object({
  person: z.string(),
  /** Of the account; absent of Perito itself, and of what was done before there were accounts. */
  personId: rowId.optional(),
  via: z.enum(['desktop', 'browser', 'token', 'receiver', 'engine', 'commandLine']),
});
export type Actor = z.infer<typeof actor>;

/** As many bytes of a body at the most come with what it belongs to; a part of a large one, asked for by itself, has fewer. */
export const maxKeptBodyBytes = 1024 * 1024;

/** Requests the bytes of a body from an offset on. */
export const bodyPartRequest = { from: z.int().nonnegative().default(0) };

/** A part of a body in Base64, and the offset of the next part; null after the last. */
export const bodyPart = z.object({ bytes: z.base64(), next: z.int().nullable() });
