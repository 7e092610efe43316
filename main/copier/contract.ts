/**
 * What the shell asks of a copier: a process that reads and writes one place of copies. A folder of the network may hang
 * whoever looks at it, so only such a process does, and the shell ends it where it is not answered.
 */
import { type ContractRouterClient, eventIterator, oc } from '@orpc/contract';
import * as z from 'zod';
import { openedArchive } from '#shared/contract/archives.ts';
import {
  backupCause,
  backupConfiguration,
  backupPhase,
  backupSummary,
  copiesInFolder,
  copyRequest,
  placeProblem,
  restored,
  restorePlan,
  restoreProgress,
  secondCopyStatus,
} from '#shared/contract/backups.ts';
import { actor } from '#shared/contract/common.ts';
import { folderSight, salvaged, salvageFailure, salvageProgress } from '#shared/contract/recovery.ts';
import {
  bundlesVerification,
  bundleToCheck,
  maxMadeBundles,
  placeVerification,
  verificationProgress,
} from '#shared/contract/verification.ts';
import { keptPasswords } from '../engine/database-password.ts';

const dataDir = z.string().min(1);
const onPlace = z.object({ dataDir, folder: z.string().min(1) });

/** What is seen of a place without changing it. */
const placeSight = z.object({
  problem: placeProblem.nullable(),
  isSameDisk: z.boolean().nullable(),
  freeBytes: z.int().nonnegative().nullable(),
  /** Whether it has a folder of this installation. */
  isKnown: z.boolean(),
  /** The newest backup of this installation in it that can be read; null where there is none. */
  lastGood: backupSummary.nullable(),
});
export type PlaceSight = z.infer<typeof placeSight>;

const backupStep = z.object({
  phase: backupPhase,
  done: z.int().nonnegative(),
  all: z.int().nonnegative(),
});

const backupEnd = z.discriminatedUnion('state', [
  z.object({ state: z.literal('made'), summary: backupSummary }),
  z.object({ state: z.literal('failed'), problem: placeProblem }),
  z.object({ state: z.literal('ended') }),
]);
export type BackupEnd = z.infer<typeof backupEnd>;

const restoreEnd = z.discriminatedUnion('state', [
  z.object({ state: z.literal('restored'), restored }),
  z.object({
    state: z.literal('failed'),
    where: z.enum(['copy', 'dataDirectory']),
    problem: placeProblem,
  }),
  z.object({ state: z.literal('ended') }),
  z.object({ state: z.literal('inUse') }),
]);
export type RestoreEnd = z.infer<typeof restoreEnd>;

const fetchStep = z.discriminatedUnion('state', [
  z.object({ state: z.literal('fetching'), done: z.int().nonnegative(), all: z.int().nonnegative() }),
  /** It can be looked at; photos and papers may still follow. */
  z.object({ state: z.literal('ready'), archive: openedArchive }),
]);
const fetchEnd = z.discriminatedUnion('state', [
  z.object({ state: z.literal('fetched') }),
  z.object({ state: z.literal('failed'), problem: placeProblem }),
]);

const salvageEnd = z.discriminatedUnion('state', [
  z.object({ state: z.literal('salvaged'), salvaged }),
  z.object({ state: z.literal('failed'), failure: salvageFailure }),
  z.object({ state: z.literal('ended') }),
]);

export type SalvageEnd = z.infer<typeof salvageEnd>;

export const copierContract = {
  /** The passwords of databases that the keychain gave, which are in this process's memory alone. */
  holdPasswords: oc.input(keptPasswords),
  look: oc.input(onPlace).output(placeSight),
  /** What one backup of the data directory needs at the most, in bytes. */
  measure: oc.input(z.object({ dataDir })).output(z.int().nonnegative()),
  backup: oc
    .input(onPlace.extend({ keep: backupConfiguration.shape.keep, cause: backupCause }))
    .output(eventIterator(backupStep, backupEnd)),
  list: oc.input(onPlace).output(copiesInFolder),
  /** What lies in a folder that may become the data directory. */
  lookAtFolder: oc.input(z.object({ folder: z.string().min(1) })).output(folderSight),
  /** Writes what can be read of a data directory that is ill to an archive; the key, PEM, is in this process's memory alone. */
  salvage: oc
    .input(
      z.object({ dataDir, to: z.string().min(1), version: z.string(), signingKey: z.string().nullable() }),
    )
    .output(eventIterator(salvageProgress, salvageEnd)),
  /** Puts a copy, as it was made, into an empty folder `to`, where it is looked at. */
  fetchCopy: oc
    .input(copyRequest.extend({ to: z.string().min(1) }))
    .output(eventIterator(fetchStep, fetchEnd)),
  planRestore: oc.input(copyRequest.extend({ dataDir })).output(restorePlan),
  restore: oc
    .input(copyRequest.extend({ dataDir, actor }))
    .output(eventIterator(restoreProgress, restoreEnd)),
  /** Looks over all copies there: manifests, what they name, and what they know of both chains. */
  verify: oc
    .input(onPlace.extend({ isThorough: z.boolean() }))
    .output(eventIterator(verificationProgress, placeVerification)),
  /** Reads archives through that lie in one folder. */
  verifyBundles: oc
    .input(z.object({ dataDir, bundles: z.array(bundleToCheck).max(maxMadeBundles) }))
    .output(eventIterator(verificationProgress, bundlesVerification)),
  /** Copies all that is committed there, until it is stopped. */
  follow: oc
    // Of which installation it is known to have a second copy.
    .input(onPlace.extend({ known: z.uuid().nullable() }))
    .output(eventIterator(secondCopyStatus, z.null())),
  /** Ends what goes on in this process, soon: each says itself when it has ended. */
  stop: oc,
};
export type CopierClient = ContractRouterClient<typeof copierContract>;
