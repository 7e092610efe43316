import type { AttachmentProblemCode, ContentProblemCode } from '#shared/attachment-terms.ts';
import { certificateFault } from '../components/certificate-fault.ts';

/** Keys of the words for why an attachment is not here: what happened, and what it means and what to do. */
export function problemText({ code, detail }: { code: AttachmentProblemCode; detail: string | null }) {
  const fault = code === 'tls' ? certificateFault(detail) : null;
  if (fault === null)
    return { what: `downloads.problem.${code}`, advice: `downloads.problemAdvice.${code}` } as const;
  return {
    what: `downloads.certificate.${fault}.what`,
    advice: `downloads.certificate.${fault}.advice`,
  } as const;
}

/** As `problemText`, by the code alone: of what is odd about stored bytes. */
export const contentProblemText = <Code extends ContentProblemCode>(code: Code) =>
  ({ what: `downloads.contentProblem.${code}`, advice: `downloads.contentProblemAdvice.${code}` }) as const;
