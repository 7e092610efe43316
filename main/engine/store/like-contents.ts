import { type ContentRow, contentSql, quartersOf } from './contents.ts';
import type { ReadTransaction, WriteTransaction } from './transaction.ts';

/** The statement, so that a test can look at its plan. */
export const likeContentsSql = `SELECT DISTINCT c.sha256, c.likeness
  FROM json_each(?) probe
  JOIN content_likeness l ON l.quarter = probe.value >> 16 AND l.value = probe.value & 65535
  JOIN content c ON c.sha256 = l.sha256
  LIMIT ?`;

/** Farther than this nothing is found: of 8 bits that differ, two may stand in each quarter. */
export const farthestLikeness = 7;
/** Candidates that are looked at; more share a quarter only where pictures are all but the same. */
const candidateLimit = 2000;

/**
 * Contents whose likeness differs in up to `farthest` bits (7 at the most), nearest first. Where so few bits differ, one of
 * the four quarters differs in one bit or none: each quarter and its sixteen neighbours are looked up.
 */
export async function likeContents(
  tx: ReadTransaction,
  likeness: string,
  farthest: number,
): Promise<{ sha256: Uint8Array; distance: number }[]> {
  const probes = quartersOf(likeness).flatMap(({ quarter, value }) =>
    neighboursOf(value).map((one) => quarter * 65_536 + one),
  );
  const candidates = tx.all<Pick<ContentRow, 'sha256' | 'likeness'>>(
    likeContentsSql,
    JSON.stringify(probes),
    candidateLimit,
  );
  return candidates
    .map((one) => ({ sha256: one.sha256, distance: distanceOf(likeness, one.likeness ?? '') }))
    .filter(({ distance }) => distance <= Math.min(farthest, farthestLikeness))
    .sort((one, other) => one.distance - other.distance);
}

/** Keeps that two contents look alike. */
export async function keepLikeContents(
  tx: WriteTransaction,
  one: Uint8Array,
  other: Uint8Array,
  distance: number,
): Promise<void> {
  const sql =
    'INSERT INTO like_content (sha256, other, distance) VALUES (?, ?, ?) ON CONFLICT (sha256, other) DO NOTHING';
  tx.run(sql, one, other, distance);
  tx.run(sql, other, one, distance);
}

/** What was found to look like a content, nearest first. */
export async function contentsLike(
  tx: ReadTransaction,
  sha256: Uint8Array,
): Promise<{ other: Uint8Array; distance: number }[]> {
  return tx
    .all<{ other: Uint8Array; distance: number }>(contentSql.alike, sha256)
    .sort((one, two) => one.distance - two.distance);
}

function neighboursOf(value: number): number[] {
  return [value, ...Array.from({ length: 16 }, (_, bit) => value ^ (1 << bit))];
}

/** Bits that differ. */
function distanceOf(one: string, other: string): number {
  if (one.length !== 16 || other.length !== 16) return 64;
  let differing = BigInt(`0x${one}`) ^ BigInt(`0x${other}`);
  let count = 0;
  while (differing > 0n) {
    count += Number(differing & 1n);
    differing >>= 1n;
  }
  return count;
}
