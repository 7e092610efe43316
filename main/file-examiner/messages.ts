/** What the shell and the process that looks at files say to each other, checked on both sides. */
import * as z from 'zod';
import { fileExamination, fileToExamine } from '../engine/file-examination.ts';

export const toExaminer = z.object({ call: z.int(), file: fileToExamine });
export type ToExaminer = z.infer<typeof toExaminer>;

export const fromExaminer = z.discriminatedUnion('type', [
  /** The file of this call is being looked at: an end before this is not its fault. */
  z.object({ type: z.literal('began'), call: z.int() }),
  /** It took more than a file may take; to be ended. */
  z.object({ type: z.literal('overspent'), detail: z.string() }),
  z.object({ type: z.literal('done'), call: z.int(), examination: fileExamination }),
]);
export type FromExaminer = z.infer<typeof fromExaminer>;
