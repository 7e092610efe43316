/** What people did to cancellations, for a database that is made anew: from the log, and from rows that were kept. */
import type { Verdict } from '#shared/terms.ts';
import { type ReadTransaction, selected } from './transaction.ts';

/** An entry of the log about a cancellation; `actor` and `detail` are JSON. */
export interface LoggedActRow {
  at: number;
  actor: string;
  action: string;
  subject: string;
  detail: string;
}

/** The entries of the log by which somebody decided about a cancellation, took that back, or closed it; in their order. */
export async function listLoggedActs(tx: ReadTransaction): Promise<LoggedActRow[]> {
  return tx.all<LoggedActRow>(
    `SELECT at, actor, action, subject, detail FROM audit
      WHERE action IN ('cancellation.decided', 'cancellation.withdrawn', 'cancellation.closed') ORDER BY id`,
  );
}

/** What a cancellation says of a verdict or of being closed. */
export interface KeptCancellationRow {
  id: number;
  marketplaceId: number;
  verdict: Verdict | null;
  responseText: string | null;
  reasonCode: string | null;
  decidedAt: number | null;
  decidedBy: string | null;
  closedAt: number | null;
  closedBy: string | null;
  closedReason: string | null;
}

/** The cancellations that somebody decided about or closed, as they were kept. */
export async function listKeptCancellations(tx: ReadTransaction): Promise<KeptCancellationRow[]> {
  return tx.all<KeptCancellationRow>(
    `SELECT ${selected<KeptCancellationRow>('k', ['id', 'marketplaceId', 'verdict', 'responseText', 'reasonCode', 'decidedAt', 'decidedBy', 'closedAt', 'closedBy', 'closedReason'])}
      FROM kept.cancellation k ORDER BY k.id`,
  );
}
