import type { AttachmentProblemCode } from '#shared/attachment-terms.ts';

/** Ends a fetch; becomes data where the fetch ends, and goes no further. */
export class FetchError extends Error {
  readonly problem: AttachmentProblemCode;
  /** Short printable ASCII: what a person wants to know, never a query and never a key. */
  readonly detail: string | null;
  /** Whose approval is missing, with its port. */
  readonly host: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(
    problem: AttachmentProblemCode,
    detail: string | null = null,
    more: { host?: string; retryAfterSeconds?: number | null } = {},
  ) {
    super(problem);
    this.name = 'NotFetched';
    this.problem = problem;
    this.detail = detail === null ? null : detail.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 100);
    this.host = more.host ?? null;
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
  }
}
