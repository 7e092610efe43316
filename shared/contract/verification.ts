/** What a check of everything that is kept finds: codes and their parameters; the screen and the command line hold the texts. */
import { oc } from '@orpc/contract';
import * as z from 'zod';
import { damagedRecord } from './archives.ts';
import { placeProblem } from './backups.ts';
import { actor, instant } from './common.ts';

/** The parts of a check, in the order in which they are looked at. */
export const verificationParts = [
  /** What arrived: every entry, its bytes, the chain of hashes, the file itself, and the numbers that were given. */
  'journal',
  /** What people and Perito did: every entry and the chain. */
  'audit',
  /** Both chains beside what was noted of them outside. */
  'anchors',
  /** The file of the database. */
  'database',
  /** What is listed beside what arrived. */
  'derived',
  /** Photos and papers beside their hashes. */
  'content',
  /** Who may read the data directory. */
  'rights',
  /** The backups in their places. */
  'backups',
  /** The archives that were made, where they lie now. */
  'bundles',
] as const;
const verificationPart = z.enum(verificationParts);
export type VerificationPart = z.infer<typeof verificationPart>;

/** The first few of many. */
const few = 20;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const place = z.int().nonnegative();

/** SHA-256 in hexadecimal; empty of a chain without entries. */
const chainHash = z.union([z.literal(''), sha256]);

/** The heads of both chains at one moment: whatever is shorter, or has another hash there, was changed since. */
export const anchor = z.object({
  at: instant,
  /** The last entry that arrived and the hash of its group; of an empty journal 0. */
  journal: z.object({ seq: place, hash: chainHash }),
  /** The last entry of the log of what people and Perito did, and its hash; 0 of an empty log. */
  audit: z.object({ id: place, hash: chainHash }),
});
export type Anchor = z.infer<typeof anchor>;

/** Where an anchor stands: in the data directory, in a backup, at the head of the second copy, or in an archive. */
const anchorSource = z.discriminatedUnion('in', [
  z.object({ in: z.literal('file') }),
  z.object({ in: z.literal('backup'), folder: z.string(), name: z.string() }),
  z.object({ in: z.literal('secondCopy'), folder: z.string() }),
  z.object({ in: z.literal('bundle'), file: z.string() }),
]);
export type AnchorSource = z.infer<typeof anchorSource>;

const placedAnchor = z.object({ anchor, source: anchorSource });
export type PlacedAnchor = z.infer<typeof placedAnchor>;

/** A chain that an anchor contradicts; `entry` is the one that the anchor knows, and `ends` the last that there is. */
const contradiction = {
  chain: z.enum(['journal', 'audit']),
  entry: place,
  ends: place,
  /** The last entry before it about which an anchor and the chain agree; 0 where none does. */
  agreesUntil: place,
  /** When the anchor was set, and where it stands. */
  anchoredAt: instant,
  source: anchorSource,
  /** How many anchors contradict it in this way; the others say no more than this one. */
  anchors: z.int().positive(),
  /**
   * When a copy was restored after that, as the log itself says, from which the chain went on: then this is why, unless somebody wrote
   * that into the log. Null where it says no such thing.
   */
  restoredAt: instant.nullable(),
};

/** As far as it can be read: when an entry was made, and what kind of entry or action it is. */
const entryMeans = { at: instant.nullable(), kind: z.string().nullable() };

/** What a row of the database and the entry of the journal that it is derived from can disagree in. */
const disagreementCode = z.enum([
  /** A delivery has no record, or one of another id, number or instant. */
  'recordOfDelivery',
  /** A record is behind its deliveries, or has a revision that never came. */
  'revisionOfRecord',
  /** The journal says that a record was moved to an archive, and the record does not. */
  'recordOfArchived',
  /** A record says that it was moved to an archive, and the journal does not. */
  'archivedOfRecord',
  'askOfCall',
  'callOfAsk',
  /** A call has another outcome than the journal says. */
  'outcomeOfAsk',
  /** An answer with a verdict was delivered, and no cancellation says so. */
  'verdictOfAnswer',
  /** A cancellation says that its verdict was delivered, and the journal knows of no such answer. */
  'answerOfVerdict',
  'rowOfLookup',
  'lookupOfRow',
  /** Deliveries were rejected that are neither listed nor counted as repeats. */
  'countOfRejected',
  'rejectedOfRow',
]);
export type DisagreementCode = z.infer<typeof disagreementCode>;

/** Why an archive cannot be read. */
const bundleProblem = z.enum([
  'away',
  'notABundle',
  /** Its end is missing, and nothing of what is left can be read. */
  'cutOff',
  'newerFormat',
  'notReadable',
  'passphraseNeeded',
  'wrongPassphrase',
  'slow',
]);
const file = z.string().max(4096);

const verificationFinding = z.discriminatedUnion('code', [
  /**
   * Entries `entry` to `until` of what arrived are not what was written. `bytes`: one has other bytes than arrived. `chain`: their
   * group does not follow from the one before. `missing`: one of them is not there or cannot be read.
   */
  z.object({
    code: z.literal('journalBroken'),
    what: z.enum(['missing', 'bytes', 'chain']),
    entry: place,
    until: place,
    ...entryMeans,
  }),
  /** SQLite's words. */
  z.object({ code: z.literal('journalFileDamaged'), detail: z.array(z.string()).max(few) }),
  /** The journal goes on from `kept`, although `last` was given. */
  z.object({ code: z.literal('numbersBehind'), sequence: z.string(), kept: z.int(), last: z.int() }),
  /**
   * Entries `entry` to `until` of the log are not what was written. `changed`: one does not follow from the one before it. `surplus`:
   * they stand behind its end.
   */
  z.object({
    code: z.literal('auditBroken'),
    what: z.enum(['changed', 'missing', 'unreadable', 'surplus', 'head']),
    entry: place,
    until: place,
    ...entryMeans,
  }),
  /** A chain ends before an entry that an anchor knows: its end was cut off. */
  z.object({ code: z.literal('chainShorter'), ...contradiction }),
  /** A chain has another hash there than an anchor: what stands at that entry or before it was written anew. */
  z.object({ code: z.literal('chainOther'), ...contradiction, ...entryMeans }),
  /** Lines of the file of anchors, or all of it, that are none. */
  z.object({ code: z.literal('anchorsUnreadable'), lines: z.int().positive() }),
  z.object({ code: z.literal('databaseDamaged'), detail: z.array(z.string()).max(few) }),
  /** What is listed is not what arrived; `disagreement` says in what, `first` names entries or rows. */
  z.object({
    code: z.literal('derivedOtherwise'),
    disagreement: disagreementCode,
    count: z.int().positive(),
    first: z.array(z.int()).max(few),
  }),
  z.object({
    code: z.literal('contentLost'),
    checked: z.int().nonnegative(),
    damaged: z.int().nonnegative(),
    missing: z.int().nonnegative(),
    first: z.array(sha256).max(few),
  }),
  /** A place of backups, or what lies in it, cannot be read. `name` null: all of it. */
  z.object({
    code: z.literal('placeUnreadable'),
    folder: z.string(),
    name: z.string().nullable(),
    problem: placeProblem,
  }),
  /** Files of a backup are not there, or are not what was written. */
  z.object({
    code: z.literal('backupDamaged'),
    folder: z.string(),
    name: z.string(),
    missing: place,
    damaged: place,
    first: z.array(sha256).max(few),
  }),
  /** Files of the second copy are not there, or are not what was written; `first` has names of its own, and SHA-256 of others. */
  z.object({
    code: z.literal('secondCopyDamaged'),
    folder: z.string(),
    missing: place,
    damaged: place,
    first: z.array(z.string().max(100)).max(few),
  }),
  /** Parts of an archive are not what was written, or are missing; `first` names some. Or what holds it together is not: no names. */
  z.object({
    code: z.literal('bundleDamaged'),
    file,
    faults: z.int().positive(),
    /** Parts that are whole. */
    whole: place,
    /** Whether its end is missing. */
    isCutOff: z.boolean(),
    first: z.array(z.string().max(200)).max(few),
    /** Records of which something is damaged; a number is null where it stood there alone. */
    records: z.array(damagedRecord).max(few),
  }),
  /** Where an archive was made lies another, or it was signed by another key since. */
  z.object({ code: z.literal('bundleReplaced'), file, what: z.enum(['content', 'signature']) }),
  /** An archive cannot be read, or is none. */
  z.object({ code: z.literal('bundleUnreadable'), file, problem: bundleProblem, detail: z.string() }),
  /** What this part is about cannot be read; in the system's words. */
  z.object({ code: z.literal('notChecked'), detail: z.string() }),
  /** Files and folders that other accounts of this computer may read or write. */
  z.object({
    code: z.literal('openToOthers'),
    count: z.int().positive(),
    first: z.array(z.string()).max(few),
  }),
]);
export type VerificationFinding = z.infer<typeof verificationFinding>;

/** What is to be known of a part, and is no fault. */
const verificationRemark = z.discriminatedUnion('code', [
  /** An archive does not lie where it was made: somebody took it to where it is kept. */
  z.object({ code: z.literal('bundleAway'), file }),
  /** An archive is encrypted, so nobody can look into it without its passphrase. */
  z.object({ code: z.literal('bundleLocked'), file }),
]);
export type VerificationRemark = z.infer<typeof verificationRemark>;

/** More than all parts can have together. */
const maxFindings = 5000;
/** The newest of those that were made, and of those to which records were moved; older ones are given by name. */
export const maxMadeBundles = 2000;

/** How far the check of a place is. */
export const verificationProgress = z.object({ done: place, all: place });
export type VerificationProgress = z.infer<typeof verificationProgress>;

/** What was found in a place of copies, and what its copies know of both chains. */
export const placeVerification = z.object({
  findings: z.array(verificationFinding).max(maxFindings),
  anchors: z.array(placedAnchor).max(maxFindings),
  backups: z.int().nonnegative(),
});
export type PlaceVerification = z.infer<typeof placeVerification>;

/** An archive that is looked for: what the log says of it. */
export const bundleToCheck = z.object({
  file,
  /** Whether it has to be there: what is in it is nowhere else, or somebody named it. */
  isNeeded: z.boolean(),
  /** Any of these: of several that were made with one name the last may be gone again. Not of all it is known whose key signed them. */
  made: z
    .array(z.object({ root: z.string(), keyFingerprint: z.string().nullable().optional() }))
    .max(maxMadeBundles),
});
export type BundleToCheck = z.infer<typeof bundleToCheck>;

/** What was found of archives, what they know of both chains, and which are somewhere else by now. */
export const bundlesVerification = z.object({
  findings: z.array(verificationFinding).max(maxFindings),
  anchors: z.array(placedAnchor).max(maxFindings),
  remarks: z.array(verificationRemark).max(maxFindings),
  bundles: z.int().nonnegative(),
});
export type BundlesVerification = z.infer<typeof bundlesVerification>;

/** A part that was looked at to its end; whole where nothing was found. */
const checkedPart = z.object({
  part: verificationPart,
  findings: z.array(verificationFinding).max(maxFindings),
  remarks: z.array(verificationRemark).max(maxFindings).default([]),
});
export type CheckedPart = z.infer<typeof checkedPart>;

/** A check of everything that somebody asked for. */
const verificationRun = {
  since: instant,
  by: actor,
  /** Whether all bytes of all backups are read, and not only their sizes held beside what was noted. */
  isThorough: z.boolean().default(false),
  /** The parts that are done, in their order. */
  parts: z.array(checkedPart).max(verificationParts.length),
};

/** The last one that came to its end, in this run of the program or an earlier one. */
export const lastVerification = z.object({ ...verificationRun, at: instant });

const runningVerification = z.object({
  ...verificationRun,
  /** What is looked at now, and how much of it is done, in a unit of its own: entries, files, tables. */
  part: verificationPart,
  done: z.int().nonnegative(),
  all: z.int().nonnegative(),
  /** It waits until fewer deliveries arrive. */
  isWaiting: z.boolean(),
});

const verificationState = z.object({
  /** What a check looks at, in this order. */
  parts: z.array(verificationPart),
  running: runningVerification.nullable(),
  last: lastVerification.nullable(),
  /** When a check of everything last found nothing; null where none ever did. */
  wholeAt: instant.nullable(),
});
export type VerificationState = z.infer<typeof verificationState>;

export const verificationContract = {
  get: oc.output(verificationState),
  /** Begins a check of everything, in a thread of its own; nothing is changed. Goes on with the one that is under way. */
  start: oc
    .input(z.object({ isThorough: z.boolean().default(false) }).default({ isThorough: false }))
    .output(verificationState),
  /** Ends the one that is under way; what it found so far counts for nothing. */
  stop: oc.output(verificationState),
};
