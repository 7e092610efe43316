import type { ContentProblemCode, ShownAs } from '#shared/attachment-terms.ts';
import type { ReadTransaction, WriteTransaction } from './transaction.ts';

export interface ContentRow {
  sha256: Uint8Array;
  bytes: number;
  stored_at: number;
  decoder_version: number;
  examination_attempts: number;
  media_type: string | null;
  shown_as: ShownAs | null;
  problem: ContentProblemCode | null;
  problem_detail: string | null;
  width: number | null;
  height: number | null;
  has_previews: number;
  /** JSON object. */
  photo: string | null;
  /** 16 hexadecimal digits. */
  perceptual_hash: string | null;
}

/** What was found in bytes. */
export interface ContentFacts {
  mediaType: string | null;
  shownAs: ShownAs;
  problem: ContentProblemCode | null;
  detail: string | null;
  width: number | null;
  height: number | null;
  hasPreviews: boolean;
  /** JSON object. */
  photo: string | null;
  perceptualHash: string | null;
}

/** The statements, so that a test can look at their plans. */
export const contentSql = {
  bySha256: 'SELECT * FROM content WHERE sha256 = ?',
  unexamined: `SELECT * FROM content WHERE decoder_version = 0 AND examination_attempts < ?
    ORDER BY examination_attempts, stored_at LIMIT 1`,
  after: 'SELECT sha256, bytes FROM content WHERE sha256 > ? ORDER BY sha256 LIMIT ?',
  alike: 'SELECT similar_sha256 AS other FROM similar_content WHERE sha256 = ?',
  declaredType: 'SELECT declared_type AS type FROM attachment WHERE sha256 = ? ORDER BY record_id LIMIT 1',
} as const;

export async function contentRow(tx: ReadTransaction, sha256: Uint8Array): Promise<ContentRow | undefined> {
  return tx.get<ContentRow>(contentSql.bySha256, sha256);
}

/** Keeps that bytes are here; nothing where they were before. */
export async function upsertContent(
  tx: WriteTransaction,
  sha256: Uint8Array,
  bytes: number,
  at: number,
): Promise<void> {
  tx.run(
    'INSERT INTO content (sha256, bytes, stored_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    sha256,
    bytes,
    at,
  );
}

/** The next that nobody looked at, those first that were tried least; undefined where all were, or too often. */
export async function nextUnexamined(
  tx: ReadTransaction,
  mostAttempts: number,
): Promise<ContentRow | undefined> {
  return tx.get<ContentRow>(contentSql.unexamined, mostAttempts);
}

/** What the first attachment of these bytes says that they are. */
export async function saidTypeOf(tx: ReadTransaction, sha256: Uint8Array): Promise<string | null> {
  return tx.get<{ type: string | null }>(contentSql.declaredType, sha256)?.type ?? null;
}

/** Has everything that was tried so often be tried anew. */
export async function forgetExamineAttempts(tx: WriteTransaction, attempts: number): Promise<void> {
  tx.run(
    'UPDATE content SET examination_attempts = 0 WHERE decoder_version = 0 AND examination_attempts >= ?',
    attempts,
  );
}

export async function noteExamineAttempt(tx: WriteTransaction, sha256: Uint8Array): Promise<void> {
  tx.run('UPDATE content SET examination_attempts = examination_attempts + 1 WHERE sha256 = ?', sha256);
}

/** Keeps what was found; its likeness can be searched from then on. */
export async function saveContentFacts(
  tx: WriteTransaction,
  sha256: Uint8Array,
  facts: ContentFacts,
  examinedBy: number,
): Promise<void> {
  // It may have been lost while it was looked at.
  if ((await contentRow(tx, sha256)) === undefined) return;
  await forgetLikeness(tx, sha256);
  tx.run(
    `UPDATE content SET decoder_version = ?, media_type = ?, shown_as = ?, problem = ?, problem_detail = ?, width = ?,
       height = ?, has_previews = ?, photo = ?, perceptual_hash = ? WHERE sha256 = ?`,
    examinedBy,
    facts.mediaType,
    facts.shownAs,
    facts.problem,
    facts.detail,
    facts.width,
    facts.height,
    facts.hasPreviews ? 1 : 0,
    facts.photo,
    facts.perceptualHash,
    sha256,
  );
  if (facts.perceptualHash === null) return;
  for (const { quarter, value } of quartersOf(facts.perceptualHash)) {
    tx.run(
      'INSERT INTO perceptual_hash_quarter (quarter, value, sha256) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      quarter,
      value,
      sha256,
    );
  }
}

/** Has it looked at again, for example since its previews are gone. */
export async function forgetExamination(tx: WriteTransaction, sha256: Uint8Array): Promise<void> {
  tx.run(
    'UPDATE content SET decoder_version = 0, examination_attempts = 0, has_previews = 0 WHERE sha256 = ?',
    sha256,
  );
}

/** The bytes are no longer here. */
export async function forgetContent(tx: WriteTransaction, sha256: Uint8Array): Promise<void> {
  await forgetLikeness(tx, sha256);
  tx.run('DELETE FROM content WHERE sha256 = ?', sha256);
}

async function forgetLikeness(tx: WriteTransaction, sha256: Uint8Array): Promise<void> {
  for (const { other } of tx.all<{ other: Uint8Array }>(contentSql.alike, sha256)) {
    tx.run('DELETE FROM similar_content WHERE sha256 = ? AND similar_sha256 = ?', other, sha256);
  }
  tx.run('DELETE FROM similar_content WHERE sha256 = ?', sha256);
  const before = await contentRow(tx, sha256);
  if (before === undefined || before.perceptual_hash === null) return;
  for (const { quarter, value } of quartersOf(before.perceptual_hash)) {
    tx.run(
      'DELETE FROM perceptual_hash_quarter WHERE quarter = ? AND value = ? AND sha256 = ?',
      quarter,
      value,
      sha256,
    );
  }
}

/** All contents in the order of their hashes, from after one on. */
export async function contentsAfter(
  tx: ReadTransaction,
  sha256: Uint8Array,
  limit: number,
): Promise<Pick<ContentRow, 'sha256' | 'bytes'>[]> {
  return tx.all<Pick<ContentRow, 'sha256' | 'bytes'>>(contentSql.after, sha256, limit);
}

export async function countContents(tx: ReadTransaction): Promise<number> {
  return tx.get<{ n: number }>('SELECT count(*) AS n FROM content')?.n ?? 0;
}

/** The four quarters of a likeness, 16 bits each. */
export function quartersOf(likeness: string): { quarter: number; value: number }[] {
  return [0, 1, 2, 3].map((quarter) => ({
    quarter,
    value: Number.parseInt(likeness.slice(quarter * 4, quarter * 4 + 4), 16),
  }));
}
