/** What is done about a data directory that is ill. */
import { oc } from '@orpc/contract';
import * as z from 'zod';
import { instant } from './common.ts';
import { databaseFault } from './database.ts';
import { passage } from './receiver-keys.ts';

const count = z.int().nonnegative();

/** More of what was lost is counted, and named in the report beside the archive alone. */
export const maxNamedLost = 200;

/** What was read of a data directory that is ill, and what could not be. */
export const salvaged = z.object({
  at: instant,
  /** The archive with all that could be read; null where there is nothing to put into one. */
  file: z.string().nullable(),
  /** The report in words, which lies beside it and names everything that could not be read. */
  report: z.string(),
  bytes: count,
  records: count,
  /** Of the records those of which nothing is left of what arrived, so that only the page in the archive shows them. */
  withoutBody: count,
  contents: count,
  missingContents: count,
  /** Whether the key of this installation has signed the archive. */
  isSigned: z.boolean(),
  journal: z.object({
    state: z.enum(['readable', 'beginningLost', 'unreadable', 'missing']),
    kept: count,
    /** Entries that cannot be read, or are not what arrived; null where nobody knows how many there were. */
    lost: count.nullable(),
  }),
  /**
   * What became of what is derived and what people made: `whole`, read as far as it can be, missing, unreadable, of another version,
   * of another installation, or derived from another journal; of the last five the archive has none of it.
   */
  database: z.enum(['whole', 'damaged', 'missing', 'unreadable', 'otherVersion', 'foreign', 'otherJournal']),
  /** Records that are not in the archive, or lack what arrived, the first of them; null where something is not known. */
  lost: z
    .array(
      z.object({
        entry: z.int().positive(),
        kind: z.string().nullable(),
        marketplaceId: z.int().nullable(),
        number: z.string().nullable(),
      }),
    )
    .max(maxNamedLost),
});
export type Salvaged = z.infer<typeof salvaged>;

/** How far it is: bytes that are copied or checked, entries that are read or derived, records that are written. */
export const salvageProgress = z.object({
  phase: z.enum(['copying', 'reading', 'deriving', 'writing', 'checking']),
  done: count,
  all: count,
});
export type SalvageProgress = z.infer<typeof salvageProgress>;

export const salvageFailure = z.object({
  code: z.enum([
    /** Something lies at its path already. */
    'targetExists',
    'notWritable',
    'diskFull',
    /** The folder lies in the data directory, in which nothing is written. */
    'inDataDirectory',
    /** A newer Perito wrote it. */
    'newer',
    /** Perito works on it, so it is not ill. */
    'inUse',
    'other',
  ]),
  detail: z.string(),
});
export type SalvageFailure = z.infer<typeof salvageFailure>;

/** One that goes on in the shell. */
export const salvageState = z.object({
  running: salvageProgress.extend({ file: z.string(), since: instant, isEnding: z.boolean() }).nullable(),
  /** What came of the last one of this run of the program; null where none came to its end. */
  done: salvaged.nullable(),
  failure: salvageFailure.nullable(),
});
export type SalvageState = z.infer<typeof salvageState>;

/** Answered by the shell; with an engine there is nothing to recover. */
/** Which folder is the data directory. */
export const dataFolder = z.object({
  path: z.string(),
  /** The system's place, where a start works when nobody says otherwise. */
  usual: z.string(),
  /** Where the next start works that is told nothing: where somebody chose to stay, else the usual place. */
  ofNextStart: z.string(),
  /** Whether this start was told one (`--data`), so that no choice here outlives it. */
  isGiven: z.boolean(),
  origin: z.enum([
    'usual',
    /** This start was told it. */
    'given',
    /** Somebody chose it here for the starts that follow as well. */
    'kept',
    /** Somebody chose it here, for this run alone. */
    'forThisRun',
  ]),
  isChanging: z.boolean(),
  /** Why the last change was not possible, in the system's words; null where it was, or none was asked for. */
  failure: z.string().nullable(),
  /** The same where it is a database of a server; null where it is not that. */
  fault: databaseFault.nullable(),
});
export type DataFolder = z.infer<typeof dataFolder>;

const folder = z.string().trim().min(1).max(4096);

/** What lies in a folder that may become the data directory. */
export const folderSight = z.object({
  kind: z.enum([
    /** Data of a Perito. */
    'data',
    /** Nothing, or the folder itself is not there while the one around it is: Perito begins anew there. */
    'empty',
    /** Something else, beside which Perito does not begin. */
    'other',
    'inUse',
    'away',
    'notAFolder',
    'noRights',
    'slow',
  ]),
  /** When something was last written there; null of any other kind, or where nobody knows. */
  usedAt: instant.nullable(),
});
export type FolderSight = z.infer<typeof folderSight>;

/** A copy of the database that was made before a newer version changed it. */
export const versionBefore = z.object({
  /** That wrote it; null where nobody noted it. */
  version: z.string().nullable(),
  madeAt: instant,
  bytes: count,
});

export const recoveryContract = {
  folder: oc.output(dataFolder),
  /** The starts that follow work in the usual place again. */
  forgetFolder: oc,
  /** Looks at a folder that may become the data directory, without changing it. */
  checkFolder: oc.input(z.object({ folder })).output(folderSight),
  /**
   * Goes on with another data directory, for this run, and for those that follow where it is kept. Resolves before that begins; only
   * while the present one is ill.
   */
  useFolder: oc.input(z.object({ folder, isKept: z.boolean() })),
  /** Starts on the data directory again, after somebody put right what was wrong with it. Resolves before that begins: what comes of it stands in `EngineAway`. */
  tryAgain: oc,
  /**
   * Asks the person, outside of the screen, for the password of the database of a server. One that the server takes is kept in the
   * keychain, and all is started with it; any other changes nothing. Null where no password is wanted.
   */
  collectPassword: oc.output(passage.nullable()),
  /**
   * Puts the database of the version before in place of a newer one, and starts on it; what arrived since is derived again. Resolves
   * before the start, as `tryAgain`; nothing happens where `EngineAway` names no such database.
   */
  putBackVersionBefore: oc,
  /**
   * Writes all that can be read to an archive in a folder, and a report beside it; nothing in the data directory is changed. Resolves
   * before that begins: how far it is stands in `EngineAway`. Nothing happens where one is under way.
   */
  salvage: oc.input(z.object({ folder })),
  /** Ends it; nothing is left of it. */
  stopSalvage: oc,
};
