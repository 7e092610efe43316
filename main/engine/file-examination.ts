/** What the engine asks the processes that look at files, and what they answer. */
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

export const pdfToRead = z.object({ path: z.string().min(1) });
export type PdfToRead = z.infer<typeof pdfToRead>;

/** UTF-16 units that are kept of the words of one PDF at the most. */
export const maxPdfText = 20_000;

export const pdfReading = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('read'),
    /** In one line; empty where it has none, as one that was scanned. */
    text: z.string().max(maxPdfText),
    pages: z.int().nonnegative(),
    /** Fewer than there are where the text, the pages or the time were more than one PDF may have. */
    pagesRead: z.int().nonnegative(),
  }),
  /** `locked`: it asks for a password; `damaged`: it cannot be read as a PDF; `tooLong`: it has more bytes than are read. */
  z.object({ outcome: z.enum(['locked', 'damaged', 'tooLong']), detail: z.string() }),
  /** The process ended, or took too long: the PDF may be what ended it. */
  z.object({ outcome: z.literal('ended'), detail: z.string() }),
  /** The file could not be read: nothing is known of it. */
  z.object({ outcome: z.literal('notDone'), detail: z.string() }),
]);
export type PdfReading = z.infer<typeof pdfReading>;

/** Raised when all PDFs should be read again, since more is found in them. */
export const pdfReaderVersion = 1;
