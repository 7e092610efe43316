/** What a shell and the thread of what it has opened read-only say to each other, checked on the thread's side. */
import { MessagePort } from 'node:worker_threads';
import { oc } from '@orpc/contract';
import * as z from 'zod';
import { contentVariant } from '#shared/attachment-terms.ts';
import { type OpenedArchive, openedArchive } from '#shared/contract/archives.ts';
import { actor } from '#shared/contract/common.ts';
import { attachmentFile } from './engine-protocol.ts';

const port = z.instanceof(MessagePort);

/** `workerData`. */
export const reviewStart = z.object({
  /** On which the shell asks for files. */
  shellPort: port,
  version: z.string(),
  /** The temporary data directory. */
  dataDir: z.string().min(1),
  source: z.discriminatedUnion('kind', [
    /** The directory is there already, and this is what it is of. */
    z.object({ kind: z.literal('folder'), archive: openedArchive }),
    /** It is made from a bundle; `name` is what the person knows the file by. */
    z.object({ kind: z.literal('bundle'), file: z.string().min(1), name: z.string() }),
  ]),
});
export type ReviewStart = z.infer<typeof reviewStart>;

export const toReview = z.discriminatedUnion('type', [
  /** Serve the console contract, as far as it reads, to a caller who came this way. */
  z.object({ type: z.literal('connect'), port, via: actor.shape.via }),
  /** Of an encrypted bundle, asked for by `passphraseWanted`. */
  z.object({ type: z.literal('passphrase'), passphrase: z.string().min(1) }),
  z.object({ type: z.literal('close') }),
]);
export type ToReview = z.infer<typeof toReview>;

/** Both ends are this program in one process, so these types are trusted. */
export type FromReview =
  /** How far the directory is made, in records. */
  | { type: 'progress'; done: number; all: number }
  | { type: 'passphraseWanted'; wasWrong: boolean }
  | { type: 'open'; archive: OpenedArchive }
  | { type: 'problem'; code: string; detail: string }
  | { type: 'closed' };

/** What the shell asks besides what it passes on from a console. */
export const reviewContract = {
  /** Nobody is asked who they are: what is opened read-only has no accounts. */
  attachmentFile: oc
    .input(z.object({ attachmentId: z.int().positive(), variant: contentVariant }))
    .output(attachmentFile.nullable()),
};
