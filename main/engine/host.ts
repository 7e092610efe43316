/**
 * What the engine needs from the shell that runs it, as a contract: the engine's thread calls its shell over a message
 * port. Narrow, so that a plain test can be a host with an object of functions.
 */
import { type ContractRouterClient, eventIterator, oc } from '@orpc/contract';
import * as z from 'zod';
import { backupsContract, copyRequest } from '#shared/contract/backups.ts';
import { actor } from '#shared/contract/common.ts';
import {
  computerSettings,
  computerSettingsChanges,
  updateFeed,
  updateRequest,
  updatesState,
} from '#shared/contract/desktop.ts';
import { recoveryContract } from '#shared/contract/recovery.ts';
import { capability, fileKind, keychainReport, officeAddressFault } from '#shared/contract/shell.ts';
import {
  bundlesVerification,
  bundleToCheck,
  maxMadeBundles,
  placeVerification,
  verificationProgress,
} from '#shared/contract/verification.ts';
import { fileExamination, fileToExamine, pdfReading, pdfToRead } from './file-examination.ts';

/** Name of a secret in the keychain, such as `receiver-key:3`. */
const account = z.string().min(1).max(200);

/** Where a secret is kept: in the OS keychain, or in the shell's memory until it stops. */
const secretPlace = z.enum(['keychain', 'memory']);
export type SecretPlace = z.infer<typeof secretPlace>;

/** What a secret is for that a person is asked for. */
const secretPurpose = z.enum([
  'receiverKey',
  'platformKey',
  'openIdSecret',
  'archivePassphrase',
  'certificatePassphrase',
  'databasePassword',
]);
export type SecretPurpose = z.infer<typeof secretPurpose>;

const onPage = z.object({ way: z.literal('page'), path: z.string(), validSeconds: z.int() });
const onClipboard = z.object({ way: z.literal('clipboard'), clearedAfterSeconds: z.int() });

/** How the shell takes a secret from the person: at once from the clipboard, or later on a page of its own. */
const secretPrompt = z.discriminatedUnion('way', [onClipboard.extend({ secret: z.string() }), onPage]);
export type SecretPrompt = z.infer<typeof secretPrompt>;

/** How the shell hands a secret to the person. */
const secretDelivery = z.discriminatedUnion('way', [onClipboard, onPage]);
export type SecretDelivery = z.infer<typeof secretDelivery>;

/** What became of a secret that a person gave. */
export const collectedOutcome = z.enum(['accepted', 'notAKey', 'tooManyKeys', 'busy', 'expired']);
export type CollectedOutcome = z.infer<typeof collectedOutcome>;

export const hostContract = {
  capabilities: oc.output(z.array(capability)),
  /** Checks the keychain anew; never throws, never takes longer than its time limit. */
  keychain: oc.output(keychainReport),
  /** Saves a secret; falls back to memory. */
  saveSecret: oc.input(z.object({ account, secret: z.string() })).output(secretPlace),
  /** Null where the secret is not kept. */
  secretPlace: oc.input(account).output(secretPlace.nullable()),
  forgetSecret: oc.input(account),
  /**
   * The secret itself, for the one moment in which the engine calls the platform with it; null where it is not
   * here or the keychain does not give it. Never stored, never logged, never sent to a console.
   */
  secret: oc.input(account).output(z.string().nullable()),
  /** Gives the secret to the person without the renderer; null where the secret is not here. */
  handOver: oc.input(z.object({ account, label: z.string() })).output(secretDelivery.nullable()),
  /**
   * Asks the person for a secret without the renderer, in the text of its purpose. With `page`, the shell later calls
   * the engine's `acceptCollected` with the same ticket.
   */
  collect: oc
    .input(z.object({ ticket: z.string().min(1), label: z.string(), purpose: secretPurpose }))
    .output(secretPrompt),
  /**
   * Examines a file that came from the network, and makes its previews, in a process of its own: one that ends at it
   * takes nothing else along. Never rejects; one file after the other.
   */
  examineFile: oc.input(fileToExamine).output(fileExamination),
  /** Reads the words of a PDF that came from the network, in another process of the same kind. */
  readPdf: oc.input(pdfToRead).output(pdfReading),
  /** Starts a console with sample data, once; the address that opens it, or null where this shell cannot. */
  openSampleData: oc.output(z.string().nullable()),
  /** Has the person choose a folder; null where nothing was chosen, or this shell has no dialog for it. */
  chooseFolder: oc.output(z.string().nullable()),
  /** The same of a file. */
  chooseFile: oc.input(fileKind).output(z.string().nullable()),
  /** Opens an office from now on, which starts the program anew; why it does not, or null where this shell cannot. */
  joinOffice: oc.input(z.string()).output(z.union([z.literal('joined'), officeAddressFault]).nullable()),
  /** What Perito does on this computer, which is the shell's own. */
  computerSettings: oc.output(computerSettings),
  /** Answers what holds then; what this shell lacks stays off. */
  changeComputerSettings: oc.input(computerSettingsChanges).output(computerSettings),
  /** Newer versions of the program, as the shell looks for them; null where it does not. */
  updates: oc.output(updatesState.nullable()),
  checkForUpdate: oc.output(updatesState.nullable()),
  actOnUpdate: oc.input(updateRequest).output(updatesState.nullable()),
  setUpdateFeed: oc.input(updateFeed).output(updatesState.nullable()),
  /** Opens a bundle read-only beside the live data, at a screen of it; its address, or null where as many are open as may be. */
  openArchive: oc
    .input(z.object({ file: z.string(), at: z.string().nullable() }))
    .output(z.string().nullable()),
};

/** What only the owner of the threads can do. */
export const threadsContract = {
  /** Copies of the data directory, as the console asks for them. */
  backups: {
    ...backupsContract,
    /** Ends receiver and engine soon, restores a copy, and starts both on it. */
    restore: oc.input(copyRequest.extend({ actor })),
  },
  /** Which folder is the data directory. */
  dataFolder: { folder: recoveryContract.folder, forgetFolder: recoveryContract.forgetFolder },
  /** Looks over all copies in their places, as far as those answer. */
  verifyCopies: oc
    .input(z.object({ isThorough: z.boolean() }))
    .output(eventIterator(verificationProgress, placeVerification)),
  /** Looks over archives that were made, in the folders in which they lie. */
  verifyBundles: oc
    .input(z.object({ bundles: z.array(bundleToCheck).max(maxMadeBundles) }))
    .output(eventIterator(verificationProgress, bundlesVerification)),
  /** Ends the engine soon, has its database made anew, and starts the engine on it. */
  rebuildDatabase: oc.input(actor),
  /** Ends that; one that was asked for and has not begun is not begun. */
  stopRebuild: oc,
};

/** The shell, as the engine calls it. */
export type EngineHost = ContractRouterClient<typeof hostContract & typeof threadsContract>;
