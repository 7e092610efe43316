/** Copies of what a data directory keeps: backups, the second copy, and the way back from either. */
import { oc } from '@orpc/contract';
import * as z from 'zod';
import { instant } from './common.ts';

/** A folder of this computer or its network, as a person chose it. */
const folder = z.string().trim().min(1).max(4096);

/** Name of a backup: when it was begun, `YYYYMMDDTHHMMSSZ`. */
export const backupName = z.string().regex(/^\d{8}T\d{6}Z$/);

export const maxBackupPlaces = 5;

/** Where copies go, when, and how many are kept. It stands in `copies.json` of the data directory, so that it outlives the database. */
export const backupConfiguration = z.object({
  places: z
    .array(z.object({ id: z.uuid(), folder }))
    .max(maxBackupPlaces)
    .refine((places) => new Set(places.map(({ id }) => id)).size === places.length)
    .refine((places) => new Set(places.map((place) => place.folder)).size === places.length),
  /** Every day at this hour of Dominican time, or as soon after it as Perito runs. */
  schedule: z.object({ isOn: z.boolean(), hour: z.int().min(0).max(23) }),
  /** The newest of each of so many days, weeks (of ISO 8601) and months are kept. */
  keep: z.object({
    daily: z.int().min(1).max(90),
    weekly: z.int().min(0).max(104),
    monthly: z.int().min(0).max(120),
  }),
  /** The last good backup is called too old after so many days. */
  warnAfterDays: z.int().min(1).max(90),
  /** Where all that is committed is copied within a second; null where nowhere. */
  secondCopy: z.object({ folder }).nullable(),
});
export type BackupConfiguration = z.infer<typeof backupConfiguration>;
export type BackupKeep = BackupConfiguration['keep'];

/** Why something cannot be read from or written to a place; the screen holds the text of each code. */
export const placeProblem = z.object({
  code: z.enum([
    /** The folder is not there: an unplugged disk, a network that is away. */
    'away',
    'notAFolder',
    'noRights',
    'readOnly',
    'full',
    /** It has not answered for a while. */
    'slow',
    /** It lies in the data directory itself. */
    'inDataDirectory',
    /** What lies there was written by a newer Perito. */
    'newerFormat',
    /** What lies there is not what was written. */
    'damaged',
    'other',
  ]),
  /** The system's own words, for whoever looks after the computer; never part of a sentence. Empty where there are none. */
  detail: z.string(),
});
export type PlaceProblem = z.infer<typeof placeProblem>;

export const backupCause = z.enum(['schedule', 'person', 'commandLine']);
export type BackupCause = z.infer<typeof backupCause>;

/** A backup that was opened and checked after it was written. */
export const backupSummary = z.object({
  name: backupName,
  madeAt: instant,
  cause: backupCause,
  /** The version of Perito that made it. */
  version: z.string(),
  /** The last entry of the journal in it, and when that came; null of an empty journal. */
  lastEntry: z.int().nonnegative(),
  lastEntryAt: instant.nullable(),
  records: z.int().nonnegative(),
  attachments: z.int().nonnegative(),
  /** Of all that belongs to it, and of that what was new when it was made. */
  bytes: z.int().nonnegative(),
  newBytes: z.int().nonnegative(),
  /** Photos and papers that the data directory itself lacked when it was made. */
  missing: z.int().nonnegative(),
  /** Whether it has what people made; not where the data directory had no database that could be read. */
  hasDatabase: z.boolean().default(true),
});
export type BackupSummary = z.infer<typeof backupSummary>;

export const backupPhase = z.enum(['database', 'journal', 'attachments', 'checking', 'removing']);

/** What a backup does at present, and how much of it is done, in bytes. */
export const backupProgress = z.object({
  placeId: z.uuid(),
  phase: backupPhase,
  done: z.int().nonnegative(),
  all: z.int().nonnegative(),
  since: instant,
  isEnding: z.boolean(),
});
export type BackupProgress = z.infer<typeof backupProgress>;

const backupPlace = z.object({
  id: z.uuid(),
  folder: z.string(),
  /** Why it cannot be used at present; null where it can. */
  problem: placeProblem.nullable(),
  /** Whether it lies on the disk of the data directory, which it does not outlive; null where nobody knows. */
  isSameDisk: z.boolean().nullable(),
  freeBytes: z.int().nonnegative().nullable(),
  /** The newest that was found good, also as it was remembered where the place is away; null where there is none. */
  lastGood: backupSummary.nullable(),
  /** Older than the configuration allows, or none though Perito has been used for longer than that. */
  isTooOld: z.boolean(),
  /** Why the last one that was begun did not come to its end; null where it did, or somebody ended it. */
  lastFailure: z.object({ at: instant, problem: placeProblem }).nullable(),
  /** When the next one is due; null where none is scheduled. */
  nextAt: instant.nullable(),
});
export type BackupPlace = z.infer<typeof backupPlace>;

export const secondCopyStatus = z.object({
  folder: z.string(),
  /** `following`: what is committed is there within a second. */
  state: z.enum(['starting', 'following', 'catchingUp', 'away']),
  problem: placeProblem.nullable(),
  isSameDisk: z.boolean().nullable(),
  freeBytes: z.int().nonnegative().nullable(),
  /** What arrived and was answered: entries that are not there yet, and since when the oldest of them waits. */
  arrivals: z.object({ behind: z.int().nonnegative(), since: instant.nullable() }),
  /** What people made and what is derived: since when something is not there; null where all is. */
  database: z.object({ since: instant.nullable() }),
  /** Photos and papers that are not there yet. */
  attachments: z.object({ behind: z.int().nonnegative() }),
  /** When something was last written and synced there; null in this run not yet. */
  copiedAt: instant.nullable(),
});
export type SecondCopyStatus = z.infer<typeof secondCopyStatus>;

/** A copy from which a data directory can be made. `name` null: the second copy. */
const restorableCopy = z.object({
  name: backupName.nullable(),
  /** Up to when it has what arrived, and up to when what people made; null where it has none of it. */
  arrivalsUntil: instant.nullable(),
  actsUntil: instant.nullable(),
  entries: z.int().nonnegative(),
  backup: backupSummary.nullable(),
  /** Why it cannot be used; null where it can. */
  problem: placeProblem.nullable(),
});
export type RestorableCopy = z.infer<typeof restorableCopy>;

export const maxListedCopies = 500;
export const maxListedInstallations = 100;

const copiesOfInstallation = z.object({
  installationId: z.uuid(),
  /** As the settings had it; empty where nobody named it. */
  company: z.string(),
  isThisOne: z.boolean(),
  copies: z.array(restorableCopy).max(maxListedCopies),
});
export type CopiesOfInstallation = z.infer<typeof copiesOfInstallation>;

/** What lies in a folder: the place itself, or the folder of one installation in it. Of more, the first. */
export const copiesInFolder = z.object({
  problem: placeProblem.nullable(),
  installations: z.array(copiesOfInstallation).max(maxListedInstallations),
});
export type CopiesInFolder = z.infer<typeof copiesInFolder>;

export const copyRequest = z.object({ folder, installationId: z.uuid(), name: backupName.nullable() });
export type CopyRequest = z.infer<typeof copyRequest>;

/** Where what a restored directory has of something comes from. `live`: from the directory that was there, which had more of it. */
const source = z.enum(['live', 'secondCopy', 'backup']);

/** What a restore would do. Nothing is changed before it is asked for. */
export const restorePlan = z.object({
  journal: z.object({ source, entries: z.int().nonnegative(), until: instant.nullable() }),
  database: z.object({ source, until: instant.nullable() }),
  attachments: z.object({ there: z.int().nonnegative(), missing: z.int().nonnegative() }),
  bytes: z.int().nonnegative(),
  freeBytes: z.int().nonnegative().nullable(),
  /** What is in the directory now and would not be in the restored one; null where the directory is empty. */
  loses: z
    .object({
      /** Entries of the journal; null where it cannot be read, so nobody knows. */
      arrivals: z.object({ entries: z.int(), since: instant.nullable() }).nullable(),
      /** Entries of the log of what people and Perito did. */
      acts: z.object({ entries: z.int(), since: instant.nullable() }).nullable(),
    })
    .nullable(),
  /** Of each sequence the last number that the copy knows, and the first that is given after the restore: those in between may have been given. */
  numbers: z.array(z.object({ sequence: z.string(), last: z.int(), next: z.int() })).max(1000),
  /** Whether the directory belongs to another installation, whose data would be moved aside. */
  isForeign: z.boolean(),
  /** A second copy, there or where it is configured to go, that has more than would be restored; null where there is none. */
  newer: z
    .object({ folder: z.string(), arrivalsUntil: instant.nullable(), actsUntil: instant.nullable() })
    .nullable()
    .default(null),
  problem: placeProblem.nullable(),
});
export type RestorePlan = z.infer<typeof restorePlan>;

const restorePhase = z.enum([
  'journal',
  'database',
  'attachments',
  'replacing',
  /** It is restored, and is being opened. */
  'opening',
]);

/** What a restore does at present, in bytes. */
export const restoreProgress = z.object({
  phase: restorePhase,
  /** Whether what the phase fetched is being opened and checked. */
  isChecking: z.boolean(),
  done: z.int().nonnegative(),
  all: z.int().nonnegative(),
  since: instant,
  isEnding: z.boolean(),
});
export type RestoreProgress = z.infer<typeof restoreProgress>;

/**
 * Why a restore did not come to its end; nothing was changed then. `where`: whether it is the copy that cannot be read, or the
 * data directory that cannot be written.
 */
export const restoreFailure = z.object({
  where: z.enum(['copy', 'dataDirectory']),
  problem: placeProblem,
});
export type RestoreFailure = z.infer<typeof restoreFailure>;

/** A data directory that was restored. */
export const restored = z.object({
  at: instant,
  folder: z.string(),
  name: backupName.nullable(),
  plan: restorePlan,
  /** Where what was in the directory lies now; null where nothing was. */
  aside: z.string().nullable(),
});
export type Restored = z.infer<typeof restored>;

/** Answered by the shell, with an engine or without one. */
export const backupsContract = {
  get: oc.output(
    z.object({
      configuration: backupConfiguration,
      places: z.array(backupPlace),
      running: backupProgress.nullable(),
      /** `isForThisRun`: it was given at the start of Perito, over what is configured. */
      secondCopy: secondCopyStatus.extend({ isForThisRun: z.boolean() }).nullable(),
      /** Whether there is no place, though Perito has been used for longer than the days after which a backup is too old. */
      lacksPlace: z.boolean(),
      /** Whether the data are in a database of a server: what copies and restores files of this directory is not offered then. */
      isOnServer: z.boolean(),
    }),
  ),
  /** Replaces the configuration. */
  configure: oc.input(backupConfiguration),
  /** Looks at a folder that is to become a place, without changing it. */
  checkPlace: oc.input(z.object({ folder })).output(
    z.object({
      problem: placeProblem.nullable(),
      isSameDisk: z.boolean().nullable(),
      freeBytes: z.int().nonnegative().nullable(),
      /** What one backup of the data directory needs at the most. */
      neededBytes: z.int().nonnegative(),
    }),
  ),
  /** Begins a backup to one place, or to each of them; resolves before it begins. Nothing happens where one is under way. */
  start: oc.input(z.object({ placeId: z.uuid().nullable() })),
  /** Ends the one that is under way; what it wrote counts for nothing. */
  stop: oc,
  /** The copies that lie in a folder, of this installation and of others. */
  list: oc.input(z.object({ folder })).output(copiesInFolder),
  /**
   * Opens a copy read-only, in a console of its own beside this one: its path, where it also says how far it is fetched; null where
   * as many are open as may be.
   */
  open: oc.input(copyRequest).output(z.object({ home: z.string().nullable() })),
  /** What a restore of a copy would do. May take a while: it reads the second copy through. */
  planRestore: oc.input(copyRequest).output(restorePlan),
  /**
   * Restores a copy: receiver and engine end, what is in the data directory is moved aside whole, and both start on the restored one.
   * Resolves before it begins. How far it is stands in `EngineAway`, what came of it in the status.
   */
  restore: oc.input(copyRequest),
  /** Ends it; nothing was changed then. */
  stopRestore: oc,
};
