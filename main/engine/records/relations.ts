import type { FindingCode } from '#shared/finding-terms.ts';
import { saidOfOrder } from '#shared/marketplace/cancel-call.ts';
import type { FinancialDocument } from '#shared/marketplace/financial-document.ts';
import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import type { RecordContent } from '#shared/marketplace/record-content.ts';
import { currencyCode } from '#shared/rules/currency.ts';
import { readDominicanTime } from '#shared/rules/dominican-time.ts';
import type { OrderKind } from '#shared/terms.ts';
import {
  cancelCallFindings,
  type DocumentFacts,
  documentFindings,
  type FindingThresholds,
  type IncidentFacts,
  incidentFindings,
  type NewFinding,
  photoFindings,
} from '../findings/index.ts';
import {
  documentsOfOrder,
  type Link,
  linkedRecords,
  orderLink,
  type ReadTransaction,
  type RecordListRow,
  recordByIdentity,
  recordRow,
  saidAboutOrder,
} from '../store/index.ts';
import { sumsUpTo } from './invoiced-sums.ts';
import { photosBeside } from './like-photos.ts';
import { idValue } from './link-values.ts';
import { linksOf } from './links.ts';

/** What the policy book says; null where it is empty, or cannot be asked. */
export type PolicyVerdict = (question: {
  policyNumber: string | null;
  vin: string | null;
  /** The Dominican day, `YYYY-MM-DD`. */
  incidentDate: string;
  /** The other day that it may have been, where the zone of its time is in doubt. */
  otherDate: string | null;
  incidentTypeId: number | null;
}) => Promise<IncidentFacts['policy']>;

export interface RelationParts {
  thresholds(): FindingThresholds;
  policyVerdict: PolicyVerdict;
}

/** Findings of these codes hang on other records, and change with them. */
export function isRelational(code: FindingCode): boolean {
  return relational.test(code);
}
const relational =
  /^(order\.|cancellation\.|policy\.|photo\.|receipt\.duplicate$|document\.relatedUnknown$|incident\.sameVehicleAndDate$)/;

/** Documents that are summed for one order, and records that are named as the same. */
const documentLimit = 100;
const sameLimit = 20;

/** What is odd about a record beside others. What documents say of an order is found of the documents. */
export async function relationalFindings(
  tx: ReadTransaction,
  recordId: number,
  content: RecordContent,
  parts: RelationParts,
): Promise<NewFinding[]> {
  if (content.kind === 'financialDocument') {
    const facts = await documentFacts(tx, recordId, content.document, linksOf(content));
    return documentFindings(content.document, facts, parts.thresholds());
  }
  if (content.kind === 'incidentReport') {
    const facts = await incidentFacts(tx, recordId, content.report, linksOf(content), parts);
    const row = await recordRow(tx, recordId);
    const photos = row === undefined ? [] : await photosBeside(tx, recordId, row.revision);
    return [...incidentFindings(content.report, facts), ...photoFindings(photos)];
  }
  return findingsOfAsks(tx, recordId);
}

async function findingsOfAsks(tx: ReadTransaction, recordId: number): Promise<NewFinding[]> {
  const order = await recordRow(tx, recordId);
  if (order === undefined || (order.kind !== 'purchaseOrder' && order.kind !== 'serviceOrder')) return [];
  const { number, claim_number: claimNumber, request_id: requestId, total } = order;
  const said = await saidAboutOrder(tx, order.kind, order.marketplace_id);
  return cancelCallFindings(
    { number, claimNumber, requestId, total },
    said.map((one) => saidOfOrder.parse(JSON.parse(one))),
  );
}

async function documentFacts(
  tx: ReadTransaction,
  recordId: number,
  document: FinancialDocument,
  links: readonly Link[],
): Promise<DocumentFacts> {
  const named = namedOrder(document);
  const order = named === null ? null : await orderRow(tx, named);
  const documents = named === null ? [] : await documentsOfOrder(tx, namedLink(named), documentLimit);
  const currency = currencyCode(document.currency?.code ?? null);
  const related = idValue(document.relatedDocumentId);
  return {
    order:
      order === null
        ? null
        : {
            number: order.number,
            total: order.total,
            isCancelled: order.cancellation_state === 'cancelled',
            claimNumber: order.claim_number,
          },
    namesOrder: named !== null,
    ...sumsUpTo(recordId, documents, currency),
    sameReceipt: await earlier(tx, recordId, links, 'receipt'),
    relatedIsKnown:
      related === null
        ? null
        : (await recordByIdentity(tx, 'financialDocument', Number(related))) !== undefined,
  };
}

interface NamedOrder {
  kind: OrderKind;
  marketplaceId: number;
}
const namedLink = ({ kind, marketplaceId }: NamedOrder) => orderLink(kind, marketplaceId);

/** The order that a document names; where it names two, the purchase order. */
export function namedOrder(document: FinancialDocument): NamedOrder | null {
  const { purchaseOrderId, serviceOrderId } = document;
  if (purchaseOrderId !== null && idValue(purchaseOrderId) !== null) {
    return { kind: 'purchaseOrder', marketplaceId: purchaseOrderId };
  }
  if (serviceOrderId !== null && idValue(serviceOrderId) !== null) {
    return { kind: 'serviceOrder', marketplaceId: serviceOrderId };
  }
  return null;
}

async function orderRow(tx: ReadTransaction, named: NamedOrder): Promise<RecordListRow | null> {
  const identity = await recordByIdentity(tx, named.kind, named.marketplaceId);
  return identity === undefined ? null : ((await recordRow(tx, identity.id)) ?? null);
}

/** Records with the same link that came before, the first of them first. */
async function earlier(
  tx: ReadTransaction,
  recordId: number,
  links: readonly Link[],
  name: Link['name'],
): Promise<{ number: string }[]> {
  const link = links.find((one) => one.name === name);
  if (link === undefined) return [];
  const ids = await linkedRecords(tx, link, sameLimit, recordId);
  const rows: { number: string }[] = [];
  for (const id of ids.toReversed()) {
    const row = await recordRow(tx, id);
    if (row !== undefined) rows.push({ number: row.number });
  }
  return rows;
}

async function incidentFacts(
  tx: ReadTransaction,
  recordId: number,
  { generalInfo }: IncidentReport,
  links: readonly Link[],
  parts: RelationParts,
): Promise<IncidentFacts> {
  const valueBy = (name: Link['name']) => links.find((link) => link.name === name)?.value ?? null;
  const policyNumber = valueBy('policy');
  const vin = valueBy('vin');
  const happened = readDominicanTime(generalInfo?.incidentDateTime);
  const incidentTypeId = generalInfo?.incidentReportTypeId ?? null;
  return {
    sameVehicleAndDate: await earlier(tx, recordId, links, 'vehicleAndDate'),
    policy:
      happened === null || (policyNumber === null && vin === null)
        ? null
        : await parts.policyVerdict({
            policyNumber,
            vin,
            incidentDate: happened.day,
            otherDate: happened.otherDay,
            incidentTypeId,
          }),
  };
}
