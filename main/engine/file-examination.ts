/** What the engine asks the file examiner's process, and what it answers. */
import * as z from 'zod';
import { contentProblemCode, displayMode, photoFacts } from '#shared/attachment-terms.ts';

export const fileToExamine = z.object({
  path: z.string().min(1),
  /** The media type that the sender declares; only compared with what the bytes are. */
  declaredType: z.string().nullable(),
  /** Where the previews are written, as JPEG; afterwards both are there or neither. */
  thumbnailPath: z.string().min(1),
  previewPath: z.string().min(1),
});
export type FileToExamine = z.infer<typeof fileToExamine>;

export const fileExamination = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('examined'),
    /** By its bytes; null where their type is not known. */
    mediaType: z.string().nullable(),
    shownAs: displayMode,
    problem: contentProblemCode.nullable(),
    /** For a person, such as the two types of a polyglot; English. */
    detail: z.string().nullable(),
    /** Pixels, upright. */
    width: z.int().nullable(),
    height: z.int().nullable(),
    hasPreviews: z.boolean(),
    photo: photoFacts.nullable(),
    /** 16 hexadecimal digits; null where the picture has too little in it to be compared. */
    perceptualHash: z.string().nullable(),
  }),
  /** The process ended, or took too long; the file may be what ended it. */
  z.object({ outcome: z.literal('ended'), detail: z.string() }),
  /** The file could not be read, or its previews not be written: nothing is known of it. */
  z.object({ outcome: z.literal('notDone'), detail: z.string() }),
]);
export type FileExamination = z.infer<typeof fileExamination>;

/** Raised when all files should be examined again, since more is found in them. */
export const examinerVersion = 1;
