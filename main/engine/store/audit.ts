/** The audit log: a chain of hashes over everything that people and Perito did. */
import { hash as digest } from 'node:crypto';
import { canonicalJson } from '#shared/canonical-json.ts';
import type { Actor } from '#shared/contract/common.ts';
import { CacheKey, type ReadTransaction, type WriteTransaction } from './transaction.ts';

export interface AuditRow {
  id: number;
  at: number;
  actor: string;
  action: string;
  subject: string;
  detail: string;
  hash: Uint8Array;
}

export interface AuditWriting {
  at: number;
  actor: Actor;
  action: string;
  subject: string;
  detail: Record<string, unknown>;
}

/**
 * Adds an entry to the log. Its hash is SHA-256 over the hash before it and its own content, so that a
 * changed, missing or inserted entry breaks the chain from there on.
 */
export async function appendAudit(tx: WriteTransaction, entry: AuditWriting): Promise<void> {
  const { at, action, subject } = entry;
  const actor = canonicalJson(entry.actor);
  const detail = canonicalJson(entry.detail);
  const hash = auditHash(await hashBefore(tx), { at, actor, action, subject, detail });
  await tx.run(
    'INSERT INTO audit (at, actor, action, subject, detail, hash) VALUES (?, ?, ?, ?, ?, ?)',
    at,
    actor,
    action,
    subject,
    detail,
    hash,
  );
  tx.memory.set(lastHash, hash);
}

const lastHash = new CacheKey<Uint8Array>();

async function hashBefore(tx: WriteTransaction): Promise<Uint8Array | null> {
  const remembered = tx.memory.get(lastHash);
  if (remembered !== undefined) return remembered;
  const row = await tx.get<{ hash: Uint8Array }>('SELECT hash FROM audit ORDER BY id DESC LIMIT 1');
  return row?.hash ?? null;
}

/** The hash that an entry must have after the one before it. `actor` and `detail` are canonical JSON. */
export function auditHash(
  before: Uint8Array | null,
  entry: { at: number; actor: string; action: string; subject: string; detail: string },
): Uint8Array {
  const chain = before === null ? '' : Buffer.from(before).toString('hex');
  const content = JSON.stringify([chain, entry.at, entry.actor, entry.action, entry.subject, entry.detail]);
  return digest('sha256', content, 'buffer');
}

/** Entries of the log in the order in which they were written, after `afterId`. */
export async function listAuditAfter(
  tx: ReadTransaction,
  afterId: number,
  limit: number,
): Promise<AuditRow[]> {
  return tx.all<AuditRow>('SELECT * FROM audit WHERE id > ? ORDER BY id LIMIT ?', afterId, limit);
}

/** Entries of the log, newest first, below `beforeId`; of one subject where it is given. */
export async function listAudit(
  tx: ReadTransaction,
  query: { subject?: string | undefined; beforeId: number; limit: number },
): Promise<AuditRow[]> {
  if (query.subject === undefined) {
    return tx.all<AuditRow>(
      'SELECT * FROM audit WHERE id < ? ORDER BY id DESC LIMIT ?',
      query.beforeId,
      query.limit,
    );
  }
  return tx.all<AuditRow>(
    'SELECT * FROM audit WHERE subject = ? AND id < ? ORDER BY id DESC LIMIT ?',
    query.subject,
    query.beforeId,
    query.limit,
  );
}

/** The number of entries: the log never loses one, so it is the last id. */
export async function countAuditEntries(tx: ReadTransaction): Promise<number> {
  return (await tx.get<{ last: number }>('SELECT max(id) AS last FROM audit'))?.last ?? 0;
}
