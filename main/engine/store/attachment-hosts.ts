/** Hosts of attachments: what a person decided about each, and which ones attachments wait for. */
import { type ReadTransaction, selected, type WriteTransaction } from './transaction.ts';
import { awaitedHostsSql, countCap } from './work-counts.ts';

export interface AttachmentHostRow {
  host: string;
  decision: 'approved' | 'refused';
  /** Whether it may be fetched from without encryption. */
  allowHttp: boolean;
  decidedAt: number;
  decidedBy: string;
}

const hostColumns = selected<AttachmentHostRow>('h', [
  'host',
  'decision',
  'allowHttp',
  'decidedAt',
  'decidedBy',
]);

export async function listDecidedHosts(tx: ReadTransaction): Promise<AttachmentHostRow[]> {
  const rows = await tx.all<Omit<AttachmentHostRow, 'allowHttp'> & { allowHttp: number }>(
    `SELECT ${hostColumns} FROM attachment_host h ORDER BY host`,
  );
  return rows.map((row) => ({ ...row, allowHttp: row.allowHttp === 1 }));
}

/** What was decided about a host; null where nothing is. */
export async function findHostDecision(
  tx: ReadTransaction,
  host: string,
): Promise<AttachmentHostRow['decision'] | null> {
  const row = await tx.get<Pick<AttachmentHostRow, 'decision'>>(
    'SELECT decision FROM attachment_host WHERE host = ?',
    host,
  );
  return row?.decision ?? null;
}

/** Replaces the decision about a host; null deletes it. */
export async function saveHostDecision(
  tx: WriteTransaction,
  host: string,
  decision: Omit<AttachmentHostRow, 'host'> | null,
): Promise<void> {
  if (decision === null) {
    await tx.run('DELETE FROM attachment_host WHERE host = ?', host);
    return;
  }
  await tx.run(
    `INSERT INTO attachment_host (host, decision, allow_http, decided_at, decided_by) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (host) DO UPDATE SET decision = excluded.decision, allow_http = excluded.allow_http,
        decided_at = excluded.decided_at, decided_by = excluded.decided_by`,
    host,
    decision.decision,
    Number(decision.allowHttp),
    decision.decidedAt,
    decision.decidedBy,
  );
}

/** The hosts that attachments wait for, by name. */
export async function listAwaitedHosts(tx: ReadTransaction, limit: number): Promise<string[]> {
  return (await tx.all<{ host: string }>(`${awaitedHostsSql} LIMIT ?`, limit)).map(({ host }) => host);
}

/** The next host, by name, with an attachment that is not stored; null after the last. */
export async function findHostAfter(tx: ReadTransaction, host: string): Promise<string | null> {
  const row = await tx.get<{ host: string }>(
    "SELECT host FROM attachment WHERE host > ? AND state <> 'stored' ORDER BY host LIMIT 1",
    host,
  );
  return row?.host ?? null;
}

/** The attachments that wait for a host's approval. */
export interface AwaitingOfHost {
  /** Up to `countCap`. */
  waiting: number;
  /** One of them has an address without encryption. */
  needsHttp: boolean;
  /** One address. */
  example: string | null;
}

export async function countAwaitingOfHost(tx: ReadTransaction, host: string): Promise<AwaitingOfHost> {
  const row = await tx.get<{ n: number; http: number | null; example: string | null }>(
    `SELECT count(*) AS n, max(CASE WHEN url LIKE 'http:%' THEN 1 ELSE 0 END) AS http, min(url) AS example
      FROM (SELECT url FROM attachment WHERE host = ? AND state = 'awaitingApproval' AND state <> 'stored' LIMIT ${countCap}) AS waiting`,
    host,
  );
  return { waiting: row?.n ?? 0, needsHttp: row?.http === 1, example: row?.example ?? null };
}
