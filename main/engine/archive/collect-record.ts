import type { RecordContent } from '#shared/marketplace/record-content.ts';
import { withoutQuery } from '../attachments/index.ts';
import { contentOfRevision } from '../records/index.ts';
import {
  type AttachmentView,
  type Entry,
  findRecord,
  findRevision,
  findRevisionBytes,
  listAnnotations,
  listAsks,
  listAttachmentsOfRecord,
  listAudit,
  listCancellationsOfRecord,
  listDeliveriesBefore,
  listFindings,
  listLinks,
  listNotes,
  listPolicyLookups,
  type ReadTransaction,
  type RecordListRow,
} from '../store/index.ts';
import {
  type ArchivedAttachment,
  type ArchivedAuditEntry,
  type ArchivedRecord,
  contentPart,
  previewPart,
} from './format.ts';

/** The most of each that a record's part holds; more than any screen shows. */
const maxRevisions = 1000;
const maxAsks = 500;
const maxAuditEntries = 10_000;
const auditPage = 500;

/** A record in rows of the store, and what is read of its latest revision. */
export interface CollectedRecord {
  record: ArchivedRecord;
  content: RecordContent | null;
}

/** Everything that one snapshot says of a record, but for bytes that have parts of their own; null where it is not there. */
export async function collectRecord(tx: ReadTransaction, id: number): Promise<CollectedRecord | null> {
  const row = await findRecord(tx, id);
  if (row === undefined) return null;
  const latest = await findRevision(tx, id, row.revision);
  const attachments = await attachmentsOf(tx, row);
  const cancellations = await cancellationsOf(tx, row);
  const revisions = await revisionsOf(tx, row);
  const findings: ArchivedRecord['findings'] = [];
  for (const { revision } of revisions) findings.push(...(await listFindings(tx, id, revision)));
  const subjects = [
    `record:${id}`,
    ...cancellations.map((one) => `cancellation:${one.id}`),
    ...attachments.map((one) => `attachment:${one.id}`),
  ];
  const links = await listLinks(tx, id);
  const { cancellationId: _, cancellationState: __, ...own } = row;
  const record: ArchivedRecord = {
    ...own,
    revisions,
    findings,
    notes: await listNotes(tx, id),
    links,
    attachments,
    cancellations,
    lookups: await lookupsOf(tx, links),
    audit: await auditOf(tx, subjects),
  };
  return { record, content: latest === undefined ? null : contentOfRevision(latest) };
}

/** More are told of no claim. */
const maxLookups = 50;

/** What the marketplace asked about the policies and the vehicles that a record names. */
async function lookupsOf(
  tx: ReadTransaction,
  links: readonly { name: string; value: string }[],
): Promise<ArchivedRecord['lookups']> {
  const found = new Map<number, ArchivedRecord['lookups'][number]>();
  for (const { name, value } of links) {
    if (name !== 'policy' && name !== 'vin') continue;
    const filter = name === 'policy' ? { numberKey: value } : { vinKey: value };
    const query = { filter, belowId: Number.MAX_SAFE_INTEGER, limit: maxLookups };
    for (const row of await listPolicyLookups(tx, query)) {
      const known = found.get(row.id) ?? { ...row, numberKey: null, vinKey: null };
      found.set(row.id, { ...known, ...filter });
    }
  }
  return [...found.values()];
}

async function revisionsOf(tx: ReadTransaction, row: RecordListRow): Promise<ArchivedRecord['revisions']> {
  const entries = await listDeliveriesBefore(tx, row.kind, row.marketplaceId, Number.MAX_SAFE_INTEGER);
  const revisions: ArchivedRecord['revisions'] = [];
  for (const entry of entries.filter((one) => isOf(one, row)).slice(-maxRevisions)) {
    const { seq, revision, at, number, keyLabel, sha256, detail } = entry;
    if (revision === null) continue;
    const read = await findRevision(tx, row.id, revision);
    const part = await findRevisionBytes(tx, row.id, revision, { from: 0, limit: 1 });
    revisions.push({
      ...{ seq, revision, at, number, keyLabel, sha256, detail },
      bytes: part?.total ?? 0,
      notExamined: read?.notExamined ?? null,
    });
  }
  return revisions;
}

/** Whether a delivery was derived already: what is not is archived with the next bundle. */
const isOf = (entry: Entry, row: RecordListRow): boolean =>
  entry.revision !== null && entry.revision <= row.revision;

async function cancellationsOf(
  tx: ReadTransaction,
  { id }: RecordListRow,
): Promise<ArchivedRecord['cancellations']> {
  const found: ArchivedRecord['cancellations'] = [];
  for (const row of await listCancellationsOfRecord(tx, id)) {
    const asks = await listAsks(tx, row.id, maxAsks, 0);
    found.push({ ...row, asks: asks.map(({ body: _, ...ask }) => ask) });
  }
  return found;
}

async function attachmentsOf(tx: ReadTransaction, row: RecordListRow): Promise<ArchivedAttachment[]> {
  const found: ArchivedAttachment[] = [];
  for (const view of await listAttachmentsOfRecord(tx, row.id, row.revision)) {
    const annotations = view.annotationCount === 0 ? [] : await listAnnotations(tx, view.id);
    found.push({ ...attachmentOf(view), annotations });
  }
  return found;
}

/** Images that a browser decodes by itself. */
const browserTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'application/pdf'];

function attachmentOf(view: AttachmentView): Omit<ArchivedAttachment, 'annotations'> {
  const { recordId: _, nextAttemptAt: __, annotationCount: ___, hasPreviews, url, sha256, ...own } = view;
  const hash = sha256 === null ? null : Buffer.from(sha256).toString('hex');
  const isShown = browserTypes.includes(view.mediaType ?? '');
  return {
    ...own,
    sha256,
    url: url === null ? null : withoutQuery(url),
    part: hash === null ? null : contentPart(hash, view.mediaType),
    preview: hash === null || isShown || hasPreviews !== 1 ? null : previewPart(hash),
  };
}

async function auditOf(tx: ReadTransaction, subjects: readonly string[]): Promise<ArchivedAuditEntry[]> {
  const entries: ArchivedAuditEntry[] = [];
  for (const subject of subjects) {
    for (let beforeId = Number.MAX_SAFE_INTEGER; entries.length < maxAuditEntries; ) {
      const page = await listAudit(tx, { subject, beforeId, limit: auditPage });
      entries.push(...page);
      const last = page.at(-1);
      if (last === undefined || page.length < auditPage) break;
      beforeId = last.id;
    }
  }
  return entries.sort((a, b) => a.id - b.id);
}
