import * as z from 'zod';

/** A file of an attachment, as a shell serves it. */
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
});
export type AttachmentFile = z.infer<typeof attachmentFile>;
