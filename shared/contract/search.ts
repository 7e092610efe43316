import { oc } from '@orpc/contract';
import * as z from 'zod';
import { searchFields } from '../search-terms.ts';
import { recordKind } from '../terms.ts';
import { instant, rowId } from './common.ts';
import { recordRow } from './records.ts';

/** A text in which something was found: ranges are of UTF-16 units of the text, from and to, in their order. */
const markedText = z.object({
  text: z.string(),
  ranges: z.array(z.tuple([z.int().nonnegative(), z.int().nonnegative()])),
});
export type MarkedText = z.infer<typeof markedText>;

/** A text of a record in which something was found, cut around the first of it; of the words of a PDF with the attachment. */
const searchHit = markedText.extend({
  field: z.enum(searchFields),
  attachment: z.object({ id: rowId, filename: z.string() }).optional(),
});
export type SearchHit = z.infer<typeof searchHit>;

/**
 * Why a record stands where it does: what was typed identifies it (`own`), identifies something that it names (`named`), or
 * begins words of it.
 */
const searchRank = z.enum(['own', 'named', 'words']);
export type SearchRank = z.infer<typeof searchRank>;

const foundRecord = z.object({
  record: recordRow,
  rank: searchRank,
  /** Where it was found, at most three; empty where the body is too long to be read again for it, or lies in a bundle. */
  hits: z.array(searchHit),
});
export type FoundRecord = z.infer<typeof foundRecord>;

const capped = z.object({ count: z.int().nonnegative(), isCapped: z.boolean() });

const claimNoteFound = z.object({
  what: z.enum(['claimNote', 'claimReminder']),
  id: rowId,
  claimNumber: z.string(),
  at: instant,
  who: z.string(),
  text: markedText,
});

const query = z.string().trim().max(200);

const suggestion = z.discriminatedUnion('of', [
  z.object({
    of: z.literal('record'),
    id: rowId,
    kind: recordKind,
    number: z.string(),
    /** Its first line, or the vehicle. */
    about: z.string().nullable(),
    partyName: z.string().nullable(),
    hit: searchHit.nullable(),
  }),
  z.object({ of: z.literal('claim'), claimNumber: z.string() }),
  /** A vehicle of a policy of the book, by the row's id. */
  z.object({
    of: z.literal('policy'),
    id: rowId,
    number: z.string(),
    ownerName: z.string(),
    vehicle: z.string(),
    /** Its chassis, where what was typed was found in it. */
    vin: markedText.nullable(),
  }),
  /** A supplier, a workshop or an issuer. */
  z.object({ of: z.literal('party'), taxId: z.string(), name: z.string() }),
  /** The name of a part or of a service, as records have it. */
  z.object({ of: z.literal('item'), text: z.string() }),
]);
export type Suggestion = z.infer<typeof suggestion>;

/**
 * Where nothing is found, or suggested: the search with words that no record has put right by one letter, as a record writes them. Null
 * elsewhere, and where that finds nothing either.
 */
const didYouMean = z.string().nullable();

export const searchContract = {
  /**
   * What a search finds: records that hold all its words, of which any may be the beginning of one, identifiers with or without
   * their hyphens and spaces, a chassis number by its end, and a total or the amount of a line by itself, with or without its
   * currency, commas and cents. What was typed exactly stands first, then the newest; records of
   * one claim stand together where the first of them stands, within one page.
   */
  find: oc
    .input(
      z.object({
        query,
        kind: recordKind.optional(),
        limit: z.int().min(1).max(100).default(25),
        cursor: z.string().max(200).optional(),
      }),
    )
    .output(
      z.object({
        groups: z.array(
          z.object({
            /** Null of a record without one, which is a group by itself. */
            claimNumber: z.string().nullable(),
            records: z.array(foundRecord).min(1),
          }),
        ),
        nextCursor: z.string().nullable(),
        /** Of all kinds, whatever `kind` says; counted up to a thousand each. */
        totals: z.object({
          purchaseOrder: capped,
          serviceOrder: capped,
          incidentReport: capped,
          financialDocument: capped,
        }),
        /** Notes on claims and reminders of claims, newest first, on the first page of all kinds alone. */
        claimNotes: z.array(claimNoteFound),
        /** Records and notes whose words are not entered yet, so that they may be missing; after an update. */
        waiting: capped,
        /** PDFs whose words are not read yet, so that records may be missing. */
        waitingPdfs: capped,
        didYouMean,
      }),
    ),
  /** A few things that what was typed so far may mean: what it identifies first. */
  suggest: oc
    .input(z.object({ query, limit: z.int().min(1).max(20).default(8) }))
    .output(z.object({ suggestions: z.array(suggestion), didYouMean })),
};
