import type { AttachmentProblemCode } from '#shared/attachment-terms.ts';

/** One file to fetch. */
export interface FetchTask {
  /** Id of the attachment; names its file in the landing folder. */
  id: number;
  /** Absolute. */
  url: string;
  /** The landing folder, on the same file system as the content; it exists. */
  folder: string;
  /** Of the body, as it is sent and as it unfolds. */
  maximumBytes: number;
  /** From looking its name up to the last byte, over all redirects. */
  maximumMilliseconds: number;
}

/** Who may be called, and how. */
export interface FetchRules {
  /** Each with its port, as `hostOf` writes it: no other port of the same machine may be called. */
  approved: readonly { host: string; allowHttp: boolean }[];
  /** Whether addresses of this machine are allowed, unencrypted too. No other private address ever is. */
  allowLoopback: boolean;
  /** The header value of the platform's key, for this origin alone; null where it is not to be sent. */
  platform: { origin: string; key: string } | null;
}

/** What became of it. */
export type FetchOutcome =
  | {
      outcome: 'landed';
      /** `<folder>/<id>.<sha256>`, synced to disk under this name. */
      path: string;
      /** Hexadecimal. */
      sha256: string;
      bytes: number;
    }
  | {
      outcome: 'notFetched';
      problem: AttachmentProblemCode;
      /** What a person who looks into it wants to know: a status, an address, the system's word. Never a query, never a key. */
      detail: string | null;
      /** Whose approval is missing, with its port, for `hostNotApproved` and `redirectHostNotApproved`. */
      host: string | null;
      /** `Retry-After` of the answer. */
      retryAfterSeconds: number | null;
    }
  | { outcome: 'givenUp' };

/** A host that is asked for a file: that of its address, then each that it is redirected to. */
export interface FetchHop {
  /** With its port, as approvals name it. */
  host: string;
  /** Whether it is asked unencrypted, and is not this machine: its approval has to say so. */
  needsHttp: boolean;
}

export interface FetchProgress {
  bytes: number;
  /** As the server says; null where it does not. */
  total: number | null;
}
