/** How many rows need somebody, for the counts of the rail. */
import type { WorkCounts } from '#shared/contract/status.ts';
import { notProposedSql } from './cancellations.ts';
import { countRows, type ReadTransaction, type SqlValue } from './transaction.ts';

/** Nothing is counted further than this: the rail shows "999+", and counting stays short. */
export const countCap = 1000;

/** Of a database that has nothing. */
export const noPendingWork: WorkCounts = {
  cancellationsWaiting: 0,
  cancellationsMustAskAgain: 0,
  cancellationsUnmatched: 0,
  purchaseOrdersUnreviewed: 0,
  serviceOrdersUnreviewed: 0,
  incidentReportsUnreviewed: 0,
  financialDocumentsUnreviewed: 0,
  rejectedUnseen: 0,
  referenceListsFailed: 0,
  attachmentHostsPending: 0,
  attachmentsFailed: 0,
};

/** How many rows need somebody, each counted over its own partial index, up to `countCap`. */
export async function countPendingWork(tx: ReadTransaction): Promise<WorkCounts> {
  const count = (rows: string, ...parameters: SqlValue[]) =>
    countRows(tx, `${rows} LIMIT ${countCap}`, ...parameters);
  return {
    cancellationsWaiting:
      (await count(pendingSql.cancellationsUndecided, 'waiting')) +
      (await count(pendingSql.cancellationsUndecided, 'deferred')),
    cancellationsMustAskAgain: await count(pendingSql.cancellationsMustAskAgain),
    cancellationsUnmatched: await count(pendingSql.cancellationsUnmatched),
    purchaseOrdersUnreviewed: await count(pendingSql.recordsUnreviewed, 'purchaseOrder'),
    serviceOrdersUnreviewed: await count(pendingSql.recordsUnreviewed, 'serviceOrder'),
    incidentReportsUnreviewed: await count(pendingSql.recordsUnreviewed, 'incidentReport'),
    financialDocumentsUnreviewed: await count(pendingSql.recordsUnreviewed, 'financialDocument'),
    rejectedUnseen: await count(pendingSql.rejectedUnseen),
    referenceListsFailed:
      (await count(pendingSql.referenceListsFailed)) + (await count(pendingSql.referenceListsSuspicious)),
    attachmentHostsPending: await count(pendingSql.attachmentHostsPending),
    attachmentsFailed: await count(pendingSql.attachmentsFailed),
  };
}

/**
 * Hosts that attachments wait for, by name. From one host to the next, so that a host with a long queue costs no more than
 * any other. That of the index is named wherever a state is, since SQLite does not see that the one implies the other.
 */
export const awaitedHostsSql = `
    WITH RECURSIVE named (host) AS (
      SELECT min(host) FROM attachment WHERE state <> 'stored'
      UNION ALL
      SELECT (SELECT host FROM attachment WHERE host > named.host AND state <> 'stored' ORDER BY host LIMIT 1)
      FROM named WHERE named.host IS NOT NULL
    )
    SELECT host FROM named WHERE EXISTS (
      SELECT 1 FROM attachment
      WHERE host = named.host AND state = 'awaitingApproval' AND state <> 'stored'
    )`;

/** What is counted, each walking a partial index. */
const pendingSql = {
  cancellationsUndecided: `SELECT 1 FROM cancellation c WHERE state = ? AND closed_at IS NULL AND ${notProposedSql}`,
  cancellationsUnmatched: "SELECT 1 FROM cancellation WHERE state = 'unmatched' AND closed_at IS NULL",
  cancellationsMustAskAgain:
    'SELECT 1 FROM cancellation INDEXED BY cancellation_undelivered WHERE verdict IS NOT NULL AND delivered_at IS NULL',
  recordsUnreviewed: 'SELECT 1 FROM record WHERE kind = ? AND reviewed_at IS NULL',
  rejectedUnseen: 'SELECT 1 FROM rejected_delivery WHERE seen_at IS NULL',
  referenceListsFailed: 'SELECT 1 FROM reference_list WHERE failures > 0',
  referenceListsSuspicious: 'SELECT 1 FROM reference_list WHERE suspicious_at IS NOT NULL AND failures = 0',
  attachmentHostsPending: awaitedHostsSql,
  attachmentsFailed: "SELECT 1 FROM attachment WHERE state = 'failed' AND is_dropped = 0",
} as const;
