/** What the shell's thread and the engine's thread say to each other, checked on both sides. */
import { MessagePort } from 'node:worker_threads';
import * as z from 'zod';
import { contentVariant } from '#shared/attachment-terms.ts';
import { actor } from '#shared/contract/forms.ts';
import { attachmentFile } from './file-of-attachment.ts';

const port = z.instanceof(MessagePort);

/** `workerData`: the engine's options without what only a thread's owner can hold. */
export const engineStart = z.object({
  hostPort: port,
  options: z.object({
    dataDir: z.string().min(1),
    version: z.string().min(1),
    receiver: z
      .object({
        address: z.string().exactOptional(),
        port: z.int().min(0).max(65535).exactOptional(),
        holdSeconds: z.number().min(0).max(90).exactOptional(),
      })
      .exactOptional(),
    environmentKeys: z.array(z.string()).exactOptional(),
    platform: z.object({ url: z.string().exactOptional(), key: z.string().exactOptional() }).exactOptional(),
    attachments: z
      .object({
        allowLoopback: z.boolean().exactOptional(),
        hosts: z.array(z.string()).exactOptional(),
      })
      .exactOptional(),
    sampleData: z.boolean().exactOptional(),
  }),
});
export type EngineStart = z.infer<typeof engineStart>;
export type ThreadOptions = EngineStart['options'];

export const toEngine = z.discriminatedUnion('type', [
  /** Serve the console contract on this port to a caller who came this way. */
  z.object({ type: z.literal('connect'), port, via: actor.shape.via }),
  /** A person gave a secret on the shell's page of this ticket. */
  z.object({ type: z.literal('collected'), ticket: z.string(), secret: z.string() }),
  /** Where the file of an attachment lies, for the screen; answered by `file` with the same call. */
  z.object({
    type: z.literal('file'),
    call: z.int(),
    attachmentId: z.int().positive(),
    variant: contentVariant,
  }),
  z.object({ type: z.literal('close') }),
]);
export type ToEngine = z.infer<typeof toEngine>;

export type { AttachmentFile } from './file-of-attachment.ts';

export const collectedOutcome = z.enum(['accepted', 'notAKey', 'tooManyKeys', 'expired']);

export const fromEngine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), receiverUrl: z.string().nullable() }),
  /** The engine could not start; `message` is one plain sentence for a person. */
  z.object({ type: z.literal('problem'), code: z.string(), message: z.string() }),
  z.object({ type: z.literal('outcome'), ticket: z.string(), outcome: collectedOutcome.nullable() }),
  z.object({ type: z.literal('file'), call: z.int(), file: attachmentFile.nullable() }),
  z.object({ type: z.literal('closed') }),
]);
export type FromEngine = z.infer<typeof fromEngine>;
