/** Archives: made of chosen records, and opened read-only, as copies are. */
import { oc } from '@orpc/contract';
import * as z from 'zod';
import { recordKind, recordKinds } from '../terms.ts';
import { claimFileKey } from './claims.ts';
import { instant, rowId } from './common.ts';
import { passage } from './receiver-keys.ts';
import { recordFilter } from './records.ts';

/** More damaged parts of an archive are counted, and not named. */
export const maxDamagedParts = 200;

/** A record of which something is damaged; `number` is null where only the damaged part knew it. */
export const damagedRecord = z.object({ kind: recordKind, number: z.string().max(200).nullable() });
export type DamagedRecord = z.infer<typeof damagedRecord>;

/** A part of an archive that is not what was written, or is missing. */
const damagedPart = z.object({
  /** Its name in the bundle. */
  part: z.string().max(500),
  /** The records that it belongs to, the first few; empty where it is of none. */
  records: z.array(damagedRecord).max(3),
  /** Of a photo or paper, as its record names it. */
  filename: z.string().max(255).nullable(),
});
export type DamagedPart = z.infer<typeof damagedPart>;

/** What a console shows that is opened on an archive or a copy, and nothing else. */
export const openedArchive = z.object({
  kind: z.enum(['bundle', 'copy']),
  /** Of the file or folder that it was opened from. */
  name: z.string().max(255),
  /** When it was made, as it says itself; null where nobody knows. */
  madeAt: instant.nullable(),
  /** The insurer, as it says itself; empty where nobody was named. */
  company: z.string().max(500),
  /** Whether the key that comes with a bundle has signed it; `lost`: what would say so was cut off. Null of a copy. */
  signature: z.enum(['good', 'none', 'bad', 'lost']).nullable(),
  /** SHA-256 of that key, in hexadecimal; null where there is none. */
  keyFingerprint: z.string().max(200).nullable(),
  damaged: z.array(damagedPart).max(maxDamagedParts),
  damagedCount: z.int().nonnegative(),
  /** Whether its end is missing, as of a file that was not copied whole. */
  isCutOff: z.boolean(),
  /** How much of it was looked at, in bytes, while that goes on behind what is shown; null once all of it was, and of a copy. */
  checking: z.object({ done: z.int().nonnegative(), all: z.int().nonnegative() }).nullable(),
  /** Its file cannot be read any more, so that what was not looked at by then is not shown. */
  isLost: z.boolean(),
  /** Whether it has of the policy book what its records name; the first bundles have nothing of it. */
  hasPolicies: z.boolean(),
});
export type OpenedArchive = z.infer<typeof openedArchive>;

/** Which records: those that have all that is said. An empty list says nothing. */
export const archiveChoice = z.object({
  /** Claim numbers: all that belongs to their claim files. */
  claims: z.array(z.string().min(1).max(200)).max(1000).default([]),
  kinds: z.array(recordKind).max(recordKinds.length).default([]),
  /** Days in the Dominican Republic on which they were received, both included. */
  from: z.iso.date().nullable().default(null),
  until: z.iso.date().nullable().default(null),
  ids: z.array(rowId).max(100_000).default([]),
  /** Insurer's numbers of single records. */
  numbers: z.array(z.string().min(1).max(200)).max(10_000).optional(),
  /** Claim files by another key than their claim number: all that belongs to them. */
  claimFiles: z
    .array(z.object({ by: claimFileKey, value: z.string().min(1).max(200) }))
    .max(100)
    .optional(),
  /** What a list of records is filtered by. */
  ...recordFilter.omit({ kind: true }).shape,
});
export type ArchiveChoice = z.infer<typeof archiveChoice>;

/** How many characters the passphrase of an archive has: nobody can give back one that was forgotten, or guess a long one. */
export const passphraseLength = { min: 12, max: 1000 } as const;

/** What a choice comes to. */
const archiveCount = z.object({
  records: z.partialRecord(recordKind, z.int()),
  total: z.int(),
  /** Counting ended there: there may be more. */
  isCapped: z.boolean(),
});
export type ArchiveCount = z.infer<typeof archiveCount>;

/** The key by which this installation signs its archives; both null where nothing keeps one, so that they are not signed. */
const signingKey = z.object({
  /** PEM (SPKI). */
  publicKey: z.string().nullable(),
  /** SHA-256 of the key as DER, in hexadecimal: who has an archive compares it with that of the archive. */
  fingerprint: z.string().nullable(),
});
export type SigningKey = z.infer<typeof signingKey>;

/** Why an archive was not made; the screen holds the text of each. */
export const archiveFailure = z.enum([
  /** Something lies at its path already. */
  'targetExists',
  'notWritable',
  'diskFull',
  /** No record is as it was chosen. */
  'nothingChosen',
  /** A search is to choose them, and does not know the words of all records yet. */
  'wordsWaiting',
  /** What was written is read back otherwise. */
  'notWhole',
  'stopped',
  'other',
]);
export type ArchiveFailureCode = z.infer<typeof archiveFailure>;

/** An archive that was made. */
const madeArchive = z.object({
  at: instant,
  who: z.string(),
  file: z.string(),
  bytes: z.int(),
  /** SHA-256 of the list of all parts, in hexadecimal. */
  root: z.string(),
  records: z.int(),
  contents: z.int(),
  /** Photos and papers that are not in it, since their files are missing or damaged. */
  missingContents: z.int(),
  /** Those that were not fetched yet, or could not be. */
  notDownloaded: z.int(),
  /** Of the key that signed it; null where none did. */
  keyFingerprint: z.string().nullable(),
});
export type MadeArchive = z.infer<typeof madeArchive>;

const archivesState = z.object({
  /** How far the one is that is being made; null where none is. `checking` reads it back: bytes of all. */
  running: z
    .object({
      file: z.string(),
      since: instant,
      phase: z.enum(['writing', 'checking']),
      /** How many of the chosen records it has gone through, of how many; null where there are too many to be counted before. */
      records: z.int(),
      total: z.int().nullable(),
      done: z.int(),
      all: z.int(),
    })
    .nullable(),
  /** Why the last one was not made; null where it was, or none was begun in this run of the program. */
  failure: z
    .object({
      file: z.string(),
      code: archiveFailure,
      /** For whoever looks after the computer. */ detail: z.string(),
    })
    .nullable(),
});
export type ArchivesState = z.infer<typeof archivesState>;

export const archivesContract = {
  /** Made when it is first asked for. */
  signingKey: oc.output(signingKey),
  get: oc.output(archivesState),
  /** How many records a choice comes to; none is counted twice, and no more than 10,000. */
  count: oc.input(z.object({ choice: archiveChoice })).output(archiveCount),
  /**
   * Begins to write one to a file of this computer, which must not be there; one at a time. One that is to be encrypted is begun
   * once the person has given its passphrase, the way that `passphrase` says.
   */
  create: oc
    .input(
      z.object({
        choice: archiveChoice,
        file: z.string().min(1).max(4096),
        isEncrypted: z.boolean().default(false),
      }),
    )
    .output(archivesState.extend({ passphrase: passage.nullable() }))
    .errors({
      BUSY: { status: 409, message: 'An archive is being made already.' },
      NOT_A_PATH: {
        status: 422,
        message: 'The whole path of a file whose name ends with .perito is needed.',
      },
    }),
  /** Ends the one that is being made; nothing is left of it. */
  stop: oc,
  /** Opens one of `list` read-only in a console of its own; `home` is where that is. */
  open: oc
    .input(z.object({ file: z.string().min(1).max(4096) }))
    .output(z.object({ home: z.string() }))
    .errors({
      /** It does not lie there any more, or was not made here. */
      AWAY: { status: 404 },
      TOO_MANY: { status: 409 },
    }),
  /** The newest first, at most 200. */
  list: oc.output(z.array(madeArchive)),
};
