/** Everything that is kept about one person, for who asks for it under Law 172-13: found, shown and exported. */
import { oc } from '@orpc/contract';
import * as z from 'zod';
import { subjectKeyKinds, subjectKeyProblems } from '../rules/subject-key.ts';
import { recordKind } from '../terms.ts';
import { archiveFailure } from './archives.ts';
import { instant, rowId } from './common.ts';
import { passage } from './receiver-keys.ts';

/** Why what belongs to a person was not exported: it is chosen by no words. */
export const exportFailure = archiveFailure.exclude(['wordsWaiting']);
export type ExportFailureCode = z.infer<typeof exportFailure>;

/** Where was looked. What a photo or a scanned paper shows is read by nobody. */
export const subjectPlaces = [
  /** Policies in force, with their owners. */
  'policies',
  /** Deliveries of records: every revision. */
  'revisions',
  /** Archives to which closed claims were moved, where they lie where they were left. */
  'bundles',
  'cancelCalls',
  /** Lookups and balances, with what was answered. */
  'lookups',
  'rejected',
  /** Notes, marks on photos, reasons and answers: what people wrote. */
  'texts',
  /** Words of PDFs, of every revision, as far as they are read for the search. */
  'pdfs',
  /** Lines of imported policy files that were refused. */
  'importProblems',
  'audit',
] as const;
export type SubjectPlace = (typeof subjectPlaces)[number];

/** Why a record belongs to the person; it may for several reasons. */
export const subjectRelations = [
  /** A revision of it, a PDF of it or a call to cancel it has the number. */
  'named',
  /** Something that people wrote beside it has the number. */
  'text',
  /** It names a policy of the person. */
  'policy',
  /** It names a vehicle of such a policy. */
  'vehicle',
  /** It has the claim number of a record that names such a policy. */
  'claim',
] as const;
export type SubjectRelation = (typeof subjectRelations)[number];

/** Of each list as many are shown; the export has all. */
export const maxSubjectRows = 100;

const list = <Row extends z.ZodType>(row: Row) =>
  z.object({ total: z.int(), rows: z.array(row).max(maxSubjectRows) });

const subjectPolicy = z.object({
  insurancePolicyNumber: z.string(),
  displayName: z.string(),
  /** RNC and identification, as the book has them; a search by each leads on. */
  companyTaxId: z.string().nullable(),
  identification: z.string().nullable(),
  vehicles: z.array(z.object({ vin: z.string(), makeName: z.string(), modelName: z.string() })).max(50),
});

/** What was found. */
const subjectFound = z.object({
  at: instant,
  places: z.array(
    z.object({
      place: z.enum(subjectPlaces),
      /** How many were looked at, and how many name the person. */
      lookedAt: z.int(),
      found: z.int(),
      /** Not looked at: they lie in archives that are not where they were left; of PDFs, no words were read in them. */
      unread: z.int(),
    }),
  ),
  /** Whether running text was searched for the number; not for a policy's that is so short that it means anything. */
  textsSearched: z.boolean(),
  records: z.object({
    total: z.int(),
    /** How many for each reason. */
    relations: z.record(z.enum(subjectRelations), z.int()),
    kinds: z.partialRecord(recordKind, z.int()),
    /** The number stands in an earlier revision, and not in the latest. */
    earlierOnly: z.int(),
    attachments: z.int(),
  }),
  /** Archives to which records of the person were moved, and those that are away, of which nobody knows. */
  bundles: z
    .array(z.object({ file: z.string(), isThere: z.boolean(), records: z.int() }))
    .max(maxSubjectRows),
  policies: list(subjectPolicy),
  lookups: list(
    z.object({
      seq: rowId,
      at: instant,
      kind: z.enum(['policy', 'balance']),
      insurancePolicyNumber: z.string().nullable(),
      vin: z.string().nullable(),
    }),
  ),
  rejected: list(
    z.object({ seq: rowId, at: instant, method: z.string(), path: z.string(), title: z.string() }),
  ),
  texts: list(
    z.object({
      id: rowId,
      source: z.enum([
        'note',
        'claimNote',
        'reminder',
        'flag',
        'annotation',
        'acknowledgement',
        'decision',
        'cancellation',
        'verdictProposal',
        'importProblem',
      ]),
      text: z.string(),
    }),
  ),
});
export type SubjectFound = z.infer<typeof subjectFound>;

const subjectKey = z.object({
  kind: z.enum(subjectKeyKinds),
  value: z.string(),
  checks: z.boolean().nullable(),
});

const dataSubjectState = z.object({
  /** Who was looked for last; null where nobody was, or it was forgotten. It is kept nowhere but in memory. */
  key: subjectKey.nullable(),
  /** `all` is 0 where nobody knows yet. In entries while it searches, in records or bytes while it exports. */
  running: z
    .object({
      since: instant,
      phase: z.enum(['searching', 'writing', 'checking']),
      done: z.int(),
      all: z.int(),
    })
    .nullable(),
  found: subjectFound.nullable(),
  /** Why it was not found or exported. */
  failure: z.object({ code: exportFailure, detail: z.string() }).nullable(),
  /** What was exported last of what was found. */
  exported: z.object({ file: z.string(), bytes: z.int(), records: z.int(), root: z.string() }).nullable(),
});
export type DataSubjectState = z.infer<typeof dataSubjectState>;

const busy = { BUSY: { status: 409, message: 'Somebody is being looked for, or exported, already.' } };
const invalidKey = {
  INVALID_KEY: {
    status: 422,
    message: 'That is no number to look for.',
    data: z.object({ problem: z.enum(subjectKeyProblems) }),
  },
};

export const dataSubjectContract = {
  get: oc.output(dataSubjectState),
  /** Begins to look for a person; what was found before is forgotten. */
  find: oc
    .input(z.object({ kind: z.enum(subjectKeyKinds), value: z.string().max(1000) }))
    .output(dataSubjectState)
    .errors({ ...busy, ...invalidKey }),
  /** Ends the search or the export; nothing is left of it. */
  stop: oc.output(dataSubjectState),
  /** Forgets what was found. */
  forget: oc.output(dataSubjectState),
  /** The records that were found, the newest first. */
  records: oc
    .input(
      z.object({
        relation: z.enum(subjectRelations).optional(),
        limit: z.int().min(1).max(200).default(50),
        belowId: rowId.optional(),
      }),
    )
    .output(
      z.object({
        rows: z.array(z.object({ id: rowId, relations: z.array(z.enum(subjectRelations)) })),
        total: z.int(),
        nextBelowId: rowId.nullable(),
      }),
    ),
  /**
   * Begins to write what was found to a file of this computer; of the records those that belong for one of the reasons. One that is
   * to be encrypted is begun once the person has given its passphrase, the way that `passphrase` says.
   */
  export: oc
    .input(
      z.object({
        file: z.string().min(1).max(4096),
        relations: z
          .array(z.enum(subjectRelations))
          .max(subjectRelations.length)
          .default([...subjectRelations]),
        isEncrypted: z.boolean().default(false),
      }),
    )
    .output(dataSubjectState.extend({ passphrase: passage.nullable() }))
    .errors({
      ...busy,
      NOT_FOUND: { status: 409, message: 'Nobody was looked for, or nothing was found.' },
      NOT_A_PATH: {
        status: 422,
        message: 'The whole path of a file whose name ends with .perito is needed.',
      },
    }),
};
