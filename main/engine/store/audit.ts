/** The audit log: a chain of hashes over everything that people and Perito did. */
import { hash as digest } from 'node:crypto';
import { canonicalJson } from '#shared/canonical-json.ts';
import type { Actor } from '#shared/contract/common.ts';
import { storable } from './storable.ts';
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

/** The end of the log. Ids have no gaps: the last is the number of entries. */
export interface AuditHead {
  lastId: number;
  /** Of the last entry; null of an empty log. */
  hash: Uint8Array | null;
}

/**
 * Adds an entry to the log. Its hash is SHA-256 over the hash before it and its own content, so that a
 * changed, missing or inserted entry breaks the chain from there on.
 */
export async function appendAudit(tx: WriteTransaction, entry: AuditWriting): Promise<void> {
  const { at, action } = entry;
  // As it is stored, since the hash is of what is found there.
  const subject = storable(entry.subject);
  const actor = canonicalJson(entry.actor);
  const detail = canonicalJson(entry.detail);
  const head = await headOfGroup(tx);
  const id = head.lastId + 1;
  const hash = auditHash(head.hash, { at, actor, action, subject, detail });
  await tx.run(
    'INSERT INTO audit (id, at, actor, action, subject, detail, hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
    id,
    at,
    actor,
    action,
    subject,
    detail,
    hash,
  );
  head.lastId = id;
  head.hash = hash;
}

const inUse = new CacheKey<AuditHead>();

/** The head that the entries of a group move on; read once and written once a group. */
async function headOfGroup(tx: WriteTransaction): Promise<AuditHead> {
  const known = tx.memory.get(inUse);
  if (known !== undefined) return known;
  const head = await findAuditHead(tx);
  tx.memory.set(inUse, head);
  tx.memory.atCommit(async () => {
    await tx.run('UPDATE audit_head SET last_id = ?, hash = ?', head.lastId, head.hash);
  });
  return head;
}

export async function findAuditHead(tx: ReadTransaction): Promise<AuditHead> {
  const head = await tx.get<AuditHead>('SELECT last_id AS "lastId", hash FROM audit_head');
  return head ?? { lastId: 0, hash: null };
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

/** When an entry was made, what kind it is and its hash; undefined where there is none of this id. */
export async function findAuditEntry(
  tx: ReadTransaction,
  id: number,
): Promise<Pick<AuditRow, 'at' | 'action' | 'hash'> | undefined> {
  return tx.get('SELECT at, action, hash FROM audit WHERE id = ?', id);
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

export async function countAuditEntries(tx: ReadTransaction): Promise<number> {
  return (await findAuditHead(tx)).lastId;
}
