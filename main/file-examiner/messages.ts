/** The messages between the shell and the file examiner's process, checked on both sides. */
import * as z from 'zod';
import { fileExamination, fileToExamine } from '../engine/file-examination.ts';

export const toExaminer = z.object({ call: z.int(), file: fileToExamine });
export type ToExaminer = z.infer<typeof toExaminer>;

export const fromExaminer = z.discriminatedUnion('type', [
  /** The examination of this call's file began: an end of the process before this is not the file's fault. */
  z.object({ type: z.literal('began'), call: z.int() }),
  /** The file took more than one may take; the shell is to kill the process. */
  z.object({ type: z.literal('limitExceeded'), detail: z.string() }),
  z.object({ type: z.literal('done'), call: z.int(), examination: fileExamination }),
]);
export type FromExaminer = z.infer<typeof fromExaminer>;
