import {
  type ClaimFile,
  type ClaimFileKey,
  type ClaimHeadline,
  claimFileKeys,
  type LedgerRow,
  type Uncounted,
} from '#shared/contract/claims.ts';
import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import type { RecordContent } from '#shared/marketplace/record-content.ts';
import { yieldToEventLoop } from '../background-loop.ts';
import type { FindingThresholds } from '../findings/index.ts';
import { type Ledger, ledgerAround, ledgerOfRecords } from '../ledger/index.ts';
import {
  claimFileLink,
  contentOfRevision,
  headingOf,
  incidentsOfPolicies,
  valuesOf,
} from '../records/index.ts';
import {
  type AttachmentView,
  countLinkedRecords,
  type FindingOfRecord,
  findLatestRevision,
  findRecord,
  listAttachmentsOfRecords,
  listGravestFindings,
  listLedgerRecords,
  listLinkedRecords,
  listLinks,
  listLinksOfRecords,
  listRecordsByIds,
  orderLink,
  type ReadTransaction,
  type RecordListRow,
  type Store,
} from '../store/index.ts';
import { matchOrder, type ReadRecord, type StoredMatch } from './amounts.ts';
import {
  type ClaimFileRecord,
  claimFileRecords,
  isOrder,
  type LinkReason,
  linkTo,
  maxRecords,
  namedRecord,
} from './claim-records.ts';
import { type TimelineStored, timelineOf } from './timeline.ts';

/** The engine's store, or a database that is only looked at. */
type Reading = Pick<Store, 'read'>;

export interface StoredClaimFile {
  by: ClaimFileKey;
  value: string;
  keys: ClaimFile['keys'];
  /** Newest first. */
  records: ClaimFileRecord[];
  timeline: TimelineStored[];
  ledger: LedgerRow[];
  headline: ClaimHeadline[];
  notCounted: Uncounted[];
  matches: StoredMatch[];
  overview: StoredOverview;
  isPartial: boolean;
}

/** Keys of one kind that are offered, and how far what each has is counted. */
const maxKeyLength = 10;
const maxKeys = 1000;

/** Everything that belongs with a key; null where nothing that arrived has it. */
export async function claimFileOf(
  store: Reading,
  by: ClaimFileKey,
  value: string,
  thresholds: FindingThresholds,
): Promise<StoredClaimFile | null> {
  const link = claimFileLink(by, value);
  if (link === null) return null;
  const { records, isPartial } = await store.read((tx) => claimFileRecords(tx, by, link.value));
  if (records.length === 0) return null;
  await yieldToEventLoop();
  const keys = await store.read((tx) => keysOf(tx, records, { by, value: link.value }));
  const timeline = await store.read((tx) => timelineOf(tx, records));
  const overview = await store.read((tx) => overviewOf(tx, records));
  const ledger = ledgerOfRecords(
    await store.read((tx) =>
      listLedgerRecords(
        tx,
        records.map(({ row }) => row.id),
      ),
    ),
    thresholds,
  );
  await yieldToEventLoop();
  const matched = await matchesOf(store, records, ledger, thresholds.lineTolerance);
  return {
    by,
    value: link.value,
    keys,
    records,
    timeline,
    ledger: ledger.rows,
    headline: ledger.headline,
    notCounted: uncountedOf(records, ledger),
    matches: matched.matches,
    overview,
    isPartial: isPartial || matched.isPartial,
  };
}

function uncountedOf(records: readonly ClaimFileRecord[], { leftOut }: Ledger): Uncounted[] {
  return leftOut.flatMap(({ id: recordId, ...left }) =>
    records
      .filter(({ row }) => row.id === recordId)
      .map(({ row: { kind, number } }) => ({ ...left, recordId, kind, number })),
  );
}

async function keysOf(
  tx: ReadTransaction,
  records: readonly ClaimFileRecord[],
  opened: { by: ClaimFileKey; value: string },
): Promise<ClaimFile['keys']> {
  const links = records.flatMap(({ links: own }) => own);
  const keys: ClaimFile['keys'] = [];
  for (const by of claimFileKeys) {
    const others = [...valuesOf(links, by)].filter((value) => by !== opened.by || value !== opened.value);
    for (const value of others.sort().slice(0, maxKeyLength)) {
      keys.push({ by, value, count: await countLinkedRecords(tx, { name: by, value }, maxKeys) });
    }
  }
  return keys;
}

/** Every order beside the documents of the claim file that name it, the first order first. */
async function matchesOf(
  store: Reading,
  records: readonly ClaimFileRecord[],
  ledger: Ledger,
  tolerance: string,
): Promise<{ matches: StoredMatch[]; isPartial: boolean }> {
  const documentsOf = ({ row: order }: ClaimFileRecord) => {
    const { value } = orderLink(order.kind, order.marketplaceId);
    return records.filter(
      ({ row, links }) =>
        valuesOf(links, 'order').has(value) || ledger.ofDocument(row.id)?.orderId === order.id,
    );
  };
  const orders = records
    .filter(({ row }) => isOrder(row.kind))
    .toReversed()
    .map((order) => ({ order, documents: documentsOf(order) }));
  const compared = new Set(orders.flatMap(({ documents }) => documents));
  const { read, isPartial } = await readContents(
    store,
    [...orders.map(({ order }) => order), ...records.filter((record) => compared.has(record))].map(
      ({ row }) => row,
    ),
  );
  const contents = new Map(read.map((one) => [one.row.id, one]));
  const matches: StoredMatch[] = [];
  for (const { order, documents } of orders) {
    const content = contents.get(order.row.id);
    if (content === undefined) continue;
    const besides = documents.flatMap(({ row }) => contents.get(row.id) ?? []);
    matches.push(matchOrder(content, besides, { ledger, tolerance }));
    await yieldToEventLoop();
  }
  return { matches, isPartial };
}

/** What is said of a claim file before its records are looked at one by one. */
export interface StoredOverview {
  /** The newest report, from which insured, vehicle and day are taken; null where the claim file has none. */
  incident: { recordId: number; number: string; generalInfo: IncidentReport['generalInfo'] } | null;
  incidentCount: number;
  /** Errors and warnings of the newest revisions, the gravest first; some more than are shown, since some may be acknowledged. */
  findings: FindingOfRecord[];
  photos: StoredFiles;
  documents: StoredFiles;
}

interface StoredFiles {
  /** The first ones, in the order of their reports. */
  shown: AttachmentView[];
  count: number;
}

const maxFindings = 100;
/** Files of all records together that are looked at. */
const maxFiles = 1000;
/** A longer report is not read here: its own screen shows it, and the policy book has the name of the insured. */
const maxReportBytes = 512 * 1024;
const shownPhotos = 12;
const shownPapers = 6;

async function overviewOf(tx: ReadTransaction, records: readonly ClaimFileRecord[]): Promise<StoredOverview> {
  const ids = records.map(({ row }) => row.id);
  const reports = records.filter(({ row }) => row.kind === 'incidentReport');
  const files = await listAttachmentsOfRecords(tx, ids, maxFiles);
  const isLookedAt = (file: AttachmentView) => file.role === 'picture' || file.shownAs === 'image';
  return {
    incident: await incidentOf(tx, reports[0]?.row),
    incidentCount: reports.length,
    findings: await listGravestFindings(tx, ids, maxFindings),
    photos: firstOf(files.filter(isLookedAt), shownPhotos),
    documents: firstOf(
      files.filter((file) => !isLookedAt(file)),
      shownPapers,
    ),
  };
}

async function incidentOf(
  tx: ReadTransaction,
  row: RecordListRow | undefined,
): Promise<StoredOverview['incident']> {
  if (row === undefined) return null;
  return { recordId: row.id, number: row.number, generalInfo: await generalInfoOf(tx, row.id) };
}

/** What a report says first; null where it does not, or is too long to be read here. */
async function generalInfoOf(tx: ReadTransaction, reportId: number): Promise<IncidentReport['generalInfo']> {
  const revision = await findLatestRevision(tx, reportId);
  if (revision?.body == null || revision.body.length > maxReportBytes) return null;
  const content = contentOfRevision(revision);
  return content.kind === 'incidentReport' ? content.report.generalInfo : null;
}

const firstOf = (files: readonly AttachmentView[], limit: number): StoredFiles => ({
  shown: files.slice(0, limit),
  count: files.length,
});

export interface StoredRelated {
  keys: LinkReason[];
  records: { row: RecordListRow; because: LinkReason[] }[];
  match: StoredMatch | null;
}

const maxRelated = 50;

/** What belongs to one record: what names it and what it names first, then what shares a key; null where it is unknown. */
export async function relatedTo(
  store: Reading,
  recordId: number,
  thresholds: FindingThresholds,
): Promise<StoredRelated | null> {
  const found = await store.read((tx) => relatedRecords(tx, recordId, thresholds));
  if (found === null) return null;
  const { ordered, ...related } = found;
  if (ordered === null) return { ...related, match: null };
  const { order, documents, ledger } = ordered;
  const [read, ...others] = (await readContents(store, [order, ...documents])).read;
  return {
    ...related,
    match:
      read === undefined ? null : matchOrder(read, others, { ledger, tolerance: thresholds.lineTolerance }),
  };
}

async function relatedRecords(tx: ReadTransaction, recordId: number, thresholds: FindingThresholds) {
  const row = await findRecord(tx, recordId);
  if (row === undefined) return null;
  const links = await listLinks(tx, recordId);
  const reasons = new Map<number, LinkReason[]>();
  const add = (id: number, by: LinkReason['by'], value: string) => {
    if (id === recordId || (!reasons.has(id) && reasons.size >= maxRelated)) return;
    reasons.set(id, [...(reasons.get(id) ?? []), { by, value }]);
  };
  let orderId = isOrder(row.kind) ? row.id : null;
  for (const { name, value } of links) {
    if (name !== 'order' && name !== 'document') continue;
    const named = await namedRecord(tx, { name, value });
    if (named === null) continue;
    add(named, name, value);
    // Where a document names two orders, the purchase order comes first by its name.
    if (name === 'order') orderId ??= named;
  }
  const naming = linkTo(row.kind, row.marketplaceId);
  if (naming !== null) {
    for (const id of await listLinkedRecords(tx, naming, maxRelated)) add(id, naming.name, naming.value);
  }
  const keys = claimFileKeys.flatMap((by) =>
    links.filter(({ name }) => name === by).map(({ value }): LinkReason => ({ by, value })),
  );
  for (const { by, value } of keys) {
    for (const id of await listLinkedRecords(tx, { name: by, value }, maxRelated + 1)) add(id, by, value);
  }
  const rows = await listRecordsByIds(tx, [...reasons.keys()], {});
  return {
    keys,
    records: [...reasons].flatMap(([id, because]) =>
      rows.filter((related) => related.id === id).map((related) => ({ row: related, because })),
    ),
    ordered: orderId === null ? null : await orderWithDocuments(tx, orderId, thresholds),
  };
}

/** An order, the documents that name it, and the ledger of all that belongs with them. */
async function orderWithDocuments(
  tx: ReadTransaction,
  orderId: number,
  allowance: FindingThresholds,
): Promise<{ order: RecordListRow; documents: RecordListRow[]; ledger: Ledger } | null> {
  const order = await findRecord(tx, orderId);
  if (order === undefined) return null;
  const named = orderLink(order.kind, order.marketplaceId);
  const ledger = await ledgerAround(tx, [order.id], allowance);
  const compared = ledger.ofOrder(order.id)?.compared ?? [];
  const ids = new Set([...(await listLinkedRecords(tx, named, maxRecords)), ...compared]);
  return { order, documents: await listRecordsByIds(tx, [...ids], {}), ledger };
}

/** How long bodies are read before calls get their turn. */
const turnMilliseconds = 2;
/** Lines that are kept for one answer: bodies of megabytes, some hundred of them, would take all memory. */
const maxLines = 20_000;

interface ReadContents {
  read: ReadRecord[];
  /** True where orders or documents are kept without their lines, since there are too many. */
  isPartial: boolean;
}

/** The latest content of records; what takes long is done in short turns. */
async function readContents(store: Reading, rows: readonly RecordListRow[]): Promise<ReadContents> {
  const read: ReadRecord[] = [];
  let lines = 0;
  let isPartial = false;
  let until = performance.now() + turnMilliseconds;
  for (const row of rows) {
    if (performance.now() >= until) {
      await yieldToEventLoop();
      until = performance.now() + turnMilliseconds;
    }
    const revision = await store.read((tx) => findLatestRevision(tx, row.id));
    if (revision === undefined) continue;
    const content = contentOfRevision(revision);
    read.push({ row, content });
    const owner = ownerOfLines(content);
    if (lines + owner.items.length > maxLines) {
      owner.items = [];
      isPartial = true;
    } else lines += owner.items.length;
  }
  return { read, isPartial };
}

function ownerOfLines(content: RecordContent): { items: unknown[] } {
  if (content.kind === 'financialDocument') return content.document;
  return content.kind === 'incidentReport' ? content.report : content.order;
}

/** Whose claim an order is of, and which vehicle's; null for what no record of the claim tells. */
export interface Subject {
  insured: string | null;
  /** Make, model and year. */
  vehicle: string | null;
  vin: string | null;
  policyNumber: string | null;
}

/** Records of a claim, and policies that they name, that are looked at. */
const maxClaims = 100;
const maxPolicies = 5;

/**
 * What the records of an order's claim say of its insured and vehicle: the report of its incident, where it is found
 * without doubt; else the policy number, where all documents of the claim name one.
 */
export async function subjectOfOrder(tx: ReadTransaction, recordId: number): Promise<Subject> {
  const nothing: Subject = { insured: null, vehicle: null, vin: null, policyNumber: null };
  const order = await findRecord(tx, recordId);
  const claim = claimFileLink('claimNumber', order?.claimNumber ?? '');
  if (claim === null) return nothing;
  const ids = await listLinkedRecords(tx, claim, maxClaims);
  const policies = [...valuesOf(await listLinksOfRecords(tx, ids), 'policy')].slice(0, maxPolicies);
  const incidents = await incidentsOfPolicies(tx, policies);
  for (const incident of policies.flatMap((policy) => incidents.get(policy) ?? [])) {
    const heading = headingOf(incident);
    if (heading?.kind !== 'incidentReport') continue;
    const { vehicle, vin, policyNumber } = heading;
    return { insured: await insuredOf(tx, incident.id), vehicle, vin, policyNumber };
  }
  const [only, another] = policies;
  return another === undefined ? { ...nothing, policyNumber: only ?? null } : nothing;
}

async function insuredOf(tx: ReadTransaction, reportId: number): Promise<string | null> {
  const name = (await generalInfoOf(tx, reportId))?.insuranceOwnerDisplayName?.trim() ?? '';
  return name === '' ? null : name;
}
