/** Contents: one row for the bytes of attachments, what the examiner found in them, and which look alike. */
import type { ContentProblemCode, ShownAs } from '#shared/attachment-terms.ts';
import { type AuditRow, appendAudit } from './audit.ts';
import { deletePdfText } from './pdf-texts.ts';
import { countRows, type ReadTransaction, selected, type WriteTransaction } from './transaction.ts';

export interface ContentRow {
  sha256: Uint8Array;
  bytes: number;
  storedAt: number;
  decoderVersion: number;
  examinationAttempts: number;
  mediaType: string | null;
  shownAs: ShownAs | null;
  problem: ContentProblemCode | null;
  problemDetail: string | null;
  width: number | null;
  height: number | null;
  /** 1 where it has previews, else 0. */
  hasPreviews: number;
  /** JSON object. */
  photo: string | null;
  /** 16 hexadecimal digits. */
  perceptualHash: string | null;
}

/** What the examiner found in bytes. */
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

const contentColumns = selected<ContentRow>('c', [
  'sha256',
  'bytes',
  'storedAt',
  'decoderVersion',
  'examinationAttempts',
  'mediaType',
  'shownAs',
  'problem',
  'problemDetail',
  'width',
  'height',
  'hasPreviews',
  'photo',
  'perceptualHash',
]);

export async function findContent(tx: ReadTransaction, sha256: Uint8Array): Promise<ContentRow | undefined> {
  return tx.get<ContentRow>(`SELECT ${contentColumns} FROM content c WHERE sha256 = ?`, sha256);
}

/** Inserts the row of bytes that arrived; writes nothing where it is there. */
export async function insertContent(
  tx: WriteTransaction,
  sha256: Uint8Array,
  bytes: number,
  at: number,
): Promise<void> {
  await tx.run(
    'INSERT INTO content (sha256, bytes, stored_at) VALUES (?, ?, ?) ON CONFLICT (sha256) DO NOTHING',
    sha256,
    bytes,
    at,
  );
}

/** The next content to examine, the least tried first; undefined where all were examined, or tried `maxAttempts` times. */
export async function findNextUnexamined(
  tx: ReadTransaction,
  maxAttempts: number,
): Promise<ContentRow | undefined> {
  return tx.get<ContentRow>(
    `SELECT ${contentColumns} FROM content c WHERE decoder_version = 0 AND examination_attempts < ?
      ORDER BY examination_attempts, stored_at LIMIT 1`,
    maxAttempts,
  );
}

/** Counts the contents that were not examined, up to `cap`. */
export async function countUnexaminedContents(tx: ReadTransaction, cap: number): Promise<number> {
  return countRows(tx, 'SELECT 1 FROM content WHERE decoder_version = 0 LIMIT ?', cap);
}

/** The media type that the first attachment of these bytes declares. */
export async function findDeclaredType(tx: ReadTransaction, sha256: Uint8Array): Promise<string | null> {
  const row = await tx.get<{ type: string | null }>(
    'SELECT declared_type AS type FROM attachment WHERE sha256 = ? ORDER BY record_id, id LIMIT 1',
    sha256,
  );
  return row?.type ?? null;
}

/** Resets the count of contents that were tried `attempts` times or more, so that they are tried again. */
export async function resetExaminationAttempts(tx: WriteTransaction, attempts: number): Promise<void> {
  await tx.run(
    'UPDATE content SET examination_attempts = 0 WHERE decoder_version = 0 AND examination_attempts >= ?',
    attempts,
  );
}

export async function incrementExaminationAttempts(tx: WriteTransaction, sha256: Uint8Array): Promise<void> {
  await tx.run('UPDATE content SET examination_attempts = examination_attempts + 1 WHERE sha256 = ?', sha256);
}

/** Sets what the examiner found; from then on the content is found by its perceptual hash. */
export async function updateContentFacts(
  tx: WriteTransaction,
  sha256: Uint8Array,
  facts: ContentFacts,
  examinedBy: number,
): Promise<void> {
  // It may have been lost while it was examined.
  if ((await findContent(tx, sha256)) === undefined) return;
  await deleteSimilarity(tx, sha256);
  await tx.run(
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
    await tx.run(
      'INSERT INTO perceptual_hash_quarter (quarter, value, sha256) VALUES (?, ?, ?) ON CONFLICT (quarter, value, sha256) DO NOTHING',
      quarter,
      value,
      sha256,
    );
  }
}

/** Has a content examined again, for example since its previews are gone. */
export async function resetExamination(tx: WriteTransaction, sha256: Uint8Array): Promise<void> {
  await tx.run(
    'UPDATE content SET decoder_version = 0, examination_attempts = 0, has_previews = 0 WHERE sha256 = ?',
    sha256,
  );
}

/** Deletes the row of bytes that are gone, with all that it is found by. */
export async function deleteContent(tx: WriteTransaction, sha256: Uint8Array): Promise<void> {
  await deleteSimilarity(tx, sha256);
  await deletePdfText(tx, sha256);
  await tx.run('DELETE FROM content WHERE sha256 = ?', sha256);
}

/** Of the entries of the log that say whose files are to follow their rows. */
const releasedSubject = 'contents';
/** Contents that one of them names. */
const releasedAtOnce = 200;

/**
 * Deletes the rows of contents that only the attachments of this record name, which are about to be deleted, and says in the
 * log that their files are to follow. `at` is when the record was moved to a bundle: the same where it is derived again.
 */
export async function releaseContents(tx: WriteTransaction, recordId: number, at: number): Promise<void> {
  const named = await tx.all<Pick<ContentRow, 'sha256' | 'bytes'>>(
    `SELECT c.sha256, c.bytes FROM attachment a JOIN content c ON c.sha256 = a.sha256
      WHERE a.record_id = ? AND NOT EXISTS (
        SELECT 1 FROM attachment o WHERE o.sha256 = a.sha256 AND o.record_id <> a.record_id)`,
    recordId,
  );
  const hex = ({ sha256 }: Pick<ContentRow, 'sha256'>) => Buffer.from(sha256).toString('hex');
  // Two of its attachments may have the same bytes; in an order that is the same where it is derived again.
  const rows = [...new Map(named.map((row) => [hex(row), row])).values()].toSorted((one, other) =>
    Buffer.compare(one.sha256, other.sha256),
  );
  for (let from = 0; from < rows.length; from += releasedAtOnce) {
    const some = rows.slice(from, from + releasedAtOnce);
    for (const { sha256 } of some) await deleteContent(tx, sha256);
    await appendAudit(tx, {
      at,
      actor: { person: '', via: 'engine' },
      action: 'contents.released',
      subject: releasedSubject,
      detail: {
        record: recordId,
        contents: some.map((row) => ({ sha256: hex(row), bytes: row.bytes })),
      },
    });
  }
}

/** Entries of the log that say so, in their order, after one. */
export async function listReleasedContentsAfter(
  tx: ReadTransaction,
  afterId: number,
  limit: number,
): Promise<AuditRow[]> {
  return tx.all<AuditRow>(
    'SELECT * FROM audit WHERE subject = ? AND id > ? ORDER BY id LIMIT ?',
    releasedSubject,
    afterId,
    limit,
  );
}

async function deleteSimilarity(tx: WriteTransaction, sha256: Uint8Array): Promise<void> {
  for (const { similarSha256 } of await tx.all<{ similarSha256: Uint8Array }>(
    'SELECT similar_sha256 AS "similarSha256" FROM similar_content WHERE sha256 = ?',
    sha256,
  )) {
    await tx.run(
      'DELETE FROM similar_content WHERE sha256 = ? AND similar_sha256 = ?',
      similarSha256,
      sha256,
    );
  }
  await tx.run('DELETE FROM similar_content WHERE sha256 = ?', sha256);
  const before = await findContent(tx, sha256);
  if (before === undefined || before.perceptualHash === null) return;
  for (const { quarter, value } of quartersOf(before.perceptualHash)) {
    await tx.run(
      'DELETE FROM perceptual_hash_quarter WHERE quarter = ? AND value = ? AND sha256 = ?',
      quarter,
      value,
      sha256,
    );
  }
}

/** The four quarters of a perceptual hash, 16 bits each. */
function quartersOf(perceptualHash: string): { quarter: number; value: number }[] {
  return [0, 1, 2, 3].map((quarter) => ({
    quarter,
    value: Number.parseInt(perceptualHash.slice(quarter * 4, quarter * 4 + 4), 16),
  }));
}

/** Contents in the order of their hashes, after one. */
export async function listContentsAfter(
  tx: ReadTransaction,
  sha256: Uint8Array,
  limit: number,
): Promise<Pick<ContentRow, 'sha256' | 'bytes'>[]> {
  return tx.all<Pick<ContentRow, 'sha256' | 'bytes'>>(
    'SELECT sha256, bytes FROM content WHERE sha256 > ? ORDER BY sha256 LIMIT ?',
    sha256,
    limit,
  );
}

export async function countContents(tx: ReadTransaction): Promise<number> {
  return (await tx.get<{ n: number }>('SELECT count(*) AS n FROM content'))?.n ?? 0;
}

/** A larger distance is not found: of 8 bits that differ, two may be in each quarter. */
const maxFindableDistance = 7;
/** Candidates that are looked at; more share a quarter only where pictures are all but the same. */
const maxCandidates = 2000;

/**
 * Contents whose perceptual hash differs in up to `maxDistance` bits (7 at the most), nearest first. Where so few differ,
 * one of the four quarters differs in one bit or none: each quarter and its sixteen neighbours are looked up.
 */
export async function listSimilarContents(
  tx: ReadTransaction,
  perceptualHash: string,
  maxDistance: number,
): Promise<{ sha256: Uint8Array; distance: number }[]> {
  const probes = quartersOf(perceptualHash).flatMap(({ quarter, value }) =>
    neighboursOf(value).map((neighbour) => quarter * 65_536 + neighbour),
  );
  const candidates = await tx.all<Pick<ContentRow, 'sha256' | 'perceptualHash'>>(
    `SELECT DISTINCT c.sha256, c.perceptual_hash AS "perceptualHash"
      FROM json_each(?) probe
      JOIN perceptual_hash_quarter l ON l.quarter = CAST(probe.value AS BIGINT) >> 16
        AND l.value = CAST(probe.value AS BIGINT) & 65535
      JOIN content c ON c.sha256 = l.sha256
      LIMIT ?`,
    JSON.stringify(probes),
    maxCandidates,
  );
  return candidates
    .map((candidate) => ({
      sha256: candidate.sha256,
      distance: distanceOf(perceptualHash, candidate.perceptualHash ?? ''),
    }))
    .filter(({ distance }) => distance <= Math.min(maxDistance, maxFindableDistance))
    .sort((a, b) => a.distance - b.distance || Buffer.compare(a.sha256, b.sha256));
}

function neighboursOf(value: number): number[] {
  return [value, ...Array.from({ length: 16 }, (_, bit) => value ^ (1 << bit))];
}

/** How many bits of two hashes differ; 64 where one is no hash. */
function distanceOf(first: string, second: string): number {
  if (first.length !== 16 || second.length !== 16) return 64;
  const half = (from: number) =>
    bitsOf(
      Number.parseInt(first.slice(from, from + 8), 16) ^ Number.parseInt(second.slice(from, from + 8), 16),
    );
  return half(0) + half(8);
}

function bitsOf(value: number): number {
  let count = 0;
  for (let left = value; left !== 0; left &= left - 1) count += 1;
  return count;
}

/** The most pairs of one content: what looks like all others, as a form does, gets no more. */
const maxPairs = 100;

/** Inserts that two contents look alike. */
export async function insertSimilarContents(
  tx: WriteTransaction,
  first: Uint8Array,
  second: Uint8Array,
  distance: number,
): Promise<void> {
  for (const [sha256, beside] of [
    [first, second],
    [second, first],
  ] as const) {
    if (
      (await countRows(tx, 'SELECT 1 FROM similar_content WHERE sha256 = ? LIMIT ?', sha256, maxPairs)) <
      maxPairs
    ) {
      await tx.run(
        'INSERT INTO similar_content (sha256, similar_sha256, distance) VALUES (?, ?, ?) ON CONFLICT (sha256, similar_sha256) DO NOTHING',
        sha256,
        beside,
        distance,
      );
    }
  }
}

/** A photograph that another record's present revision names. */
export interface PictureRow {
  attachmentId: number;
  recordId: number;
  number: string;
  filename: string;
  caption: string | null;
}

const pictureColumns = 'a.id AS "attachmentId", a.record_id AS "recordId", r.number, a.filename, a.caption';
const isPresent = `a.record_id <> ? AND a.role = 'picture' AND a.last_revision >= r.revision`;

export interface StoredPicture {
  id: number;
  filename: string;
  pointer: string;
  position: number;
  sha256: Uint8Array;
  /** Whether another record has these bytes; found for all pictures at once, since most have nothing beside them. */
  hasSame: boolean;
  /** Whether any content looks like them. */
  hasSimilar: boolean;
}

/** The stored photographs that a revision of a record names, in their order. */
export async function listStoredPictures(
  tx: ReadTransaction,
  recordId: number,
  revision: number,
): Promise<StoredPicture[]> {
  const rows = await tx.all<
    Omit<StoredPicture, 'hasSame' | 'hasSimilar'> & { hasSame: number; hasSimilar: number }
  >(
    `SELECT id, filename, pointer, sha256, position,
        CASE WHEN EXISTS (SELECT 1 FROM attachment o WHERE o.sha256 = a.sha256 AND o.record_id <> a.record_id) THEN 1 ELSE 0 END AS "hasSame",
        CASE WHEN EXISTS (SELECT 1 FROM similar_content l WHERE l.sha256 = a.sha256) THEN 1 ELSE 0 END AS "hasSimilar"
      FROM attachment a
      WHERE record_id = ? AND first_revision <= ? AND last_revision >= ? AND role = 'picture' AND sha256 IS NOT NULL
      LIMIT 1000`,
    recordId,
    revision,
    revision,
  );
  return rows
    .map((row) => ({ ...row, hasSame: row.hasSame === 1, hasSimilar: row.hasSimilar === 1 }))
    .sort((a, b) => a.position - b.position || a.id - b.id);
}

/** Photographs of other records that are these bytes, in the order of arrival. */
export async function listSamePictures(
  tx: ReadTransaction,
  recordId: number,
  sha256: Uint8Array,
  limit: number,
): Promise<PictureRow[]> {
  return tx.all<PictureRow>(
    `SELECT ${pictureColumns} FROM attachment a JOIN record r ON r.id = a.record_id
      WHERE a.sha256 = ? AND ${isPresent} ORDER BY a.record_id, a.id LIMIT ?`,
    sha256,
    recordId,
    limit,
  );
}

/** Photographs of other records that look like these bytes, nearest first; of very many, some. */
export async function listSimilarPictures(
  tx: ReadTransaction,
  recordId: number,
  sha256: Uint8Array,
  limit: number,
): Promise<(PictureRow & { distance: number })[]> {
  // CROSS JOIN keeps to this order: few look like one, and each is of few records.
  const rows = await tx.all<PictureRow & { distance: number }>(
    `SELECT ${pictureColumns}, l.distance FROM similar_content l CROSS JOIN attachment a CROSS JOIN record r
      WHERE l.sha256 = ? AND a.sha256 = l.similar_sha256 AND r.id = a.record_id AND ${isPresent} LIMIT ?`,
    sha256,
    recordId,
    5 * limit,
  );
  const byPlace = (a: PictureRow, b: PictureRow) =>
    a.recordId - b.recordId || a.attachmentId - b.attachmentId;
  return rows.sort((a, b) => a.distance - b.distance || byPlace(a, b)).slice(0, limit);
}

/** Whether these bytes are a photograph of another record. */
export async function isPictureElsewhere(
  tx: ReadTransaction,
  recordId: number,
  sha256: Uint8Array,
): Promise<boolean> {
  const row = await tx.get(
    `SELECT 1 FROM attachment WHERE sha256 = ? AND record_id <> ? AND role = 'picture' LIMIT 1`,
    sha256,
    recordId,
  );
  return row !== undefined;
}

/** The ids of the records that have these bytes, the oldest first. */
export async function listRecordsOfContent(
  tx: ReadTransaction,
  sha256: Uint8Array,
  limit: number,
): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    'SELECT DISTINCT record_id AS id FROM attachment WHERE sha256 = ? ORDER BY record_id LIMIT ?',
    sha256,
    limit,
  );
  return rows.map(({ id }) => id);
}

/** The ids of other records with a photograph that is the same as one of this record's or looks like it, of any revision. */
export async function listRecordsWithSharedPictures(
  tx: ReadTransaction,
  recordId: number,
  limit: number,
): Promise<number[]> {
  // `+` keeps the planner from walking all files where its figures are of a time when none was there.
  const identical = await tx.all<{ id: number }>(
    `SELECT DISTINCT other.record_id AS id FROM attachment a CROSS JOIN attachment other
      WHERE a.record_id = ? AND a.role = 'picture' AND +a.sha256 IS NOT NULL
        AND other.sha256 = a.sha256 AND other.record_id <> a.record_id LIMIT ?`,
    recordId,
    limit,
  );
  const alike = await tx.all<{ id: number }>(
    `SELECT DISTINCT other.record_id AS id
      FROM attachment a CROSS JOIN similar_content l CROSS JOIN attachment other
      WHERE a.record_id = ? AND a.role = 'picture' AND +a.sha256 IS NOT NULL AND l.sha256 = a.sha256
        AND other.sha256 = l.similar_sha256 AND other.record_id <> a.record_id LIMIT ?`,
    recordId,
    limit,
  );
  return [...new Set([...identical, ...alike].map(({ id }) => id))];
}
