/** The messages between the shell and a process that looks at files, checked on both sides. */
import * as z from 'zod';
import { fileToExamine, pdfToRead } from '../engine/file-examination.ts';

export const toExaminer = z.object({ call: z.int(), file: fileToExamine });
export const toPdfReader = z.object({ call: z.int(), file: pdfToRead });

export const fromExaminer = z.discriminatedUnion('type', [
  /** The work on this call's file began: an end of the process before this is not the file's fault. */
  z.object({ type: z.literal('began'), call: z.int() }),
  /** The file took more than one may take; the shell is to kill the process. */
  z.object({ type: z.literal('limitExceeded'), detail: z.string() }),
  /** A `FileExamination` or a `PdfReading`, as was asked. */
  z.object({ type: z.literal('done'), call: z.int(), answer: z.unknown() }),
]);
export type FromExaminer = z.infer<typeof fromExaminer>;
