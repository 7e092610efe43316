import type { AttachmentProblemCode } from '#shared/attachment-terms.ts';
import type { AttachmentStateChange } from '../store/index.ts';
import type { HostState } from './hosts.ts';
import type { AttachmentReference } from './named/named-attachments.ts';

/** What is known where a record names an attachment. */
export interface Known {
  at: number;
  standingOf(host: string): HostState;
  /** What is wrong with an address without calling it; null where nothing is. */
  problemOf(url: URL): { problem: AttachmentProblemCode; detail: string | null } | null;
  /** How many of one record are fetched by themselves. */
  mostOfRecord: number;
}

/** Where the `count`th attachment of a record stands before anything was called, the first being 0. */
export function initialState(named: AttachmentReference, count: number, known: Known): AttachmentStateChange {
  const refused = (problem: AttachmentProblemCode, detail: string | null = null): AttachmentStateChange => ({
    state: 'refused',
    problem,
    detail,
    nextAttemptAt: null,
  });
  if (named.problem !== null) return refused(named.problem.code, named.problem.detail);
  if (named.url === null) return refused('noAddress');
  const found = known.problemOf(new URL(named.url));
  if (found !== null) return refused(found.problem, found.detail);
  if (named.host === null) return refused('schemeNotAllowed');
  const standing = known.standingOf(named.host);
  if (standing === 'refused') return refused('hostRefused', named.host);
  if (count >= known.mostOfRecord) return refused('tooManyOfRecord', String(known.mostOfRecord));
  if (standing === 'pending') {
    return { state: 'awaitingApproval', problem: 'hostNotApproved', detail: named.host, nextAttemptAt: null };
  }
  return { state: 'queued', problem: null, detail: null, nextAttemptAt: known.at };
}
