import type { FetchHop, FetchOutcome } from '../fetching/task.ts';
import type { Hosts } from '../hosts.ts';

/** A download that goes on as long as every host that it has asked may be asked. */
export interface ApprovalWatch {
  /** Aborted once one may not be any more, or the download is given up. */
  signal: AbortSignal;
  /** Another host is asked. */
  onHop(hop: FetchHop): void;
  /** Looks whether all of them still may be. */
  look(): void;
  /** What a new try would be told instead; null while nothing was taken back. */
  forbidden(): Forbidden | null;
  /** For another reason. */
  giveUp(): void;
}

export interface Forbidden {
  outcome: Extract<FetchOutcome, { outcome: 'notFetched' }>;
  /** How many decisions there were by then. */
  decisions: number;
}

/** Follows where a download goes: the host of its address, `first`, and each that it is redirected to. */
export function watchHops(hosts: Pick<Hosts, 'problemOf' | 'decisions'>, first: string): ApprovalWatch {
  const ending = new AbortController();
  // Until the thread tells, nothing is known of the address but its name.
  const hops: FetchHop[] = [{ host: first, needsHttp: false }];
  let forbidden: Forbidden | null = null;
  const look = () => {
    for (const { host, needsHttp } of forbidden === null ? hops : []) {
      const found = hosts.problemOf({ host, needsHttp });
      if (found === null) continue;
      const missing = found === 'hostNotApproved' ? host : null;
      const isElsewhere = missing !== null && host !== first;
      forbidden = {
        outcome: {
          outcome: 'notFetched',
          problem: isElsewhere ? 'redirectHostNotApproved' : found,
          detail: missing,
          host: missing,
          retryAfterSeconds: null,
        },
        decisions: hosts.decisions(),
      };
      ending.abort();
      return;
    }
  };
  return {
    signal: ending.signal,
    onHop(hop) {
      hops.push(hop);
      // It may have been taken back after it was found to be approved, and before that was told here.
      look();
    },
    look,
    forbidden: () => forbidden,
    giveUp: () => ending.abort(),
  };
}
