import type { FindingCode } from '#shared/finding-terms.ts';
import { orderReferences } from '#shared/marketplace/cancellation.ts';
import { type FinancialDocument, isCreditNote } from '#shared/marketplace/financial-document.ts';
import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import { member } from '#shared/marketplace/member.ts';
import type { RecordContent } from '#shared/marketplace/record-content.ts';
import { currencyCode } from '#shared/rules/currency.ts';
import { readDominicanTime } from '#shared/rules/dominican-time.ts';
import type { OrderKind, RecordKind } from '#shared/terms.ts';
import {
  cancelCallFindings,
  type DocumentFacts,
  documentFindings,
  type FindingThresholds,
  guidOf,
  type IncidentFacts,
  incidentFindings,
  type NewFinding,
  type OrderOfDocument,
  photoFindings,
  type RelatedDocument,
} from '../findings/index.ts';
import { ledgerAround } from '../ledger/index.ts';
import {
  findLatestRevision,
  findRecord,
  findRecordByIdentity,
  type Link,
  listLinkedRecords,
  listLinks,
  listOrderReferences,
  listRecordsByIds,
  listSamePictures,
  listSimilarPictures,
  listStoredPictures,
  type PictureRow,
  type ReadTransaction,
  type RecordListRow,
  type UnexaminedRow,
} from '../store/index.ts';
import { bodyOf } from './examination.ts';
import { idValue, linksOf, receiptNumberValue, taxIdValue } from './links.ts';
import { headingOf } from './summary.ts';

/** What the policy book says; null where it is empty, or cannot be asked. */
export type CheckCoverage = (
  tx: ReadTransaction,
  question: {
    policyNumber: string | null;
    vin: string | null;
    /** The Dominican day, `YYYY-MM-DD`. */
    incidentDate: string;
    /** The other day that it may have been, where the zone of its time is in doubt. */
    otherDate: string | null;
    incidentTypeId: number | null;
  },
) => Promise<IncidentFacts['policy']>;

export interface CrossRecordContext {
  thresholds(): FindingThresholds;
  /** The company's own RNC, as it was written; empty where it is not set. */
  companyTaxId(): string;
  checkCoverage: CheckCoverage;
}

/** Findings of these codes hang on other records, and change with them. */
export function isCrossRecord(code: FindingCode): boolean {
  return relational.test(code);
}
const relational =
  /^(order\.(?!futureDate$)|creditNote\.|cancellation\.|policy\.|guid\.ofOther$|photo\.|receipt\.duplicate$|document\.(relatedUnknown|otherAddressee)$|incident\.(sameVehicleAndDate|otherInsurer)$)/;

/** Records that are named as the same. */
const maxSame = 20;

/**
 * What is odd about a record beside others; `latest` is its latest revision, where that was read already. What documents say
 * of an order is found of the documents.
 */
export async function crossRecordFindings(
  tx: ReadTransaction,
  recordId: number,
  content: RecordContent,
  parts: CrossRecordContext,
  latest?: UnexaminedRow,
): Promise<NewFinding[]> {
  return [
    ...(await guidOfOther(tx, recordId, content)),
    ...(await findingsOfKind(tx, recordId, content, parts, latest)),
  ];
}

/** The same GUID under another id of the same kind, which came before. */
async function guidOfOther(
  tx: ReadTransaction,
  recordId: number,
  content: RecordContent,
): Promise<NewFinding[]> {
  const others = await earlier(tx, recordId, linksOf(content), 'guid');
  const [first] = others;
  if (first === undefined) return [];
  const { field, value } = guidOf(content);
  const parameters = { value, number: first.number, others: others.length };
  return [{ code: 'guid.ofOther', pointer: `/${field}`, parameters }];
}

async function findingsOfKind(
  tx: ReadTransaction,
  recordId: number,
  content: RecordContent,
  parts: CrossRecordContext,
  latest: UnexaminedRow | undefined,
): Promise<NewFinding[]> {
  if (content.kind === 'financialDocument') {
    const row = latest ?? (await findLatestRevision(tx, recordId));
    const facts = await documentFacts(tx, recordId, { document: content.document, row }, parts);
    return documentFindings(content.document, facts, parts.thresholds());
  }
  if (content.kind === 'incidentReport') {
    const facts = await incidentFacts(tx, recordId, content.report, linksOf(content), parts);
    const row = await findRecord(tx, recordId);
    const photos = row === undefined ? [] : await similarPhotosOfRecord(tx, recordId, row.revision);
    return [...incidentFindings(content.report, facts), ...photoFindings(photos)];
  }
  return findingsOfAsks(tx, recordId, content.kind);
}

async function findingsOfAsks(tx: ReadTransaction, recordId: number, kind: OrderKind): Promise<NewFinding[]> {
  const order = await findRecord(tx, recordId);
  if (order === undefined) return [];
  const { number, claimNumber, requestId, total } = order;
  const references = await listOrderReferences(tx, kind, order.marketplaceId);
  return [
    ...cancelCallFindings(
      { number, claimNumber, requestId, total },
      references.map((json) => orderReferences.parse(JSON.parse(json))),
    ),
  ];
}

async function documentFacts(
  tx: ReadTransaction,
  recordId: number,
  { document, row }: { document: FinancialDocument; row: UnexaminedRow | undefined },
  parts: CrossRecordContext,
): Promise<DocumentFacts> {
  const links = linksOf({ kind: 'financialDocument', document });
  const orders = links.filter(({ name }) => name === 'order').map(({ value }) => value);
  const order = await orderOf(tx, document);
  const relatedId = idValue(document.relatedDocumentId);
  const related = relatedId === null ? undefined : await rowOf(tx, 'financialDocument', Number(relatedId));
  const around = related === undefined ? [recordId] : [recordId, related.id];
  const position = (await ledgerAround(tx, around, parts.thresholds())).ofDocument(recordId);
  const { upTo = null, notCompared = null } = position ?? {};
  // Of another party or currency than the order, it credits nothing of it, and is told of as that.
  const isOfOther = notCompared === 'otherIssuer' || notCompared === 'otherCurrency';
  const creditsOrder = position?.creditable != null && 'orderId' in position.creditable.of;
  const creditable = creditsOrder && isOfOther ? null : (position?.creditable ?? null);
  return {
    order,
    orders,
    orderNumber: order === null ? null : orderNumberIn(row, order.field),
    issuerTaxId: taxIdValue(document.createdBy?.identification ?? null),
    relatedReceiptNumber: receiptNumberValue(document.taxReceipt?.relatedTaxReceiptNumber ?? null),
    invoiced: upTo && { net: upTo.net.toFixed(), lineCount: upTo.lineCount },
    creditable: creditable && {
      amount: creditable.amount.toFixed(),
      number: await numberOf(tx, creditable.of),
      lineCount: creditable.lineCount,
    },
    sameReceipt: await earlier(tx, recordId, links, 'receipt'),
    related: relatedId === null ? null : related === undefined ? 'unknown' : await relatedFacts(tx, related),
    companyTaxId: taxIdValue(parts.companyTaxId()),
  };
}

/** The first order that a document names and that is known, the purchase order first. */
async function orderOf(tx: ReadTransaction, document: FinancialDocument): Promise<OrderOfDocument | null> {
  for (const { kind, marketplaceId } of namedOrders(document)) {
    const row = await rowOf(tx, kind, marketplaceId);
    if (row === undefined) continue;
    return {
      field: kind === 'purchaseOrder' ? 'purchaseOrderId' : 'serviceOrderId',
      number: row.number,
      total: row.total,
      isCancelled: row.cancellationState === 'cancelled',
      claimNumber: row.claimNumber,
      requestId: row.requestId,
      partyTaxId: row.partyTaxId,
      madeOn: row.datedOn,
    };
  }
  return null;
}

async function relatedFacts(tx: ReadTransaction, row: RecordListRow): Promise<RelatedDocument> {
  const read = headingOf(row);
  const heading = read?.kind === 'financialDocument' ? read : null;
  const links = await listLinks(tx, row.id);
  return {
    number: row.number,
    isCreditNote: heading !== null && isCreditNote(heading),
    issuerTaxId: row.partyTaxId,
    receiptNumber: receiptNumberValue(heading?.taxReceiptNumber ?? null),
    claimNumber: row.claimNumber,
    currency: currencyCode(heading?.currency ?? null),
    orders: links.filter(({ name }) => name === 'order').map(({ value }) => value),
  };
}

async function numberOf(
  tx: ReadTransaction,
  target: { documentId: number } | { orderId: number },
): Promise<string> {
  return (await findRecord(tx, 'documentId' in target ? target.documentId : target.orderId))?.number ?? '';
}

/** The names under which a body may say its order's number, as cancel calls do, though the interface has no such field. */
const numberFields = {
  purchaseOrderId: 'purchaseOrderNumber',
  serviceOrderId: 'serviceOrderNumber',
} as const;

function orderNumberIn(row: UnexaminedRow | undefined, field: OrderOfDocument['field']): string | null {
  if (row?.body == null) return null;
  const { buffer, byteOffset, byteLength } = row.body;
  // Most bodies have none: they are not parsed once more.
  if (!Buffer.from(buffer, byteOffset, byteLength).includes('rderNumber"')) return null;
  const number = member(bodyOf(row), numberFields[field]);
  return typeof number === 'string' ? number : null;
}

interface NamedOrder {
  kind: OrderKind;
  marketplaceId: number;
}

/** The orders that a document names, the purchase order first; 0 is none. */
function namedOrders({ purchaseOrderId, serviceOrderId }: FinancialDocument): NamedOrder[] {
  const named = [
    { kind: 'purchaseOrder', marketplaceId: purchaseOrderId },
    { kind: 'serviceOrder', marketplaceId: serviceOrderId },
  ] as const;
  return named.flatMap(({ kind, marketplaceId }) => {
    const id = idValue(marketplaceId);
    return id === null ? [] : [{ kind, marketplaceId: Number(id) }];
  });
}

async function rowOf(
  tx: ReadTransaction,
  kind: RecordKind,
  marketplaceId: number,
): Promise<RecordListRow | undefined> {
  const identity = await findRecordByIdentity(tx, kind, marketplaceId);
  return identity === undefined ? undefined : findRecord(tx, identity.id);
}

/** Records with the same link that came before, the first of them first. */
async function earlier(
  tx: ReadTransaction,
  recordId: number,
  links: readonly Link[],
  name: Link['name'],
): Promise<{ number: string }[]> {
  const link = links.find((candidate) => candidate.name === name);
  if (link === undefined) return [];
  const ids = await listLinkedRecords(tx, link, maxSame, recordId);
  return (await listRecordsByIds(tx, ids, {})).toReversed();
}

async function incidentFacts(
  tx: ReadTransaction,
  recordId: number,
  { generalInfo }: IncidentReport,
  links: readonly Link[],
  parts: CrossRecordContext,
): Promise<IncidentFacts> {
  const valueBy = (name: Link['name']) => links.find((link) => link.name === name)?.value ?? null;
  const policyNumber = valueBy('policy');
  const vin = valueBy('vin');
  const happened = readDominicanTime(generalInfo?.incidentDateTime);
  const incidentTypeId = generalInfo?.incidentReportTypeId ?? null;
  return {
    sameVehicleAndDate: await earlier(tx, recordId, links, 'vehicleAndDate'),
    companyTaxId: taxIdValue(parts.companyTaxId()),
    policy:
      happened === null || (policyNumber === null && vin === null)
        ? null
        : await parts.checkCoverage(tx, {
            policyNumber,
            vin,
            incidentDate: happened.day,
            otherDate: happened.otherDay,
            incidentTypeId,
          }),
  };
}

/** A photograph of a report, and those of other reports that are the same or look like it. */
interface SimilarPhotos {
  attachmentId: number;
  filename: string;
  /** RFC 6901 pointer into the body. */
  pointer: string;
  /** In the order of arrival. */
  same: readonly PictureRow[];
  /** Nearest first. */
  similar: readonly (PictureRow & { distance: number })[];
}

const maxOthers = 20;

/** The photographs of a report that other reports have too; those of its present revision, and of theirs. */
async function similarPhotosOfRecord(
  tx: ReadTransaction,
  recordId: number,
  revision: number,
): Promise<SimilarPhotos[]> {
  const found: SimilarPhotos[] = [];
  const pictures = await listStoredPictures(tx, recordId, revision);
  for (const { id, sha256, filename, pointer, hasSame, hasSimilar } of pictures) {
    const same = hasSame ? await listSamePictures(tx, recordId, sha256, maxOthers) : [];
    const similar = hasSimilar ? await listSimilarPictures(tx, recordId, sha256, maxOthers) : [];
    found.push({ attachmentId: id, filename, pointer, same, similar });
  }
  return found;
}

/** Photographs of other reports that are the same bytes, or look like them. */
export async function photosSimilarTo(
  tx: ReadTransaction,
  recordId: number,
  sha256: Uint8Array,
): Promise<Pick<SimilarPhotos, 'same' | 'similar'>> {
  return {
    same: await listSamePictures(tx, recordId, sha256, maxOthers),
    similar: await listSimilarPictures(tx, recordId, sha256, maxOthers),
  };
}
