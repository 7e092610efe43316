import { permanentProblems } from '#shared/attachment-terms.ts';
import type { Attachment } from '#shared/contract/attachments.ts';

/** Whether fetching it again by hand may bring it. */
export function canRetry({ state, problem, address }: Attachment): boolean {
  if (address === null || (state !== 'failed' && state !== 'refused' && state !== 'queued')) return false;
  return problem === null ? state !== 'queued' : !permanentProblems.includes(problem.code);
}
