import Big from 'big.js';
import { type RecordHeading, recordHeading } from '#shared/contract/records.ts';
import { decimalText, member } from '#shared/marketplace/member.ts';
import type { OrderKind, RecordKind } from '#shared/terms.ts';
import { type RecordListRow, type RecordSummary, storable } from '../store/index.ts';
import { integerOf, lengthOf, listOf, objectOf, textOf } from './body-values.ts';
import { textValue } from './text-value.ts';

/** What the summary keeps of a record's head; null of orders. */
export function headingOf({ heading }: Pick<RecordListRow, 'heading'>): RecordHeading {
  return recordHeading.parse(JSON.parse(heading ?? 'null'));
}

/**
 * Reads the summary of a body straight from its JSON, whatever forms it came in; the thorough reading with its
 * findings follows after the answer.
 */
export function summarise(kind: RecordKind, json: object): RecordSummary {
  switch (kind) {
    case 'purchaseOrder':
    case 'serviceOrder':
      return orderSummary(kind, json);
    case 'incidentReport':
      return incidentSummary(json);
    case 'financialDocument':
      return documentSummary(json);
  }
}

function orderSummary(kind: OrderKind, json: object): RecordSummary {
  const items = listOf(member(json, 'items'));
  const isPurchase = kind === 'purchaseOrder';
  const partyName = textOf(member(json, isPurchase ? 'supplierName' : 'workshopPersonName'));
  const claimNumber = textOf(member(json, 'insuranceClaimNumber'));
  const requestId = integerOf(member(json, 'requestId'));
  return {
    claimNumber: findable(claimNumber),
    requestId,
    firstItem: short(firstNameOf(items[0])),
    itemCount: lengthOf(member(json, 'items')),
    partyName: short(partyName),
    total: isPurchase ? purchaseTotal(items) : serviceTotal(json),
    heading: null,
  };
}

function firstNameOf(item: object | undefined): string | null {
  if (item === undefined) return null;
  return (
    textOf(member(item, 'itemName')) ??
    textOf(member(item, 'workshopServiceName')) ??
    textOf(member(item, 'itemCode'))
  );
}

/** What an order costs in all, as decimal text; null where it does not tell. */
export const orderTotal = (kind: OrderKind, json: object): string | null =>
  kind === 'purchaseOrder' ? purchaseTotal(listOf(member(json, 'items'))) : serviceTotal(json);

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
function incidentSummary(json: object): RecordSummary {
  const general = objectOf(json, 'generalInfo');
  const items = listOf(member(json, 'items'));
  const services = listOf(member(json, 'services'));
  const partyName = personName(json, 'workshopPerson') ?? personName(json, 'createdByPerson');
  const heading: RecordHeading = {
    kind: 'incidentReport',
    categoryId: integerOf(member(json, 'incidentReportCategoryId')),
    typeId: integerOf(member(general, 'incidentReportTypeId')),
    typeName: short(textOf(member(general, 'incidentReportTypeName'))),
    incidentAt: short(textOf(member(general, 'incidentDateTime'))),
    vehicle: short(vehicleOf(general)),
    vin: short(textOf(member(general, 'vinNumber'))),
    insured: short(textOf(member(general, 'insuranceOwnerDisplayName'))),
    policyNumber: short(textOf(member(general, 'insurancePolicyNumber'))),
    pictureCount: lengthOf(member(json, 'attachmentsPictures')),
    documentCount: lengthOf(member(json, 'attachmentsDocuments')),
  };
  return {
    claimNumber: null,
    requestId: null,
    firstItem: short(firstPartOf(items[0], services[0])),
    itemCount: lengthOf(member(json, 'items')) + lengthOf(member(json, 'services')),
    partyName: short(partyName),
    total: null,
    heading: JSON.stringify(heading),
  };
}

function personName(json: object, name: string): string | null {
  return textOf(member(objectOf(json, name), 'personName'));
}

function vehicleOf(general: object): string | null {
  const vehicle = joinMembers(general, ['vehicleMakeName', 'vehicleModelName', 'vehicleYear']);
  return vehicle === '' ? null : vehicle;
}

function firstPartOf(item: object | undefined, service: object | undefined): string | null {
  if (item !== undefined) return textOf(member(item, 'itemName')) ?? textOf(member(item, 'itemCode'));
  if (service === undefined) return null;
  return textOf(member(service, 'workshopServiceName')) ?? textOf(member(service, 'workshopServiceCode'));
}

function documentSummary(json: object): RecordSummary {
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
  const firstName = items[0] === undefined ? null : textOf(member(items[0], 'documentItemName'));
  return {
    claimNumber: findable(claimNumber),
    requestId,
    firstItem: short(firstName),
    itemCount: lengthOf(member(json, 'items')),
    partyName: short(partyName),
    total: decimalText(member(json, 'totalAmount')),
    heading: JSON.stringify(heading),
  };
}

const maxSummaryText = 300;

/** The texts of these members, with spaces between them. */
function joinMembers(json: object, names: readonly string[]): string {
  return names
    .map((name) => textOf(member(json, name)))
    .filter((text) => text !== null)
    .join(' ');
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
