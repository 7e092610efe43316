import type { AttachmentProblemCode, ContentProblemCode } from '#shared/attachment-terms.ts';

/** Keys of the words for why an attachment is not here: what happened, and what it means and what to do. */
export const problemWords = <Code extends AttachmentProblemCode>(code: Code) =>
  ({ what: `downloads.problem.${code}`, advice: `downloads.problemAdvice.${code}` }) as const;

/** As `problemWords`, of what is odd about stored bytes. */
export const contentProblemWords = <Code extends ContentProblemCode>(code: Code) =>
  ({ what: `downloads.contentProblem.${code}`, advice: `downloads.contentProblemAdvice.${code}` }) as const;
