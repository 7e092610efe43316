/** Claims that are closed and old: moved to bundles, verified there, and only then taken out of the database. */
import { oc } from '@orpc/contract';
import * as z from 'zod';
import { instant, rowId } from './common.ts';

/** For how many years fiscal records are kept (Law 11-92, article 50; see docs): who lets less stand is told, and says that he knows. */
export const fiscalYears = 10;

const path = z.string().min(1).max(4096);

/** When claims leave, and where they go. */
export const retentionPolicy = z.object({
  /** Whole years since anything last happened in a claim; null: nothing ever leaves. */
  years: z.int().min(1).max(30).nullable().default(null),
  /** Where the bundles are written; never in the data directory. */
  folder: path.nullable().default(null),
  /** A second place, on another disk at best, to which each bundle is copied and read back; null where there is none. */
  secondFolder: path.nullable().default(null),
});
export type RetentionPolicy = z.infer<typeof retentionPolicy>;

/** Why a claim of that age stays. Each claim is counted under the first that holds. */
export const keptBackReasons = [
  /** A cancellation waits for a verdict or its delivery. */
  'cancellationOpen',
  /** An invoice is held or disputed, or its payment waits for a second person. */
  'invoiceUndecided',
  /** Something of it was not reviewed. */
  'notReviewed',
  /** Ordered and not invoiced, or to be credited. */
  'outstanding',
  /** A photo or a paper is still being fetched. */
  'downloading',
  /** Too much for one bundle, or it cannot be read. */
  'notReadable',
] as const;

const keptBack = z.object({
  reason: z.enum(keptBackReasons),
  claims: z.int(),
  /** A few of them, the oldest first. */
  examples: z.array(z.string()).max(20),
});

/** What would leave if it began now. Nothing is written. */
const retentionPlan = z.object({
  asOf: instant,
  /** Claims in which nothing happened since then. */
  closedBefore: instant,
  claims: z.int(),
  records: z.int(),
  /** About how many bytes leave the data directory. */
  bytes: z.int(),
  oldest: instant.nullable(),
  newest: instant.nullable(),
  examples: z.array(z.object({ claimNumber: z.string(), lastActivity: instant, records: z.int() })).max(20),
  keptBack: z.array(keptBack),
  /** Records that belong to no claim stay; so many of that age. */
  withoutClaim: z.int(),
  /** Whether claims are among them whose fiscal records are younger than `fiscalYears`. */
  isUnderFiscalYears: z.boolean(),
});
export type RetentionPlan = z.infer<typeof retentionPlan>;

/** A bundle to which claims were moved. */
const retentionBundle = z.object({
  id: rowId,
  /** Where it was last seen. */
  file: path,
  secondFile: path.nullable(),
  /** Whether it lies there now; null where nobody looked yet. */
  isThere: z.boolean().nullable(),
  madeAt: instant,
  bytes: z.int(),
  /** SHA-256 of the list of all parts, in hexadecimal: a file with another root is another bundle. */
  root: z.string().regex(/^[0-9a-f]{64}$/),
  claims: z.int(),
  records: z.int(),
});
export type RetentionBundle = z.infer<typeof retentionBundle>;

const retentionFailureCode = z.enum([
  'folderAway',
  'notWritable',
  'diskFull',
  'notWhole',
  'changedMeanwhile',
  'unsigned',
  'stopped',
  'other',
]);
export type RetentionFailureCode = z.infer<typeof retentionFailureCode>;

export const retentionFailure = z.object({ at: instant, code: retentionFailureCode, detail: z.string() });

/** The last run that came to its end. */
export const retentionLast = z.object({ at: instant, claims: z.int(), records: z.int(), bundles: z.int() });

const retentionState = z.object({
  policy: retentionPolicy,
  running: z
    .object({
      since: instant,
      phase: z.enum(['choosing', 'writing', 'checking', 'copying', 'removing']),
      /** Of records, or of bytes while something is written, checked or copied; `all` is 0 where nobody knows. */
      done: z.int(),
      all: z.int(),
    })
    .nullable(),
  failure: retentionFailure.nullable(),
  last: retentionLast.nullable(),
  /** Bytes that the files give back at the next start, about. */
  reclaimable: z.int(),
});
export type RetentionState = z.infer<typeof retentionState>;

export const retentionContract = {
  get: oc.output(retentionState),
  /** Counts what would leave under a policy; takes seconds where there is much. */
  plan: oc.input(z.object({ years: z.int().min(1).max(30) })).output(retentionPlan),
  setPolicy: oc
    .input(z.object({ policy: retentionPolicy, knowsFiscalYears: z.boolean().default(false) }))
    .output(retentionState)
    .errors({
      /** Fewer than `fiscalYears`, and nobody said that he knows. */
      FISCAL_YEARS: { status: 422 },
      NOT_A_FOLDER: {
        status: 422,
        data: z.object({
          folder: path,
          problem: z.enum(['notAPath', 'missing', 'notWritable', 'inDataDirectory', 'same']),
        }),
      },
    }),
  begin: oc
    .output(retentionState)
    .errors({ BUSY: { status: 409 }, NO_POLICY: { status: 409 }, NOTHING: { status: 409 } }),
  stop: oc,
  /** The newest first, at most 1,000. */
  bundles: oc.output(z.array(retentionBundle)),
  /** Says where a bundle lies now, in an office as an administrator; its root is compared. */
  locate: oc
    .input(z.object({ id: rowId, file: path }))
    .output(retentionBundle)
    .errors({ NOT_THIS_BUNDLE: { status: 422 }, NOT_READABLE: { status: 422 } }),
  /**
   * Opens a bundle read-only beside the live data, from where it was last seen or from its copy, at a screen of its console (`at`,
   * a path below its address); `home` is where that is.
   */
  open: oc
    .input(z.object({ id: rowId, at: z.string().startsWith('/').max(1000).nullable().default(null) }))
    .output(z.object({ home: z.string() }))
    .errors({
      /** It lies in neither place, or another file does. */
      AWAY: { status: 404 },
      TOO_MANY: { status: 409 },
    }),
};
