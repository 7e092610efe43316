import { type ContentRow, quartersOf } from './contents.ts';
import type { ReadTransaction, WriteTransaction } from './transaction.ts';

/** The statement, so that a test can look at its plan. */
export const likeContentsSql = `SELECT DISTINCT c.sha256, c.perceptual_hash
  FROM json_each(?) probe
  JOIN perceptual_hash_quarter l ON l.quarter = probe.value >> 16 AND l.value = probe.value & 65535
  JOIN content c ON c.sha256 = l.sha256
  LIMIT ?`;

/** Farther than this nothing is found: of 8 bits that differ, two may stand in each quarter. */
export const farthestLikeness = 7;
/** Candidates that are looked at; more share a quarter only where pictures are all but the same. */
const maxCandidates = 2000;

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
  const candidates = tx.all<Pick<ContentRow, 'sha256' | 'perceptual_hash'>>(
    likeContentsSql,
    JSON.stringify(probes),
    maxCandidates,
  );
  return candidates
    .map((one) => ({ sha256: one.sha256, distance: distanceOf(likeness, one.perceptual_hash ?? '') }))
    .filter(({ distance }) => distance <= Math.min(farthest, farthestLikeness))
    .sort((one, other) => one.distance - other.distance);
}

/** What looks like all others, as a form does, is not kept beside each of them. */
const maxPairs = 100;

/** Keeps that two contents look alike. */
export async function saveSimilarContents(
  tx: WriteTransaction,
  one: Uint8Array,
  other: Uint8Array,
  distance: number,
): Promise<void> {
  for (const [sha256, beside] of [
    [one, other],
    [other, one],
  ] as const) {
    if ((tx.get<{ n: number }>(pairsSql, sha256, maxPairs)?.n ?? 0) < maxPairs) {
      tx.run(
        'INSERT INTO similar_content (sha256, similar_sha256, distance) VALUES (?, ?, ?) ON CONFLICT (sha256, similar_sha256) DO NOTHING',
        sha256,
        beside,
        distance,
      );
    }
  }
}

const pairsSql = 'SELECT count(*) AS n FROM (SELECT 1 FROM similar_content WHERE sha256 = ? LIMIT ?)';

function neighboursOf(value: number): number[] {
  return [value, ...Array.from({ length: 16 }, (_, bit) => value ^ (1 << bit))];
}

/** Bits that differ. */
function distanceOf(one: string, other: string): number {
  if (one.length !== 16 || other.length !== 16) return 64;
  const half = (from: number) =>
    bitsOf(Number.parseInt(one.slice(from, from + 8), 16) ^ Number.parseInt(other.slice(from, from + 8), 16));
  return half(0) + half(8);
}

function bitsOf(value: number): number {
  let count = 0;
  for (let left = value; left !== 0; left &= left - 1) count += 1;
  return count;
}
