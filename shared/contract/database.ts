import { oc } from '@orpc/contract';
import * as z from 'zod';
import { instant } from './common.ts';

const rebuildPhase = z.enum(['checking', 'deriving', 'examining', 'rechecking', 'comparing']);
export type RebuildPhase = z.infer<typeof rebuildPhase>;

/** What a rebuild does at present, and how much of it is done: entries of the journal, reports to look at again, or tables. */
export const rebuildProgress = z.object({
  phase: rebuildPhase,
  done: z.int().nonnegative(),
  all: z.int().nonnegative(),
  /** When the rebuild began, and when this phase did. */
  since: instant,
  phaseSince: instant,
  /** Whether somebody asked that it be ended. */
  isEnding: z.boolean(),
});
export type RebuildProgress = z.infer<typeof rebuildProgress>;

/** Why it did not come to its end; the screen holds the text of each code. */
export const rebuildFailure = z.object({
  code: z.enum(['diskFull', 'journalDamaged', 'otherVersion', 'other']),
  /** For whoever looks after the computer; never part of a sentence. */
  detail: z.string(),
});
export type RebuildFailure = z.infer<typeof rebuildFailure>;

/** What stood in the place of the new database. */
const databaseBefore = z.enum(['readable', 'missing', 'empty', 'unreadable']);

/** A database that was made anew from the journal, and stands in the place of the old one. */
export const rebuilt = z.object({
  /** When it began, and when the new one was in its place. */
  since: instant,
  at: instant,
  /** Entries of the journal, and records that they became. */
  entries: z.int(),
  records: z.int(),
  before: databaseBefore,
  /** Where the old one lies now; null where there was none. */
  aside: z.string().nullable(),
  /** What people made and could not be kept, by table. `lost` null: rows that could not be read, nobody knows how many. */
  lost: z.array(z.object({ table: z.string(), kept: z.int(), lost: z.int().nullable() })),
  /** In how many rows the old one said otherwise where it could be read, what it had not come to apart. */
  differences: z.int(),
  /** Cancellations about which something was decided that could not be repeated, by their ids. */
  notRepeated: z.array(z.int()),
  /** Entries that could not be listed, through a fault of ours. */
  notDerived: z.int(),
});
export type Rebuilt = z.infer<typeof rebuilt>;

/** The versions of the schema that this Perito writes. */
const schemaVersions = z.object({ journal: z.int(), store: z.int() });

/** The data are in files of the data directory. */
const inFiles = z.object({
  kind: z.literal('files'),
  schema: schemaVersions,
  /** What arrived, and what is derived from it and what people made; each with its log. */
  journalBytes: z.int().nonnegative(),
  databaseBytes: z.int().nonnegative(),
  /** Null where nobody knows. */
  freeBytes: z.int().nonnegative().nullable(),
});

const maxListedEngines = 20;
const maxListedReplicas = 20;
const maxListedStatements = 5;

/** A computer and a process on it, such as `office-1 (4711)`. */
const engineName = z.string();

/** An engine that took the place of another, which led until then. */
export const takeOver = z.object({
  at: instant,
  leader: engineName,
  before: engineName,
  /** For so many milliseconds nobody led. */
  unledMilliseconds: z.int().nonnegative(),
  /** Whether the one before was asked to end. */
  isPlanned: z.boolean(),
  /** Else for so many milliseconds nothing had been heard of it. */
  silentMilliseconds: z.int().nonnegative().nullable(),
  /** Whether the server of the database took the place of another meanwhile, so that what it lacks may have been answered. */
  isServerReplaced: z.boolean(),
});
export type TakeOver = z.infer<typeof takeOver>;

/** A server that follows this one. What the role of Perito may not see is null. */
const replica = z.object({
  name: z.string(),
  /** Where it connects from; null over a socket of the same computer. */
  address: z.string().nullable(),
  /** PostgreSQL's words (table `pg_stat_replication`): `streaming`, `catchup`, `startup`. */
  state: z.string().nullable(),
  /** `sync`, `quorum`: an answer waits for it. `potential`, `async`: it does not. */
  syncState: z.string().nullable(),
  /** What it does not have on its disk yet. */
  behindBytes: z.number().nonnegative().nullable(),
  behindSeconds: z.number().nonnegative().nullable(),
});
export type DatabaseReplica = z.infer<typeof replica>;

/**
 * What becomes of an answer where the computer of the database is lost. `synchronous`: a second server has it before it is given.
 * `waits`: a synchronous one is asked for and none is there, so that nothing is answered. `asynchronous`: the newest may be lost.
 * `none`: all since the last backup may be. `hidden`: this role may not see it.
 */
const protection = z.enum(['synchronous', 'waits', 'asynchronous', 'none', 'hidden']);
export type DatabaseProtection = z.infer<typeof protection>;

/** Of these whoever administers is told wherever they are. */
export const databaseRisk = protection.extract(['waits', 'asynchronous']);
export type DatabaseRisk = z.infer<typeof databaseRisk>;

/** Why a database of a server cannot be worked with; the screen holds the text of each code. */
export const databaseFault = z.object({
  code: z.enum([
    /** Its address is not written as one. */
    'addressForm',
    /** It has the password in it, which whoever lists processes would read. */
    'addressPassword',
    /** It names a schema that none can be called. */
    'addressSchema',
    /** It asks for less than a certificate that holds. */
    'addressTls',
    /** It takes a server that takes no writing. */
    'addressReadOnly',
    /** It has parameters that are not known. */
    'addressParameters',
    /** What stands behind a % in it is no letter. */
    'addressLetters',
    /** The server loses at a loss of power what it acknowledged. */
    'fsyncOff',
    'notUtf8',
    'tooOld',
    /** The role may not do there what Perito needs. */
    'noRights',
    /** The disk of the server is. */
    'diskFull',
    /** A newer Perito wrote the database. */
    'newerSchema',
    /** The data are of another installation than those of the data directory. */
    'otherInstallation',
    /** The server asks for a password, and none was found. */
    'noPassword',
    /** It does not take the one of the keychain. One that is set for the run, or in a file, is `refused`. */
    'wrongPassword',
    /** Its certificate does not hold. */
    'certificate',
    /** It does not let the role in, or has no such database. */
    'refused',
    'noAnswer',
    /** Another Perito has taken over. */
    'superseded',
    /** The server lacks what it had said was committed. */
    'behind',
  ]),
  /** The words of the server or the driver, or a setting, for whoever looks after it; never part of a sentence. Empty where there are none. */
  detail: z.string(),
});
export type DatabaseFault = z.infer<typeof databaseFault>;
export type DatabaseFaultCode = DatabaseFault['code'];

/** Whether a person can put it right by giving the password of the database. */
export const isPasswordWanted = (fault: DatabaseFault | null): boolean =>
  fault?.code === 'noPassword' || fault?.code === 'wrongPassword';

/** The data are in a database of a server. */
const onServer = z.object({
  kind: z.literal('server'),
  schema: schemaVersions,
  /** As it was given, of all its servers; for another engine it is given so letter by letter. */
  address: z.string(),
  /** Of the server that answers. Without a password, which Perito takes from the environment, a file or the keychain. */
  place: z.object({
    host: z.string(),
    port: z.int(),
    database: z.string(),
    schema: z.string(),
    user: z.string(),
  }),
  /** Why it could not be looked at just now; null where it could. */
  problem: databaseFault.nullable(),
  /** Null where it could not be looked at. */
  server: z
    .object({
      version: z.string(),
      startedAt: instant,
      /** Of the whole database; null where the role may not see it. */
      bytes: z.number().nonnegative().nullable(),
      engines: z.object({
        leader: z.object({ name: engineName, since: instant, isThis: z.boolean() }).nullable(),
        /** The one that was heard of last comes first. `isThere`: it was within the length of a lease. */
        standbys: z
          .array(z.object({ name: engineName, since: instant, heardAt: instant, isThere: z.boolean() }))
          .max(maxListedEngines),
      }),
      replication: z.object({
        protection,
        /** As `synchronous_standby_names` has it; empty where none is asked for. */
        synchronousNames: z.string(),
        replicas: z.array(replica).max(maxListedReplicas),
      }),
      /** `used` by all programs, `own` by Perito; `limit` for all but the server's own administrators. */
      connections: z.object({ used: z.int(), own: z.int(), limit: z.int() }),
      /** `notInstalled`: no pg_stat_statements; `notLoaded`: it is installed, and the server was not started with it; `refused`: the role may not. */
      statements: z.discriminatedUnion('state', [
        z.object({
          state: z.literal('known'),
          /** The slowest on the average, above `slowMilliseconds`; their texts have no values. */
          slow: z
            .array(
              z.object({
                text: z.string(),
                calls: z.number(),
                meanMilliseconds: z.number(),
                maxMilliseconds: z.number(),
              }),
            )
            .max(maxListedStatements),
          slowMilliseconds: z.number(),
        }),
        z.object({ state: z.enum(['notInstalled', 'notLoaded', 'refused']) }),
      ]),
    })
    .nullable(),
});

export const databaseState = z.discriminatedUnion('kind', [inFiles, onServer]);

/**
 * Why the place of photos and papers cannot be used. `away`: not reached; `slow`: it does not answer; `refused`: rights, keys or a
 * certificate; `full`, `readOnly`; `notMarked`: it is empty, as a folder that is not mounted; `foreign`: another installation's, or
 * another than this one works with.
 */
const attachmentsPlaceProblem = z.enum([
  'away',
  'slow',
  'refused',
  'full',
  'readOnly',
  'notMarked',
  'foreign',
  'other',
]);
export type AttachmentsPlaceProblem = z.infer<typeof attachmentsPlaceProblem>;

/** Where photos and papers are kept beyond the data directory. No key stands in it. */
const attachmentsPlace = z.object({
  kind: z.enum(['folder', 's3']),
  /** As it was given; for another engine it is given so. */
  address: z.string(),
  /** The path of the folder, or the bucket and its prefix. */
  name: z.string(),
  /** Of a store: its address, and the region that requests are signed for. */
  store: z.object({ endpoint: z.string(), region: z.string() }).nullable(),
  /** Null where it was reached when it was last asked; else since when it is not. `detail` is for whoever looks after it. */
  problem: z.object({ code: attachmentsPlaceProblem, detail: z.string(), since: instant }).nullable(),
  /** Null before it was. */
  reachedAt: instant.nullable(),
});
export type AttachmentsPlace = z.infer<typeof attachmentsPlace>;
export type DatabaseState = z.infer<typeof databaseState>;
export type DatabaseServer = z.infer<typeof onServer>;
export const databaseLimits = {
  engines: maxListedEngines,
  replicas: maxListedReplicas,
  statements: maxListedStatements,
} as const;

/** Answered by the shell where there is no engine, and by the engine where there is one. */
export const databaseContract = {
  /** Where the data are and how that stands, as of a few seconds ago. */
  get: oc.output(
    databaseState.and(
      z.object({
        /** Null where photos and papers are in the data directory alone. */
        attachments: attachmentsPlace.nullable(),
      }),
    ),
  ),
  /**
   * Has the database made anew from what arrived, beside the old one; calls are answered meanwhile, and there is no engine.
   * Resolves before it begins; where one is under way nothing is begun. How far it is stands in `EngineAway`, what came of it in
   * the status.
   */
  rebuild: oc,
  /** Ends it; nothing was changed then. Nothing happens where none is under way. */
  stopRebuild: oc,
};
