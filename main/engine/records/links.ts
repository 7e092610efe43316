import type { ClaimFileKey } from '#shared/contract/claims.ts';
import { type FinancialDocument, isCreditNote } from '#shared/marketplace/financial-document.ts';
import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import type { RecordContent } from '#shared/marketplace/record-content.ts';
import { readDominicanTime, readUtcTime } from '#shared/rules/dominican-time.ts';
import { guidValue } from '#shared/rules/guid.ts';
import { describeReceipt } from '#shared/rules/ncf.ts';
import { describeVin } from '#shared/rules/vin.ts';
import { withoutAccents } from '#shared/without-accents.ts';
import { dayOf, guidOf } from '../findings/index.ts';
import {
  addRecordToClaim,
  enqueueRecheck,
  type FilterChoice,
  findRecordByIdentity,
  indexKey,
  type Link,
  listLinkedRecords,
  listLinks,
  listLinksOfRecords,
  listRecordsByIds,
  orderLink,
  type RecordTraits,
  removeRecordFromClaim,
  replaceLinks,
  type StoredLinkName,
  setRecordTraits,
  type UnexaminedRow,
  upsertFilterChoice,
  type WriteTransaction,
} from '../store/index.ts';
import { formIdentifiers } from './form-identifiers.ts';
import { headingOf } from './summary.ts';
import { textValue } from './text-value.ts';

/** All that a record can share with others, each once; what is empty or zero links nothing. */
export function linksOf(content: RecordContent): Link[] {
  switch (content.kind) {
    case 'purchaseOrder':
    case 'serviceOrder': {
      const { insuranceClaimNumber, claimId, requestId } = content.order;
      return present([
        guidLink(content),
        ['claimNumber', textValue(insuranceClaimNumber)],
        ['claimId', idValue(claimId)],
        ['requestId', idValue(requestId)],
      ]);
    }
    case 'incidentReport':
      return [...present([guidLink(content)]), ...reportLinks(content.report)];
    case 'financialDocument':
      return [...present([guidLink(content)]), ...documentLinks(content.document)];
  }
}

/** The marketplace's GUID of a record, unique among those of its kind. */
function guidLink(content: RecordContent): readonly ['guid', string | null] {
  const guid = guidValue(guidOf(content).value ?? '');
  return ['guid', guid === null ? null : `${content.kind}:${guid}`];
}

function reportLinks({ generalInfo, insuranceFormInfoJson, reportFormContents }: IncidentReport): Link[] {
  const { plates, phones, identities } = formIdentifiers([insuranceFormInfoJson, reportFormContents]);
  const ofForm = present([
    ...plates.map((plate) => ['plate', plate] as const),
    ...phones.map((phone) => ['phone', phone] as const),
    ...identities.map((identity) => ['identity', identity] as const),
  ]);
  if (generalInfo === null) return ofForm;
  const vehicle = vehicleValue(generalInfo.vinNumber);
  const day = readDominicanTime(generalInfo.incidentDateTime)?.day ?? null;
  return [
    ...present([
      ['policy', normaliseCode(generalInfo.insurancePolicyNumber)],
      ['vin', normaliseCode(generalInfo.vinNumber)],
      ['vehicleAndDate', vehicle === null || day === null ? null : indexKey(`${vehicle}:${day}`)],
      ['insured', nameValue(generalInfo.insuranceOwnerDisplayName)],
    ]),
    ...ofForm,
  ];
}

/** A name in small letters without accents and signs; null of one word, which many have. */
function nameValue(name: string | null): string | null {
  const words = withoutAccents(name?.slice(0, 300) ?? '').match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length < 2 ? null : indexKey(words.join(' '));
}

function documentLinks(document: FinancialDocument): Link[] {
  const { purchaseOrderId, serviceOrderId } = document;
  return present([
    ['claimNumber', textValue(document.insuranceClaimNumber)],
    ['requestId', idValue(document.requestId)],
    ['policy', normaliseCode(document.insurancePolicyNumber)],
    ['order', idValue(purchaseOrderId) && orderLink('purchaseOrder', purchaseOrderId ?? 0).value],
    ['order', idValue(serviceOrderId) && orderLink('serviceOrder', serviceOrderId ?? 0).value],
    ['document', idValue(document.relatedDocumentId)],
    ['receipt', receiptValue(document)],
  ]);
}

/**
 * One tax receipt of one issuer. Invoices and credit notes are apart: a credit note that bears the number of the
 * invoice that it modifies is wrong in its form, and no second invoice.
 */
function receiptValue(document: FinancialDocument): string | null {
  const issuer = taxIdValue(document.createdBy?.identification ?? null);
  const number = receiptNumberValue(document.taxReceipt?.taxReceiptNumber ?? null);
  if (issuer === null || number === null) return null;
  return indexKey(`${isCreditNote(document) ? 'creditNote' : 'invoice'}:${issuer}:${number}`);
}

/** A claim file's key as links have it; null where nothing can have it. */
export function claimFileLink(by: ClaimFileKey, value: string): Link | null {
  const normalised =
    by === 'claimNumber'
      ? textValue(value)
      : by === 'policy' || by === 'vin'
        ? normaliseCode(value)
        : idValue(/^\s*\d{1,16}\s*$/.test(value) ? Number(value) : null);
  return normalised === null ? null : { name: by, value: normalised };
}

/** A policy number as the filter of lists compares it: without its hyphens and spaces; empty of what has none. */
export function policyKey(value: string): string {
  return claimFileLink('policy', value)?.value.replaceAll(/[- ]/g, '') ?? '';
}

/** A chassis number or plate as filters compare it. */
export function vehicleKey(value: string): string {
  return claimFileLink('vin', value)?.value.replaceAll(/[- ]/g, '') ?? '';
}

function present(links: readonly (readonly [StoredLinkName, string | null])[]): Link[] {
  return links.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
}

/**
 * The RNC of the company on the other side, with whom the money of an order or document stands: supplier of a purchase
 * order, workshop of a service order or an incident report, issuer of a document; and the Dominican day on which an order
 * was made, or a document's date. Null where it says none.
 */
export function partyOf(content: RecordContent): { partyTaxId: string | null; datedOn: string | null } {
  switch (content.kind) {
    case 'purchaseOrder': {
      const { supplierTaxId, createdOnUtcDate } = content.order;
      return { partyTaxId: taxIdValue(supplierTaxId), datedOn: orderDay(createdOnUtcDate) };
    }
    case 'serviceOrder': {
      const { workshopPersonTaxId, createdOnUtcDate } = content.order;
      return { partyTaxId: taxIdValue(workshopPersonTaxId), datedOn: orderDay(createdOnUtcDate) };
    }
    case 'financialDocument': {
      const { createdBy, documentDate } = content.document;
      return { partyTaxId: taxIdValue(createdBy?.identification ?? null), datedOn: dayOf(documentDate) };
    }
    case 'incidentReport':
      return { partyTaxId: taxIdValue(content.report.workshopPerson?.personTaxId ?? null), datedOn: null };
  }
}

/** The Dominican day of `createdOnUtcDate`. */
const orderDay = (text: string | null): string | null => readUtcTime(text)?.day ?? null;

/** What of an examined revision links it to others. */
interface LinkedContent {
  links: readonly Link[];
  traits: RecordTraits;
  choices: readonly FilterChoice[];
  isCreditNote: boolean;
}

/**
 * Links a record by its revision, keeps its claim's counts, and has those looked at again whose findings hang on it; which links it
 * did not have, and no longer has.
 * Revisions are linked in the order of arrival, so the latest stands at the end.
 */
export async function updateLinks(
  tx: WriteTransaction,
  row: UnexaminedRow,
  content: LinkedContent,
): Promise<{ added: Link[]; removed: Link[] }> {
  const { links, traits, choices } = content;
  await setRecordTraits(tx, row.recordId, traits);
  for (const choice of choices) await upsertFilterChoice(tx, choice);
  const { added, removed } = await replaceLinks(tx, row.recordId, links);
  for (const { name, value } of removed)
    if (name === 'claimNumber') await removeRecordFromClaim(tx, value, row.kind);
  for (const link of links) {
    if (link.name !== 'claimNumber') continue;
    await addRecordToClaim(tx, {
      claimNumber: link.value,
      kind: row.kind,
      seq: row.seq,
      at: row.receivedAt,
      isNew: added.includes(link),
    });
  }
  for (const link of await affectedBy(tx, row, content, removed)) {
    if ((await listLinkedRecords(tx, link, 1)).length > 0) await enqueueRecheck(tx, link);
  }
  return { added, removed };
}

/**
 * The links under which other records may now have other findings. What arrives last is judged beside what came
 * before; only what comes into the middle changes a judgement that was made: an order after its invoice, a document
 * after the one that names it, a credit note, an invoice after its credit note, and any new revision.
 */
async function affectedBy(
  tx: WriteTransaction,
  row: UnexaminedRow,
  { links, isCreditNote }: LinkedContent,
  removed: readonly Link[],
): Promise<Link[]> {
  switch (row.kind) {
    case 'purchaseOrder':
    case 'serviceOrder':
      return [
        orderLink(row.kind, row.marketplaceId),
        ...(row.revision === 1
          ? await ordersNamedWith(tx, orderLink(row.kind, row.marketplaceId))
          : linksNamed([...links, ...removed], ['guid'])),
      ];
    case 'incidentReport':
      return row.revision === 1 ? [] : linksNamed([...links, ...removed], ['vehicleAndDate', 'guid']);
    case 'financialDocument': {
      const naming: Link = { name: 'document', value: String(row.marketplaceId) };
      const own = [...links, ...removed];
      const orders = linksNamed(own, ['order']);
      if (row.revision > 1 || isCreditNote) {
        const receipts = row.revision > 1 ? linksNamed(own, ['receipt', 'guid']) : [];
        // Others that credit the same document, and those of its order, which this one may not name.
        const related = linksNamed(own, ['document']);
        return [naming, ...receipts, ...orders, ...related, ...(await ordersOf(tx, related))];
      }
      const credited: Link[] = [];
      for (const order of orders) if (await hasCreditNote(tx, order)) credited.push(order);
      return [naming, ...credited];
    }
  }
}

/** The orders that the documents under these links name. */
async function ordersOf(tx: WriteTransaction, documents: readonly Link[]): Promise<Link[]> {
  const orders: Link[] = [];
  for (const { value } of documents) {
    const known = await findRecordByIdentity(tx, 'financialDocument', Number(value));
    if (known !== undefined) orders.push(...linksNamed(await listLinks(tx, known.id), ['order']));
  }
  return orders;
}

/** All orders that the documents of an order name: until it came, those documents were of the others. */
async function ordersNamedWith(tx: WriteTransaction, order: Link): Promise<Link[]> {
  const documents = await listLinkedRecords(tx, order, maxDocumentsSought);
  const named = linksNamed(await listLinksOfRecords(tx, documents), ['order']).map(({ value }) => value);
  return [...new Set(named)].map((value) => ({ name: 'order', value }));
}

/** The latest documents of an order that are looked at for a credit note, or for other orders. */
const maxDocumentsSought = 50;

async function hasCreditNote(tx: WriteTransaction, order: Link): Promise<boolean> {
  const ids = await listLinkedRecords(tx, order, maxDocumentsSought);
  return (await listRecordsByIds(tx, ids, {})).some((row) => {
    const read = headingOf(row);
    return read?.kind === 'financialDocument' && isCreditNote(read);
  });
}

function linksNamed(links: readonly Link[], names: readonly Link['name'][]): Link[] {
  return links.filter(({ name }) => names.includes(name));
}

/** Links as texts that are equal where the things are: what people type differs in case, spaces and signs. */

/** A policy number or VIN, in capitals: as the policy book compares them. */
function normaliseCode(text: string | null): string | null {
  return textValue(text?.toUpperCase() ?? null);
}

/**
 * The number of a tax receipt in capitals, without spaces and dashes; null for what stands in place of one ("N/A",
 * "0"): two such documents are no duplicates.
 */
export function receiptNumberValue(text: string | null): string | null {
  const { number } = describeReceipt(text ?? '');
  return /[1-9]/.test(number) ? textValue(number) : null;
}

/** A vehicle as findings compare it, without spaces and dashes; null for what stands in place of link. */
function vehicleValue(text: string | null): string | null {
  const { number } = describeVin(text ?? '');
  return /\d/.test(number) && !/^(.)\1*$/.test(number) ? textValue(number) : null;
}

/** An id of the marketplace, which begin at 1; null for zero, which senders use for none. */
export function idValue(id: number | null): string | null {
  return id !== null && Number.isSafeInteger(id) && id > 0 ? String(id) : null;
}

/** The digits of an RNC or Cédula, whatever dashes it came with; null where all of them are zero. */
export function taxIdValue(text: string | null): string | null {
  const digits = text?.replaceAll(/\D+/g, '') ?? '';
  return /[1-9]/.test(digits) ? textValue(digits) : null;
}
