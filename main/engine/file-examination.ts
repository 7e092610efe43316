/** What the engine asks of the process that looks at files from the network, and what it answers. */
import * as z from 'zod';
import { contentProblemCode, displayMode } from '#shared/attachment-terms.ts';
import { photoFacts } from '#shared/contract/attachments.ts';

export const fileToExamine = z.object({
  path: z.string().min(1),
  /** An Internet media type, as its sender says; only compared with what the bytes are. */
  declaredType: z.string().nullable(),
  /** Where previews are put, as JPEG; both or none are there afterwards. */
  thumbnailPath: z.string().min(1),
  previewPath: z.string().min(1),
});
export type FileToExamine = z.infer<typeof fileToExamine>;

export const fileExamination = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('examined'),
    /** By its bytes; null where they are of no type that is known. */
    mediaType: z.string().nullable(),
    shownAs: displayMode,
    problem: contentProblemCode.nullable(),
    /** For a person who looks into it, such as the two types of a polyglot; English. */
    detail: z.string().nullable(),
    /** Pixels, upright. */
    width: z.int().nullable(),
    height: z.int().nullable(),
    hasPreviews: z.boolean(),
    photo: photoFacts.nullable(),
    /** 16 hexadecimal digits; null of what has too little in it to be compared. */
    likeness: z.string().nullable(),
  }),
  /** The process ended, or took too long; the file may be what ended it. */
  z.object({ outcome: z.literal('ended'), detail: z.string() }),
  /** The file could not be read, or the previews not be written: nothing is known of it. */
  z.object({ outcome: z.literal('notDone'), detail: z.string() }),
]);
export type FileExamination = z.infer<typeof fileExamination>;

/** Raised when files should be looked at anew, since more is found in them. */
export const examinerVersion = 1;
