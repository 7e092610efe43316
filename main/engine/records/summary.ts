import Big from 'big.js';
import { type RecordHeading, recordHeading } from '#shared/contract/records.ts';
import { exactText } from '#shared/marketplace/exact-json.ts';
import { decimalText, member } from '#shared/marketplace/member.ts';
import { fullLength } from '#shared/marketplace/source-pointers.ts';
import { readingLimits } from '#shared/marketplace/tolerant-reader.ts';
import type { OrderKind, RecordKind } from '#shared/terms.ts';
import { type RecordListRow, type RecordSummary, storable } from '../store/index.ts';
import { textValue } from './text-value.ts';

/** What of a body is read before the answer: the summary for lists, and the words for the search. */
export interface Summary {
  summary: RecordSummary;
  searchText: string;
}

/** What the summary keeps of a record's head; null of orders. */
export function headingOf({ heading }: Pick<RecordListRow, 'heading'>): RecordHeading {
  return recordHeading.parse(JSON.parse(heading ?? 'null'));
}

/**
 * Reads the summary of a body straight from its JSON, whatever forms it came in; the thorough reading with its
 * findings follows after the answer.
 */
export function summarise(kind: RecordKind, marketplaceId: number, json: object): Summary {
  switch (kind) {
    case 'purchaseOrder':
    case 'serviceOrder':
      return orderSummary(kind, marketplaceId, json);
    case 'incidentReport':
      return incidentSummary(marketplaceId, json);
    case 'financialDocument':
      return documentSummary(marketplaceId, json);
  }
}

function orderSummary(kind: OrderKind, marketplaceId: number, json: object): Summary {
  const items = listOf(member(json, 'items'));
  const isPurchase = kind === 'purchaseOrder';
  const partyName = textOf(member(json, isPurchase ? 'supplierName' : 'workshopPersonName'));
  const claimNumber = textOf(member(json, 'insuranceClaimNumber'));
  const requestId = integerOf(member(json, 'requestId'));
  let searchText = join(String(marketplaceId), claimNumber, requestId, partyName);
  searchText = joinMembers(searchText, json, searchedTexts);
  for (const item of items) {
    if (isFull(searchText)) break;
    searchText = join(searchText, textOf(member(item, 'itemName')), textOf(member(item, 'itemCode')));
    if (!isPurchase) searchText = join(searchText, textOf(member(item, 'workshopServiceName')));
  }
  return {
    summary: {
      claimNumber: findable(claimNumber),
      requestId,
      firstItem: short(firstNameOf(items[0])),
      itemCount: lengthOf(member(json, 'items')),
      partyName: short(partyName),
      total: isPurchase ? purchaseTotal(items) : serviceTotal(json),
      heading: null,
    },
    searchText: cutSearchText(searchText),
  };
}

const searchedTexts = [
  'claimId',
  'workshopName',
  'workshopTaxId',
  'workshopPersonTaxId',
  'supplierTaxId',
  'createdByDisplayName',
  'createdByEmailAddress',
  'deliverTo',
  'comments',
] as const;

function firstNameOf(item: object | undefined): string | null {
  if (item === undefined) return null;
  return (
    textOf(member(item, 'itemName')) ??
    textOf(member(item, 'workshopServiceName')) ??
    textOf(member(item, 'itemCode'))
  );
}

/** The sum of the line totals; null where a line has none that can be read. */
function purchaseTotal(items: readonly object[]): string | null {
  return sum(items.map((item) => member(item, 'supplierItemRowTotal')));
}

/** Subtotal, adjustment and tax. The deductible is what the insured pays, and lowers no order. */
function serviceTotal(json: object): string | null {
  return sum([
    member(json, 'subTotalAmount'),
    member(json, 'differenceAmount') ?? 0,
    member(json, 'taxTotalAmount') ?? 0,
  ]);
}

function sum(values: readonly unknown[]): string | null {
  if (values.length === 0) return null;
  const hundredths = sumOfHundredths(values);
  if (hundredths !== null) return textOfHundredths(hundredths);
  let total = new Big(0);
  for (const value of values) {
    const decimal = decimalText(value);
    if (decimal === null) return null;
    total = total.plus(decimal);
  }
  return total.toFixed();
}

/**
 * The sum in whole hundredths, which is exact; null where a value is not a number of at most two decimals. Most
 * are, and adding integers costs little before an answer.
 */
function sumOfHundredths(values: readonly unknown[]): number | null {
  let total = 0;
  for (const value of values) {
    if (typeof value !== 'number') return null;
    const hundredths = Math.round(value * 100);
    // The nearest float of a two-decimal text is this quotient, and no other number's.
    if (hundredths / 100 !== value || !Number.isSafeInteger(hundredths)) return null;
    total += hundredths;
  }
  return Number.isSafeInteger(total) ? total : null;
}

/** The decimal text of whole hundredths, with no needless zeros, as `Big` writes it. */
function textOfHundredths(hundredths: number): string {
  const digits = String(Math.abs(hundredths)).padStart(3, '0');
  const decimals = digits.slice(-2).replace(/0{1,2}$/, '');
  const sign = hundredths < 0 ? '-' : '';
  return `${sign}${digits.slice(0, -2)}${decimals === '' ? '' : `.${decimals}`}`;
}

/** An incident report has no claim number of its own, and no total. */
function incidentSummary(marketplaceId: number, json: object): Summary {
  const general = objectOf(json, 'generalInfo');
  const items = listOf(member(json, 'items'));
  const services = listOf(member(json, 'services'));
  const pictures = listOf(member(json, 'attachmentsPictures'));
  const documents = listOf(member(json, 'attachmentsDocuments'));
  const partyName = personName(json, 'workshopPerson') ?? personName(json, 'createdByPerson');
  const heading: RecordHeading = {
    kind: 'incidentReport',
    categoryId: integerOf(member(json, 'incidentReportCategoryId')),
    typeId: integerOf(member(general, 'incidentReportTypeId')),
    typeName: short(textOf(member(general, 'incidentReportTypeName'))),
    incidentAt: short(textOf(member(general, 'incidentDateTime'))),
    vehicle: short(vehicleOf(general)),
    vin: short(textOf(member(general, 'vinNumber'))),
    policyNumber: short(textOf(member(general, 'insurancePolicyNumber'))),
    pictureCount: lengthOf(member(json, 'attachmentsPictures')),
    documentCount: lengthOf(member(json, 'attachmentsDocuments')),
  };
  let searchText = joinMembers(join(String(marketplaceId)), general, generalTexts);
  searchText = joinMembers(searchText, json, reportTexts);
  for (const person of persons) searchText = joinMembers(searchText, objectOf(json, person), personTexts);
  searchText = joinLists(searchText, listOf(member(json, 'reportedAuthorities')), ['authorityName']);
  searchText = joinLists(searchText, items, ['itemName', 'itemCode']);
  searchText = joinLists(searchText, services, ['workshopServiceName', 'workshopServiceCode']);
  searchText = joinLists(searchText, documents, attachmentTexts);
  searchText = joinLists(searchText, pictures, attachmentTexts);
  return {
    summary: {
      claimNumber: null,
      requestId: null,
      firstItem: short(firstPartOf(items[0], services[0])),
      itemCount: lengthOf(member(json, 'items')) + lengthOf(member(json, 'services')),
      partyName: short(partyName),
      total: null,
      heading: JSON.stringify(heading),
    },
    searchText: cutSearchText(searchText),
  };
}

const generalTexts = [
  'insurancePolicyNumber',
  'vinNumber',
  'insuranceOwnerDisplayName',
  'vehicleMakeName',
  'vehicleModelName',
  'vehicleYear',
  'incidentReportTypeName',
  'stateName',
  'stateCityName',
] as const;
const reportTexts = [
  'incidentReportFormGuid',
  'createdByDisplayName',
  'incidentReportStatusName',
  'incidentReportCategoryName',
  'stateName',
  'stateCityName',
] as const;
const persons = ['workshopPerson', 'createdByPerson', 'insurancePerson'] as const;
const personTexts = ['personName', 'personTaxId'] as const;
const attachmentTexts = ['incidentDocumentTypeName', 'originalFilename'] as const;

function personName(json: object, name: string): string | null {
  return textOf(member(objectOf(json, name), 'personName'));
}

function vehicleOf(general: object): string | null {
  const vehicle = joinMembers('', general, ['vehicleMakeName', 'vehicleModelName', 'vehicleYear']);
  return vehicle === '' ? null : vehicle;
}

function firstPartOf(item: object | undefined, service: object | undefined): string | null {
  if (item !== undefined) return textOf(member(item, 'itemName')) ?? textOf(member(item, 'itemCode'));
  if (service === undefined) return null;
  return textOf(member(service, 'workshopServiceName')) ?? textOf(member(service, 'workshopServiceCode'));
}

function documentSummary(marketplaceId: number, json: object): Summary {
  const items = listOf(member(json, 'items'));
  const issuer = objectOf(json, 'createdBy');
  const receipt = objectOf(json, 'taxReceipt');
  const claimNumber = textOf(member(json, 'insuranceClaimNumber'));
  const requestId = integerOf(member(json, 'requestId'));
  const partyName = textOf(member(issuer, 'personName'));
  const heading: RecordHeading = {
    kind: 'financialDocument',
    documentTypeId: integerOf(member(json, 'documentTypeId')),
    entityTypeId: integerOf(member(json, 'entityTypeId')),
    taxReceiptNumber: short(textOf(member(receipt, 'taxReceiptNumber'))),
    documentDate: short(textOf(member(json, 'documentDate'))),
    currency: short(textOf(member(objectOf(json, 'currency'), 'code'))),
    policyNumber: short(textOf(member(json, 'insurancePolicyNumber'))),
  };
  let searchText = join(String(marketplaceId), claimNumber, requestId, partyName);
  searchText = joinMembers(searchText, json, documentTexts);
  searchText = joinMembers(searchText, receipt, receiptTexts);
  searchText = joinMembers(searchText, issuer, ['identification']);
  searchText = joinMembers(searchText, objectOf(json, 'createdTo'), ['personName', 'identification']);
  searchText = joinLists(searchText, items, ['documentItemName']);
  searchText = joinLists(searchText, listOf(member(json, 'attachments')), ['attachmentFilename']);
  const firstName = items[0] === undefined ? null : textOf(member(items[0], 'documentItemName'));
  return {
    summary: {
      claimNumber: findable(claimNumber),
      requestId,
      firstItem: short(firstName),
      itemCount: lengthOf(member(json, 'items')),
      partyName: short(partyName),
      total: decimalText(member(json, 'totalAmount')),
      heading: JSON.stringify(heading),
    },
    searchText: cutSearchText(searchText),
  };
}

const documentTexts = [
  'insurancePolicyNumber',
  'purchaseOrderId',
  'serviceOrderId',
  'relatedDocumentId',
  'documentGuid',
  'documentTypeName',
  'entityTypeName',
  'documentStatusName',
  'createdByDisplayName',
  'comments',
] as const;
const receiptTexts = ['taxReceiptNumber', 'relatedTaxReceiptNumber', 'taxReceiptTypeName'] as const;

const maxSummaryText = 300;
const maxSearchText = 16_000;

/** Whether more words would be cut off again. */
function isFull(searchText: string): boolean {
  return searchText.length > maxSearchText;
}

/** The words of a search entry, cut to what is kept of them. */
function cutSearchText(searchText: string): string {
  return searchText.slice(0, maxSearchText);
}

/** The objects of a list; of one that is too long to be walked, none. */
function listOf(value: unknown): object[] {
  if (!Array.isArray(value) || fullLength(value) > readingLimits.elements) return [];
  return value.filter((element) => typeof element === 'object' && element !== null);
}

/** How many objects a list has; of one that is too long to be walked, how many elements. */
function lengthOf(value: unknown): number {
  if (!Array.isArray(value)) return 0;
  const length = fullLength(value);
  return length > readingLimits.elements ? length : listOf(value).length;
}

/** A member that should be an object; an empty one where it is anything else. */
function objectOf(json: object, name: string): object {
  const value = member(json, name);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : nothing;
}

const nothing = {};

/** What a member says; null where it says nothing, blank texts included. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  return typeof value === 'number' ? String(value) : exactText(value);
}

function integerOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? Number(number) : null;
}

function join(...parts: readonly (string | number | null)[]): string {
  let joined = '';
  for (const part of parts) if (part !== null) joined += joined === '' ? part : ` ${part}`;
  return joined;
}

/** The texts of these members, joined to what there is. */
function joinMembers(searchText: string, json: object, names: readonly string[]): string {
  let joined = searchText;
  for (const name of names) joined = join(joined, textOf(member(json, name)));
  return joined;
}

/** `joinMembers` of every element, as far as there is room. */
function joinLists(searchText: string, elements: readonly object[], names: readonly string[]): string {
  let joined = searchText;
  for (const element of elements) {
    if (isFull(joined)) break;
    joined = joinMembers(joined, element, names);
  }
  return joined;
}

/** As it came, or as records are found by it where that is shorter: what a list shows opens the claim. */
function findable(text: string | null): string | null {
  const value = textValue(text);
  return value === text?.trim() ? text : value;
}

/** Storable by itself, since a heading is stored as JSON, which escapes what is not. */
function short(text: string | null): string | null {
  if (text === null) return null;
  if (text.length <= maxSummaryText) return storable(text);
  return `${storable(text.slice(0, maxSummaryText - 1))}…`;
}
