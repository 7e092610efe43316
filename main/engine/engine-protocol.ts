/** What the shell's thread and the engine's thread send each other, checked on both sides. */
import { MessagePort } from 'node:worker_threads';
import { oc } from '@orpc/contract';
import * as z from 'zod';
import { contentVariant } from '#shared/attachment-terms.ts';
import { restored, restoreFailure } from '#shared/contract/backups.ts';
import { actor } from '#shared/contract/common.ts';
import { databaseFault, rebuildFailure, rebuilt } from '#shared/contract/database.ts';
import { receiverSettings } from '#shared/contract/settings.ts';
import { engineEnd } from '#shared/contract/status.ts';
import { role } from '#shared/terms.ts';
import { collectedOutcome } from './host.ts';

const port = z.instanceof(MessagePort);

/** What came before an engine in this run of the program. */
const engineRun = z.object({
  /** How many engines ended unasked. */
  restarts: z.int(),
  /** Since when there was none, in milliseconds since 1970, and why; null before the first. */
  lastEnd: z.object({ from: z.number(), cause: engineEnd }).nullable(),
  /** What came of the last rebuild; null where there was none. */
  rebuilt: rebuilt.nullable(),
  /** Why it did not come to its end; null where it did. */
  rebuildFailure: rebuildFailure.nullable(),
  /** The same of the last restore. */
  restored: restored.nullable(),
  restoreFailure: restoreFailure.nullable(),
});
export type EngineRun = z.infer<typeof engineRun>;

/** `workerData`: the engine's options without what only a thread's owner can hold. */
export const engineStart = z.object({
  /** On which the engine calls its shell, by the `hostContract`. */
  hostPort: port,
  /** On which the shell calls the engine, by the `engineContract`. */
  shellPort: port,
  /** Of the receiver, which the shell starts and ends. */
  receiverPort: port,
  /** Raised once the engine has closed; see `closed-flag.ts`. */
  closed: z.instanceof(Int32Array<SharedArrayBuffer>),
  run: engineRun,
  options: z.object({
    dataDir: z.string().min(1),
    version: z.string().min(1),
    receiver: z
      .object({
        address: z.string().exactOptional(),
        port: z.int().min(0).max(65535).exactOptional(),
        holdSeconds: z.number().min(0).max(90).exactOptional(),
        tls: receiverSettings.shape.tls.exactOptional(),
        publicUrl: receiverSettings.shape.publicUrl.exactOptional(),
        trustedProxies: receiverSettings.shape.trustedProxies.exactOptional(),
      })
      .exactOptional(),
    authorityFile: z.string().exactOptional(),
    environmentKeys: z.array(z.string()).exactOptional(),
    platform: z.object({ url: z.string().exactOptional(), key: z.string().exactOptional() }).exactOptional(),
    attachments: z
      .object({
        allowLoopback: z.boolean().exactOptional(),
        hosts: z.array(z.string()).exactOptional(),
        /** Where photos and papers are kept besides the data directory. */
        place: z.string().exactOptional(),
      })
      .exactOptional(),
    archiveKey: z.string().exactOptional(),
    openIdSecret: z.string().exactOptional(),
    isOffice: z.boolean().exactOptional(),
    sampleData: z.boolean().exactOptional(),
  }),
});
export type EngineStart = z.infer<typeof engineStart>;
export type ThreadOptions = EngineStart['options'];

export const toEngine = z.discriminatedUnion('type', [
  /** Serve the console contract on this port to a caller who came this way. */
  z.object({ type: z.literal('connect'), port, via: actor.shape.via }),
  /** The receiver ended unasked, and this is the one in its place. */
  z.object({ type: z.literal('receiver'), port }),
  z.object({ type: z.literal('close') }),
]);
export type ToEngine = z.infer<typeof toEngine>;

export const fromEngine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), receiverUrl: z.string().nullable() }),
  /** The engine could not start; `message` is one plain sentence for a person, `fault` is of a database of a server. */
  z.object({
    type: z.literal('problem'),
    code: z.string(),
    message: z.string(),
    fault: databaseFault.nullable(),
  }),
  /** Before that, about once a second: it gives back what its database does not use any more. */
  z.object({
    type: z.literal('starting'),
    progress: z.object({ step: z.literal('compacting'), done: z.number(), all: z.number() }),
  }),
  z.object({ type: z.literal('closed') }),
]);
export type FromEngine = z.infer<typeof fromEngine>;

/** A file of an attachment or an export, as a shell serves it. */
export const attachmentFile = z.object({
  path: z.string(),
  bytes: z.int(),
  /** One of the few that are shown, or `application/octet-stream`. */
  mediaType: z.string(),
  /** Whether the screen may show it; otherwise it is only saved, under `filename`. */
  isShown: z.boolean(),
  filename: z.string(),
  /** Changes with the bytes. */
  tag: z.string(),
  /** Only for who is signed in: no browser may show it again without asking. */
  isGuarded: z.boolean().exactOptional(),
});
export type AttachmentFile = z.infer<typeof attachmentFile>;

/** Who asks for a file: how they came, and the token of a sign-in as their shell knows it. */
const fileAsker = z.object({
  via: actor.shape.via.extract(['desktop', 'browser', 'token']),
  signIn: z.string().exactOptional(),
});
export type FileAsker = z.infer<typeof fileAsker>;

/** Why somebody is given no file: nobody is signed in, only behind a lock, it is another's, or lies where nobody comes now. */
const fileRefusal = z.enum(['signedOut', 'locked', 'ofAnother', 'placeAway']);
export type FileRefusal = z.infer<typeof fileRefusal>;

/** The role of somebody who asks and is signed in; `anybody` where nobody has to be. */
const recognised = z.union([role, z.enum(['anybody', 'signedOut', 'locked'])]);
export type Recognised = z.infer<typeof recognised>;

/**
 * Whether a stream of changes may go on that somebody opened: by nobody who is signed out, or behind a lock. `until`, in milliseconds
 * since 1970, it stays so, unless an account, a sign-in or a setting changes.
 */
const hearing = z.object({ state: z.enum(['hears', 'signedOut', 'locked']), until: z.number() });
export type Hearing = z.infer<typeof hearing>;

/** Null where there is none. */
const fileFound = z.union([attachmentFile, fileRefusal]).nullable();
export type FileFound = z.infer<typeof fileFound>;

/** What the shell asks of its engine, besides what it passes on from a console. */
export const engineContract = {
  /** A person gave a secret on the shell's page of this ticket. */
  acceptCollected: oc.input(z.object({ ticket: z.string(), secret: z.string() })).output(collectedOutcome),
  /** Whether somebody who signed in asks for a page of the shell's own. */
  recognise: oc.input(z.object({ asker: fileAsker })).output(recognised),
  /** Of each in their order. It is no use of a sign-in: a screen that is left alone listens too. */
  hearing: oc.input(z.object({ askers: z.array(fileAsker) })).output(z.array(hearing)),
  /** Where the file of an attachment is; null where there is none in this form. */
  attachmentFile: oc
    .input(z.object({ attachmentId: z.int().positive(), variant: contentVariant, asker: fileAsker }))
    .output(fileFound),
  /** Where the file of an export is; null where none is done that has this id. */
  exportFile: oc.input(z.object({ id: z.uuid(), asker: fileAsker })).output(fileFound),
};
