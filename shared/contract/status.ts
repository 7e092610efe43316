import { oc } from '@orpc/contract';
import * as z from 'zod';
import { watchedFolderState } from '../policy-terms.ts';
import { receiverState } from '../terms.ts';
import { openedArchive } from './archives.ts';
import { restored, restoreFailure, restoreProgress } from './backups.ts';
import { instant } from './common.ts';
import { certificateInForce } from './connection.ts';
import {
  databaseFault,
  databaseRisk,
  rebuildFailure,
  rebuildProgress,
  rebuilt,
  takeOver,
} from './database.ts';
import { outsideCall } from './reachability.ts';
import { dataFolder, salvageState, versionBefore } from './recovery.ts';
import { keychainReport } from './shell.ts';

/** Why the receiver is not in its normal state; the screen holds the text of each code. */
const receiverError = z.object({
  code: z.enum([
    'addressInUse',
    /** It is to answer over TLS, and its certificate cannot be taken. */
    'certificate',
    'addressNotAvailable',
    'permission',
    'diskLow',
    'databaseFailed',
    'databaseGone',
    /** Its server does not answer, and another engine may have taken over. */
    'databaseAway',
    'other',
  ]),
  /** The system's own words, for whoever looks after the computer; never part of a sentence. Empty where there are none. */
  detail: z.string(),
});

/** The folder whose files are imported into the policy book by themselves. */
const watchedFolder = z.object({
  state: watchedFolderState,
  /** As the settings have it; empty where none is set. */
  path: z.string(),
  /** Since when it could not be looked at, as far as Perito has seen, over its restarts; null where it can. */
  since: instant.nullable(),
  /** The system's word for it, such as `ENOENT`; empty where there is none. */
  detail: z.string(),
});
export type WatchedFolderStatus = z.infer<typeof watchedFolder>;

/** What the rail counts: what needs somebody, not totals. */
const needs = z.object({
  /** Undecided, and no approval of the order as it is waits for a second person. */
  cancellationsWaiting: z.int(),
  /** Decided, and the marketplace knows when it asks again: nobody has to decide anything. */
  cancellationsMustAskAgain: z.int(),
  /** Of orders that never came, not closed. */
  cancellationsUnmatched: z.int(),
  purchaseOrdersUnreviewed: z.int(),
  serviceOrdersUnreviewed: z.int(),
  incidentReportsUnreviewed: z.int(),
  financialDocumentsUnreviewed: z.int(),
  rejectedUnseen: z.int(),
  /** Platform lists whose last try failed. */
  referenceListsFailed: z.int(),
  /** Hosts that files wait for, and that nobody has decided about. */
  attachmentHostsPending: z.int(),
  /** Photos and papers that several tries could not fetch. */
  attachmentsFailed: z.int(),
});
export type WorkCounts = z.infer<typeof needs>;

/** How many cancellations somebody has to attend to now: the total of `cancellations.list({toAttend: true})`. */
export const cancellationsToAttend = (
  of: Pick<WorkCounts, 'cancellationsWaiting' | 'cancellationsUnmatched'>,
): number => of.cancellationsWaiting + of.cancellationsUnmatched;

/**
 * What arrived and was not examined yet: until it is, findings, claims and their sums do not know of it.
 * `since`: from when on some was left, without a break; null where all is examined.
 */
const examinationBacklog = z.object({ revisions: z.int(), since: instant.nullable() });

/** Why there is no engine at present, or was none for a while. */
export const engineEnd = z.enum([
  /** It met a fault of ours. */
  'crashed',
  /** It needed more memory than it may take. */
  'outOfMemory',
  /** It could not be started; it is tried again. */
  'cannotStart',
  /** Its database is damaged, or is not there: it can be made anew from what arrived. */
  'databaseDamaged',
  'databaseLost',
  /** Its database could not be opened since the disk is full. */
  'diskFull',
  /** Somebody had its database made anew. */
  'rebuilding',
  /** Somebody had the data directory restored from a copy. */
  'restoring',
]);
export type EngineEnd = z.infer<typeof engineEnd>;

/**
 * The engine lists, searches and decides; the receiver beside it goes on without it. `database`: why it can write nothing
 * more in this run, null where it can. `damaged`: what was found damaged when it was read through in the background: the
 * database, which can be derived anew, or the journal of what arrived, which cannot. `audit`: the log of what people and Perito did
 * is not the one that was written.
 */
const engineState = z.object({
  startedAt: instant,
  /** How often it ended unasked in this run of the program, and was started again. */
  restarts: z.int(),
  /** The last time that it was away; null where it never was. */
  lastInterruption: z.object({ from: instant, until: instant, cause: engineEnd }).nullable(),
  /** The last time that another engine of the office led before, while it is recent; null where it is not, and of data in files. */
  takeOver: takeOver.nullable(),
  /** What came of the last rebuild in this run of the program; null where there was none. */
  rebuilt: rebuilt.nullable(),
  /** Why the last rebuild did not come to its end; null where it did, was ended by somebody, or there was none. */
  rebuildFailure: rebuildFailure.nullable(),
  /** The same of the last restore of the data directory from a copy. */
  restored: restored.nullable(),
  restoreFailure: restoreFailure.nullable(),
  database: z.enum(['failed', 'gone']).nullable(),
  damaged: z.array(z.enum(['database', 'journal', 'audit'])),
});

/**
 * Deliveries of records that were received and are not in the lists yet; among more than a thousand arrivals about how many.
 * `since`: when the oldest of them came; null where there is none.
 */
const arrivalBacklog = z.object({ waiting: z.int(), since: instant.nullable() });

/** Why a data directory cannot be worked on, so that nothing is received either; the screen holds the text of each code. */
export const illnessCode = z.enum([
  /** The journal is damaged. */
  'corrupt',
  /** The journal is missing although Perito worked here before. */
  'databaseLost',
  /** It was written by a newer Perito. */
  'newerSchema',
  /** Beside a journal lies the database of an older Perito. */
  'databaseOlder',
  /** A database belongs to another installation. */
  'databaseForeign',
  /** The journal is older than what was derived from it. */
  'journalOlder',
  /** The folder or its files cannot be read, or nothing can be written there. */
  'notAccessible',
  'diskFull',
]);
export type IllnessCode = z.infer<typeof illnessCode>;

/** With what every call is refused while there is no engine: the data of an error 503, `SERVICE_UNAVAILABLE`. */
export const engineAway = z.object({
  /** Since when there is none. */
  since: instant,
  cause: engineEnd,
  /** What is known of the cause, for whoever looks after the computer; never part of a sentence. Empty where nothing is. */
  detail: z.string(),
  /** The cause where it is a database of a server that cannot be worked with; null where it is not that. */
  fault: databaseFault.nullable(),
  /** Why nothing can be received either, and there is a directory to recover; null where there is a receiver. */
  illness: illnessCode.nullable(),
  /**
   * Whether whoever asks may do something about it. At a desk of an office nobody may, since without an engine nobody knows who is there:
   * that desk is told no folder either, and none of the system's words. An office of before says nothing of it.
   */
  mayRepair: z.boolean().default(true),
  /** Whether somebody asked to start on it again, which has not come to its end. */
  isTriedAgain: z.boolean(),
  /** What the receiver does meanwhile. */
  receiver: receiverState,
  /** How far the database is made anew; null where it is not. */
  rebuild: rebuildProgress.nullable(),
  /** Why the last rebuild did not come to its end, which changed nothing; null where none was begun, or somebody ended it. */
  rebuildFailure: rebuildFailure.nullable(),
  /** How far the data directory is restored from a copy, while nothing is received; null where it is not. */
  restore: restoreProgress.nullable(),
  /** Why the last restore did not come to its end, which changed nothing; null where none was begun, or somebody ended it. */
  restoreFailure: restoreFailure.nullable(),
  /** What is got out of a data directory that is ill. */
  salvage: salvageState,
  /** What this version can go back to where a newer one wrote the database; null where it cannot. */
  versionBefore: versionBefore.nullable(),
  /** Null where this shell works on one directory alone. */
  folder: dataFolder.nullable(),
});
export type EngineAway = z.infer<typeof engineAway>;

const status = z.object({
  version: z.string(),
  now: instant,
  receiver: z.object({
    state: receiverState,
    url: z.string().nullable(),
    address: z.string(),
    port: z.int(),
    error: receiverError.nullable(),
    lastCallAt: instant.nullable(),
    /** Authenticated calls since the start. */
    calls: z.int(),
    /** Calls refused for their key since the start. */
    unauthenticated: z.int(),
    lastUnauthenticatedAt: instant.nullable(),
    heldCalls: z.int(),
    /** Null where nobody called from outside of this computer in this run: it listens, and that shows nothing of who reaches it. */
    lastOutsideCall: outsideCall.nullable(),
    /** Null where it answers without TLS. */
    certificate: certificateInForce.nullable(),
  }),
  engine: engineState,
  /** As of a minute ago; null where there is none, where nobody knows, and where the data are in files. */
  databaseRisk: databaseRisk.nullable(),
  keychain: keychainReport,
  watchedFolder,
  /**
   * Whether something of the book was lost in a rebuild: until the next import, a lookup that finds nothing in it is not answered,
   * since what it asks for may have been there.
   */
  policyBookIsIncomplete: z.boolean(),
  needs,
  arrivals: arrivalBacklog,
  examination: examinationBacklog,
  /** True where this data directory holds sample data of the demo. */
  sampleData: z.boolean(),
  /** Where this console is opened read-only on an archive or a copy; null of the live data. */
  archive: openedArchive.nullable(),
});
export type Status = z.infer<typeof status>;

export const statusContract = {
  get: oc.output(status),
};
