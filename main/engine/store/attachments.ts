/**
 * Attachments: what revisions name, how far each download got, what lists show of them, and the annotations of pictures.
 */
import type {
  AddressSource,
  AttachmentProblemCode,
  AttachmentRole,
  AttachmentState,
} from '#shared/attachment-terms.ts';
import type { RecordKind } from '#shared/terms.ts';
import type { ContentRow } from './contents.ts';
import { indexKey } from './storable.ts';
import {
  countRows,
  insertedId,
  type ReadTransaction,
  selected,
  type WriteTransaction,
} from './transaction.ts';

/** An attachment as a revision names it. */
export interface NamedAttachmentRow {
  identity: string;
  role: AttachmentRole;
  position: number;
  pointer: string;
  marketplaceId: number | null;
  filename: string;
  caption: string | null;
  declaredType: string | null;
  declaredSize: number | null;
  url: string | null;
  addressSource: AddressSource | null;
  host: string | null;
}

/** The state of an attachment that is not stored. */
export interface AttachmentStateChange {
  state: Exclude<AttachmentState, 'stored' | 'downloading'>;
  problem: AttachmentProblemCode | null;
  detail: string | null;
  /** Milliseconds since 1970; null where it is not tried again by itself. */
  nextAttemptAt: number | null;
}

export interface AttachmentRow extends NamedAttachmentRow {
  id: number;
  recordId: number;
  firstRevision: number;
  lastRevision: number;
  state: AttachmentState;
  problem: AttachmentProblemCode | null;
  problemDetail: string | null;
  problemAt: number | null;
  attempts: number;
  nextAttemptAt: number | null;
  sha256: Uint8Array | null;
  storedAt: number | null;
}

const attachmentColumns = selected<AttachmentRow>('a', [
  'id',
  'recordId',
  'identity',
  'role',
  'position',
  'pointer',
  'marketplaceId',
  'filename',
  'caption',
  'declaredType',
  'declaredSize',
  'firstRevision',
  'lastRevision',
  'url',
  'addressSource',
  'host',
  'state',
  'problem',
  'problemDetail',
  'problemAt',
  'attempts',
  'nextAttemptAt',
  'sha256',
  'storedAt',
]);

export async function findAttachment(tx: ReadTransaction, id: number): Promise<AttachmentRow | undefined> {
  return tx.get<AttachmentRow>(`SELECT ${attachmentColumns} FROM attachment a WHERE id = ?`, id);
}

/**
 * Inserts an attachment that a revision names, or updates what the revision says of a known one. A new one gets the state
 * `change`; so does one whose address changed before it was stored.
 */
export async function upsertAttachment(
  tx: WriteTransaction,
  arrival: { recordId: number; revision: number; at: number },
  named: NamedAttachmentRow,
  change: AttachmentStateChange,
): Promise<'new' | 'changed' | 'same'> {
  const known = await tx.get<AttachmentRow>(
    // Older versions wrote the identity whole, however long.
    `SELECT ${attachmentColumns} FROM attachment a WHERE record_id = ? AND identity IN (?, ?)`,
    arrival.recordId,
    indexKey(named.identity),
    named.identity,
  );
  if (known === undefined) {
    await insertAttachment(tx, arrival, named, change);
    return 'new';
  }
  if (known.lastRevision > arrival.revision || isSame(known, named, arrival.revision)) return 'same';
  await tx.run(
    `UPDATE attachment SET position = ?, pointer = ?, filename = ?, caption = ?, declared_type = ?, declared_size = ?,
       last_revision = ?, url = ?, address_source = ?, is_dropped = 0 WHERE id = ?`,
    named.position,
    named.pointer,
    named.filename,
    named.caption,
    named.declaredType,
    named.declaredSize,
    arrival.revision,
    named.url,
    named.addressSource,
    known.id,
  );
  if (mustFetchAgain(known, named)) {
    await tx.run('UPDATE attachment SET host = ?, attempts = 0 WHERE id = ?', named.host, known.id);
    await setAttachmentState(tx, known.id, change, arrival.at);
  }
  return 'changed';
}

/** Whether an attachment that is not stored has an address that was never tried. A queued one keeps its turn on its host. */
function mustFetchAgain(known: AttachmentRow, named: NamedAttachmentRow): boolean {
  if (known.url === named.url) return false;
  if (known.state === 'queued') return known.host !== named.host;
  return known.state === 'failed' || known.state === 'refused' || known.state === 'awaitingApproval';
}

function isSame(known: AttachmentRow, named: NamedAttachmentRow, revision: number): boolean {
  return (
    known.lastRevision === revision &&
    known.position === named.position &&
    known.pointer === named.pointer &&
    known.filename === named.filename &&
    known.caption === named.caption &&
    known.declaredType === named.declaredType &&
    known.declaredSize === named.declaredSize &&
    known.url === named.url
  );
}

async function insertAttachment(
  tx: WriteTransaction,
  arrival: { recordId: number; revision: number; at: number },
  named: NamedAttachmentRow,
  change: AttachmentStateChange,
): Promise<void> {
  await tx.run(
    `INSERT INTO attachment (record_id, identity, role, position, pointer, marketplace_id, filename, caption, declared_type,
       declared_size, first_revision, last_revision, url, address_source, host, state, problem, problem_detail, problem_at,
       next_attempt_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    arrival.recordId,
    indexKey(named.identity),
    named.role,
    named.position,
    named.pointer,
    named.marketplaceId,
    named.filename,
    named.caption,
    named.declaredType,
    named.declaredSize,
    arrival.revision,
    arrival.revision,
    named.url,
    named.addressSource,
    named.host,
    change.state,
    change.problem,
    change.detail,
    change.problem === null ? null : arrival.at,
    change.nextAttemptAt,
  );
}

/**
 * Marks as dropped what the newest revision of a record does not name, after all that it names is in the table; returns how
 * many were marked. Dropped ones keep their state and are tried again like any other, but their failures need nobody.
 */
export async function setAttachmentsDropped(tx: WriteTransaction, recordId: number): Promise<number> {
  const { changes } = await tx.run(
    `UPDATE attachment SET is_dropped = 1
      WHERE record_id = ? AND last_revision < (SELECT revision FROM record WHERE id = ?) AND is_dropped = 0`,
    recordId,
    recordId,
  );
  return changes;
}

/** Sets the state of an attachment that is not stored. `host` is given where another host must be approved first. */
export async function setAttachmentState(
  tx: WriteTransaction,
  id: number,
  change: AttachmentStateChange,
  at: number,
  host?: string,
): Promise<void> {
  await tx.run(
    `UPDATE attachment SET state = ?, problem = ?, problem_detail = ?, problem_at = ?, next_attempt_at = ?,
       host = coalesce(?, host), sha256 = NULL, stored_at = NULL WHERE id = ?`,
    change.state,
    change.problem,
    change.detail,
    change.problem === null ? null : at,
    change.nextAttemptAt,
    host ?? null,
    id,
  );
}

/** The attachments of a host that are due at `now`, the longest due first. */
export async function listDueAttachments(
  tx: ReadTransaction,
  host: string,
  now: number,
  limit: number,
): Promise<AttachmentRow[]> {
  return tx.all<AttachmentRow>(
    `SELECT ${attachmentColumns} FROM attachment a WHERE host = ? AND next_attempt_at <= ? AND next_attempt_at IS NOT NULL
      AND state IN ('queued', 'failed') ORDER BY next_attempt_at, id LIMIT ?`,
    host,
    now,
    limit,
  );
}

/** When the next attachment of a host is due, in milliseconds since 1970; null where none waits. */
export async function findNextDueTime(tx: ReadTransaction, host: string): Promise<number | null> {
  const row = await tx.get<{ at: number }>(
    `SELECT next_attempt_at AS at FROM attachment WHERE host = ? AND next_attempt_at IS NOT NULL
        AND state IN ('queued', 'failed') ORDER BY next_attempt_at LIMIT 1`,
    host,
  );
  return row?.at ?? null;
}

/** Sets an attachment to `downloading` and counts the attempt; false where it no longer waits. */
export async function claimAttachment(tx: WriteTransaction, id: number): Promise<boolean> {
  const { changes } = await tx.run(
    `UPDATE attachment SET state = 'downloading', attempts = attempts + 1, next_attempt_at = NULL
      WHERE id = ? AND state IN ('queued', 'failed')`,
    id,
  );
  return changes === 1;
}

/** Takes back a counted attempt that says nothing about the file. */
export async function decrementAttempts(tx: WriteTransaction, id: number): Promise<void> {
  await tx.run(
    'UPDATE attachment SET attempts = CASE WHEN attempts > 0 THEN attempts - 1 ELSE 0 END WHERE id = ?',
    id,
  );
}

/** Sets an attachment to `stored`; the row of its content must be there. */
export async function setAttachmentStored(
  tx: WriteTransaction,
  id: number,
  sha256: Uint8Array,
  at: number,
): Promise<void> {
  await tx.run(
    `UPDATE attachment SET state = 'stored', sha256 = ?, stored_at = ?, problem = NULL, problem_detail = NULL,
       problem_at = NULL, next_attempt_at = NULL WHERE id = ?`,
    sha256,
    at,
    id,
  );
}

/** Queues what was being downloaded when Perito stopped, at most 200; returns how many. The attempt is not counted. */
export async function requeueDownloading(tx: WriteTransaction, now: number): Promise<number> {
  const ids = await tx.all<{ id: number }>(idsInStateSql, 'downloading', 0, 200);
  for (const { id } of ids) {
    await tx.run(
      `UPDATE attachment SET state = 'queued', attempts = attempts - 1, next_attempt_at = ? WHERE id = ?`,
      now,
      id,
    );
  }
  return ids.length;
}

/** Which attachments of a host. */
export interface HostAttachmentFilter {
  host: string;
  state: Exclude<AttachmentState, 'stored'>;
  problem?: AttachmentProblemCode;
}

/** The oldest attachments of a host that match. */
export async function listAttachmentsOfHost(
  tx: ReadTransaction,
  { host, state, problem }: HostAttachmentFilter,
  limit: number,
): Promise<{ id: number; recordId: number }[]> {
  type Row = { id: number; recordId: number };
  return problem === undefined
    ? await tx.all<Row>(
        `SELECT id, record_id AS "recordId" FROM attachment WHERE host = ? AND state = ? AND state <> 'stored' ORDER BY id LIMIT ?`,
        host,
        state,
        limit,
      )
    : await tx.all<Row>(
        `SELECT id, record_id AS "recordId" FROM attachment
          WHERE host = ? AND state = ? AND state <> 'stored' AND problem = ? ORDER BY id LIMIT ?`,
        host,
        state,
        problem,
        limit,
      );
}

/** Sets the state of an attachment of a host, unless its host or state is another by now. */
export async function setStateOfHostAttachment(
  tx: WriteTransaction,
  id: number,
  { host, state }: HostAttachmentFilter,
  change: AttachmentStateChange,
  at: number,
): Promise<void> {
  const row = await findAttachment(tx, id);
  if (row?.host === host && row.state === state) await setAttachmentState(tx, id, change, at);
}

/** The ids of the attachments in a state above `afterId`, the oldest first. */
export async function listAttachmentsInState(
  tx: ReadTransaction,
  state: Exclude<AttachmentState, 'stored'>,
  afterId: number,
  limit: number,
): Promise<number[]> {
  return (await tx.all<{ id: number }>(idsInStateSql, state, afterId, limit)).map(({ id }) => id);
}

const idsInStateSql = `SELECT id FROM attachment WHERE state = ? AND state <> 'stored' AND id > ? ORDER BY id LIMIT ?`;

/** Counts the attachments in a state, up to `cap`. */
export async function countAttachments(
  tx: ReadTransaction,
  state: Exclude<AttachmentState, 'stored'>,
  cap: number,
): Promise<number> {
  return countRows(tx, `SELECT 1 FROM attachment WHERE state = ? AND state <> 'stored' LIMIT ?`, state, cap);
}

/** The ids of failed attachments that their records still name, above `afterId`, the oldest first. */
export async function listFailedAttachments(
  tx: ReadTransaction,
  afterId: number,
  limit: number,
): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    `SELECT id FROM attachment WHERE state = 'failed' AND is_dropped = 0 AND id > ? ORDER BY id LIMIT ?`,
    afterId,
    limit,
  );
  return rows.map(({ id }) => id);
}

/** Counts the failed attachments that their records still name, up to `cap`. */
export async function countFailedAttachments(tx: ReadTransaction, cap: number): Promise<number> {
  return countRows(tx, `SELECT 1 FROM attachment WHERE state = 'failed' AND is_dropped = 0 LIMIT ?`, cap);
}

/** Queues an attachment before all others, as if it was never tried. */
export async function requeueAttachment(tx: WriteTransaction, id: number): Promise<void> {
  await tx.run(
    `UPDATE attachment SET state = 'queued', attempts = 0, next_attempt_at = 0 WHERE id = ?
       AND state IN ('queued', 'failed', 'refused') AND url IS NOT NULL`,
    id,
  );
}

/** The ids of a record's attachments that a person can have tried again. */
export async function listRetryableAttachments(tx: ReadTransaction, recordId: number): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    `SELECT id FROM attachment WHERE record_id = ? AND state IN ('queued', 'failed', 'refused')
        LIMIT 1000`,
    recordId,
  );
  return rows.map(({ id }) => id);
}

/** The attachments that have these bytes, by record. */
export async function listAttachmentsOfContent(
  tx: ReadTransaction,
  sha256: Uint8Array,
  limit: number,
): Promise<AttachmentRow[]> {
  return tx.all<AttachmentRow>(
    `SELECT ${attachmentColumns} FROM attachment a WHERE sha256 = ? ORDER BY record_id, id LIMIT ?`,
    sha256,
    limit,
  );
}

/** An attachment with what is known of its bytes, as lists show it. */
export type AttachmentView = AttachmentRow & {
  contentBytes: number | null;
  contentProblem: ContentRow['problem'];
  contentProblemDetail: string | null;
  annotationCount: number;
} & { [Name in (typeof contentProperties)[number]]: ContentRow[Name] | null };

const contentProperties = [
  'decoderVersion',
  'mediaType',
  'shownAs',
  'width',
  'height',
  'hasPreviews',
  'photo',
  'perceptualHash',
] as const satisfies readonly (keyof ContentRow)[];

/** An attachment with the record that it belongs to. */
export type AttachmentOfRecord = AttachmentView & { recordKind: RecordKind; recordNumber: string };

const viewColumns = `${attachmentColumns}, c.bytes AS "contentBytes", c.problem AS "contentProblem", c.problem_detail AS "contentProblemDetail",
  ${selected<ContentRow>('c', contentProperties)},
  (SELECT count(*) FROM attachment_mark m WHERE m.attachment_id = a.id AND m.removed_at IS NULL) AS "annotationCount"`;
const withContent = 'LEFT JOIN content c ON c.sha256 = a.sha256';
const withRecord = 'JOIN record r ON r.id = a.record_id';
const recordColumns = 'r.kind AS "recordKind", r.number AS "recordNumber"';

/** The most attachments of a record that are shown. */
const maxOfRecord = 1000;

const ofRevisionSql = `SELECT ${viewColumns} FROM attachment a ${withContent}
    WHERE a.record_id = ? AND a.first_revision <= ? AND a.last_revision >= ? LIMIT ${maxOfRecord}`;

/**
 * The attachments that a revision of a record names, pictures first, by position. Of an older revision also those that were
 * named both before and after it.
 */
export async function listAttachmentsOfRevision(
  tx: ReadTransaction,
  recordId: number,
  revision: number,
): Promise<AttachmentView[]> {
  return sortByPlace(await tx.all<AttachmentView>(ofRevisionSql, recordId, revision, revision));
}

/** The attachments that any revision of a record named, in the same order; of more than 1,000 those of the newest first. */
export async function listAttachmentsOfRecord(
  tx: ReadTransaction,
  recordId: number,
  newest: number,
): Promise<AttachmentView[]> {
  const named = await tx.all<AttachmentView>(ofRevisionSql, recordId, newest, newest);
  const earlier = await tx.all<AttachmentView>(
    `SELECT ${viewColumns} FROM attachment a ${withContent}
      WHERE a.record_id = ? AND a.last_revision < ? LIMIT ?`,
    recordId,
    newest,
    maxOfRecord - named.length,
  );
  return sortByPlace([...named, ...earlier]);
}

/** The attachments of the newest revisions of some records, in the order of `recordIds`, each with its pictures first. */
export async function listAttachmentsOfRecords(
  tx: ReadTransaction,
  recordIds: readonly number[],
  limit: number,
): Promise<AttachmentView[]> {
  const rows = await tx.all<AttachmentView>(
    `SELECT ${viewColumns} FROM json_each(?) own CROSS JOIN attachment a ON a.record_id = CAST(own.value AS BIGINT)
      AND a.is_dropped = 0 ${withContent} LIMIT ?`,
    JSON.stringify(recordIds),
    limit,
  );
  const place = new Map(recordIds.map((id, index) => [id, index]));
  return sortByPlace(rows).sort((a, b) => (place.get(a.recordId) ?? 0) - (place.get(b.recordId) ?? 0));
}

function sortByPlace(rows: AttachmentView[]): AttachmentView[] {
  const place = ({ role, position }: AttachmentView) => (role === 'picture' ? 0 : 1_000_000) + position;
  return rows.sort((a, b) => place(a) - place(b) || a.id - b.id);
}

export async function findAttachmentView(
  tx: ReadTransaction,
  id: number,
): Promise<AttachmentOfRecord | undefined> {
  return tx.get<AttachmentOfRecord>(
    `SELECT ${viewColumns}, ${recordColumns} FROM attachment a ${withContent} ${withRecord} WHERE a.id = ?`,
    id,
  );
}

/** Attachments that are not stored, newest first, below an id; of the failed ones those that their records still name. */
export async function listUnstoredAttachments(
  tx: ReadTransaction,
  state: Exclude<AttachmentState, 'stored'> | undefined,
  belowId: number,
  limit: number,
): Promise<AttachmentOfRecord[]> {
  if (state === 'failed')
    return tx.all<AttachmentOfRecord>(
      `SELECT ${viewColumns}, ${recordColumns} FROM attachment a ${withContent} ${withRecord}
        WHERE a.state = 'failed' AND a.is_dropped = 0 AND a.id < ? ORDER BY a.id DESC LIMIT ?`,
      belowId,
      limit,
    );
  return state === undefined
    ? await tx.all<AttachmentOfRecord>(
        `SELECT ${viewColumns}, ${recordColumns} FROM attachment a ${withContent} ${withRecord}
          WHERE a.state <> 'stored' AND a.id < ? ORDER BY a.id DESC LIMIT ?`,
        belowId,
        limit,
      )
    : await tx.all<AttachmentOfRecord>(
        `SELECT ${viewColumns}, ${recordColumns} FROM attachment a ${withContent} ${withRecord}
          WHERE a.state = ? AND a.state <> 'stored' AND a.id < ? ORDER BY a.id DESC LIMIT ?`,
        state,
        belowId,
        limit,
      );
}

export interface AnnotationRow {
  id: number;
  attachmentId: number;
  at: number;
  who: string;
  /** JSON object. */
  shape: string;
  text: string;
  removedAt: number | null;
}

const annotationColumns = selected<AnnotationRow>('m', [
  'id',
  'attachmentId',
  'at',
  'who',
  'shape',
  'text',
  'removedAt',
]);

export async function insertAnnotation(
  tx: WriteTransaction,
  annotation: Omit<AnnotationRow, 'id' | 'removedAt'>,
): Promise<number> {
  const id = await insertedId(
    tx,
    'INSERT INTO attachment_mark (attachment_id, at, who, shape, text) VALUES (?, ?, ?, ?, ?)',
    annotation.attachmentId,
    annotation.at,
    annotation.who,
    annotation.shape,
    annotation.text,
  );
  return id;
}

/** An annotation by its id, also a removed one. */
export async function findAnnotation(tx: ReadTransaction, id: number): Promise<AnnotationRow | undefined> {
  return tx.get<AnnotationRow>(`SELECT ${annotationColumns} FROM attachment_mark m WHERE id = ?`, id);
}

/** The annotations of an attachment that are shown, oldest first. */
export async function listAnnotations(tx: ReadTransaction, attachmentId: number): Promise<AnnotationRow[]> {
  return tx.all<AnnotationRow>(
    `SELECT ${annotationColumns} FROM attachment_mark m WHERE attachment_id = ? AND removed_at IS NULL ORDER BY id LIMIT 500`,
    attachmentId,
  );
}

export async function setAnnotationText(tx: WriteTransaction, id: number, text: string): Promise<void> {
  await tx.run('UPDATE attachment_mark SET text = ? WHERE id = ?', text, id);
}

/** Marks an annotation as removed; null brings it back. */
export async function setAnnotationRemoved(
  tx: WriteTransaction,
  id: number,
  at: number | null,
): Promise<void> {
  await tx.run('UPDATE attachment_mark SET removed_at = ? WHERE id = ?', at, id);
}
