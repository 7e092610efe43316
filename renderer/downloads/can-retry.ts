import type { AttachmentProblemCode } from '#shared/attachment-terms.ts';
import type { Attachment } from '#shared/contract/attachments.ts';

/** What another try meets again, until its address or its host's standing is another. */
const lasting: readonly AttachmentProblemCode[] = [
  'noAddress',
  'notAnAddress',
  'relativeAddress',
  'schemeNotAllowed',
  'httpNotAllowed',
  'namesUser',
  'portNotAllowed',
  'hostNotApproved',
  'hostRefused',
  'redirectHostNotApproved',
];

/** Whether fetching it again by hand may bring it. */
export function canRetry({ state, problem, address }: Attachment): boolean {
  if (address === null || (state !== 'failed' && state !== 'refused' && state !== 'queued')) return false;
  return problem === null ? state !== 'queued' : !lasting.includes(problem.code);
}
