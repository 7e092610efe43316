import type { RecordContent } from '#shared/marketplace/record-content.ts';
import { withoutQuery } from '../attachments/index.ts';
import { contentOfRevision, photosSimilarTo } from '../records/index.ts';
import {
  type AttachmentView,
  type Entry,
  findPolicy,
  findPolicyLookup,
  findRecord,
  findRevision,
  findRevisionBytes,
  findVehicle,
  listAnnotations,
  listAsks,
  listAttachmentsOfRecord,
  listAudit,
  listCancellationsOfRecord,
  listDecisions,
  listDeliveriesBefore,
  listFindings,
  listLinks,
  listNotes,
  listPolicyLookups,
  listSimilarities,
  listVehiclesOfPolicy,
  listVehiclesOfVin,
  type PictureRow,
  type ReadTransaction,
  type RecordListRow,
  type VehicleBookRow,
} from '../store/index.ts';
import {
  type ArchivedAttachment,
  type ArchivedAuditEntry,
  type ArchivedPolicy,
  type ArchivedRecord,
  contentPart,
  previewPart,
} from './format.ts';

/** The most of each that a record's part holds; more than any screen shows. */
const maxRevisions = 1000;
const maxAsks = 500;
const maxDecisions = 1000;
const maxAuditEntries = 10_000;
const auditPage = 500;

/** A record in rows of the store, and what is read of its latest revision. */
export interface CollectedRecord {
  record: ArchivedRecord;
  content: RecordContent | null;
  /** Photos of other records that look like one, by its id. */
  similar: ReadonlyMap<number, readonly PictureRow[]>;
}

/**
 * Everything that one snapshot says of a record, but for bytes that have parts of their own; null where it is not there. What
 * was moved to a bundle is in that alone: `elsewhere` where that is all of it, else its first revisions are left out.
 */
export async function collectRecord(
  tx: ReadTransaction,
  id: number,
): Promise<CollectedRecord | 'elsewhere' | null> {
  const row = await findRecord(tx, id);
  if (row === undefined) return null;
  if (row.archivedRevision === row.revision) return 'elsewhere';
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
  const {
    cancellationId: _,
    cancellationState: __,
    archivedRevision: ___,
    archivedBundle: ____,
    ...own
  } = row;
  const record: ArchivedRecord = {
    ...own,
    revisions,
    findings,
    notes: await listNotes(tx, id),
    decisions: (await listDecisions(tx, id, maxDecisions)).reverse(),
    links,
    attachments,
    cancellations,
    lookups: await lookupsOf(tx, links),
    policies: await policiesOf(tx, links),
    audit: await auditOf(tx, subjects),
  };
  return {
    record,
    content: latest === undefined ? null : contentOfRevision(latest),
    similar: await similarOf(tx, record),
  };
}

async function similarOf(
  tx: ReadTransaction,
  { id, attachments }: ArchivedRecord,
): Promise<CollectedRecord['similar']> {
  const found = new Map<number, readonly PictureRow[]>();
  for (const { id: attachmentId, sha256, similar } of attachments) {
    if (sha256 === null || similar.length === 0) continue;
    found.set(attachmentId, (await photosSimilarTo(tx, id, sha256)).similar);
  }
  return found;
}

/** More are told of no claim. */
const maxLookups = 50;
/** The longest answer that a record's part holds: that of a fleet is many times as long as any other. */
const maxAnswer = 256 * 1024;

interface Link {
  name: string;
  value: string;
}

/** What the marketplace asked about the policies and the vehicles that a record names. */
async function lookupsOf(tx: ReadTransaction, links: readonly Link[]): Promise<ArchivedRecord['lookups']> {
  const found = new Map<number, ArchivedRecord['lookups'][number]>();
  for (const { name, value } of links) {
    if (name !== 'policy' && name !== 'vin') continue;
    const filter = name === 'policy' ? { numberKey: value } : { vinKey: value };
    const query = { filter, belowId: Number.MAX_SAFE_INTEGER, limit: maxLookups };
    for (const row of await listPolicyLookups(tx, query)) {
      const known = found.get(row.id) ?? {
        ...row,
        numberKey: null,
        vinKey: null,
        ...(await answerOf(tx, row.id)),
      };
      found.set(row.id, { ...known, ...filter });
    }
  }
  return [...found.values()];
}

async function answerOf(tx: ReadTransaction, id: number) {
  const { status = 200, seq = 0, answer = '' } = (await findPolicyLookup(tx, id)) ?? {};
  return { status, seq, answer: answer.length > maxAnswer ? null : answer };
}

/** Vehicles of a policy of which the record names none, and policies that have one VIN. */
const maxVehicles = 100;
const maxPoliciesOfVin = 20;

/** What the policy book has of the policies and vehicles that a record names. */
async function policiesOf(tx: ReadTransaction, links: readonly Link[]): Promise<ArchivedPolicy[]> {
  const valuesOf = (wanted: string) => links.flatMap(({ name, value }) => (name === wanted ? value : []));
  const vins = valuesOf('vin');
  const found: VehicleBookRow[] = [];
  for (const key of valuesOf('policy')) {
    const named: VehicleBookRow[] = [];
    for (const vin of vins)
      named.push(...[await findVehicle(tx, key, vin)].filter((one) => one !== undefined));
    found.push(...(named.length > 0 ? named : await listVehiclesOfPolicy(tx, key, maxVehicles)));
  }
  for (const vin of vins) found.push(...(await listVehiclesOfVin(tx, vin, maxPoliciesOfVin)));
  const byKey = Map.groupBy(new Map(found.map((one) => [one.id, one])).values(), (one) => one.numberKey);
  const policies: ArchivedPolicy[] = [];
  for (const [key, vehicles] of byKey) {
    const policy = await findPolicy(tx, key);
    if (policy !== undefined) policies.push({ ...policy, vehicles });
  }
  return policies;
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

/** Whether a delivery was derived already, and lies in no bundle: what is not derived is archived with the next one. */
const isOf = ({ revision }: Entry, row: RecordListRow): boolean =>
  revision !== null && revision <= row.revision && revision > (row.archivedRevision ?? 0);

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
    const similar = view.sha256 === null ? [] : await listSimilarities(tx, view.sha256, maxSimilar);
    found.push({ ...attachmentOf(view), similar, annotations });
  }
  return found;
}

/** The store has no more of one content. */
const maxSimilar = 100;

/** Images that a browser decodes by itself. */
const browserTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'application/pdf'];

function attachmentOf(view: AttachmentView): Omit<ArchivedAttachment, 'annotations' | 'similar'> {
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
