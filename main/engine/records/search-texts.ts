/** What a record is found by: each text of it that people type, and what kind of text it is. */
import type { RecordHeading } from '#shared/contract/records.ts';
import { decimalText, member } from '#shared/marketplace/member.ts';
import type { SearchField } from '#shared/search-terms.ts';
import type { RecordKind } from '#shared/terms.ts';
import { amountWord, readableAmount } from '#shared/typed-amount.ts';
import type { PdfTextOfRecord } from '../store/index.ts';
import { listOf, objectOf, textOf } from './body-values.ts';
import { formIdentifiers, formTexts } from './form-identifiers.ts';
import { orderTotal } from './summary.ts';

/**
 * `own`: identifies this record, with or without its hyphens and spaces. `code`: identifies something that the record names.
 * `chassis` and `phone`: the same, whose end is typed as well. `words`: everything else.
 */
type TextKind = 'own' | 'code' | 'chassis' | 'phone' | 'words';

export interface WordsText {
  field: SearchField;
  is: TextKind;
  text: string;
  /** The attachment in which it stands, of a PDF. */
  attachment?: { id: number; filename: string };
}

/** A total, or the amount of a line: what people read, and the word of it in the index. */
interface AmountText {
  field: 'total' | 'lineAmount';
  is: 'amount';
  text: string;
  word: string;
}

export type SearchText = WordsText | AmountText;

/** More amounts has no record. */
const maxAmounts = 1000;
/**
 * What is read of one record at the most, in characters: of its items and files, of its forms, of its notes or reminders, of its
 * PDFs.
 */
const maxItemsText = 16_000;
const maxNotesText = 16_000;
const maxPdfsText = 100_000;
/** PDFs of one record whose words are read at the most. */
export const maxPdfs = 10;
/** No single text is read further. */
const maxText = 4000;

/** What the row of a record says: enough to find it where its body lies in a bundle. */
export interface SearchedRow {
  kind: RecordKind;
  marketplaceId: number;
  number: string;
}

/** The texts of the body of a record's latest revision, the identifiers first. */
export function textsOfBody(record: SearchedRow, json: object): SearchText[] {
  const found = new Texts();
  found.add('own', 'number', record.number);
  found.add('own', 'marketplaceId', record.marketplaceId);
  switch (record.kind) {
    case 'purchaseOrder':
    case 'serviceOrder':
      addOrder(found, record.kind === 'purchaseOrder', json);
      break;
    case 'incidentReport':
      addReport(found, json);
      break;
    case 'financialDocument':
      addDocument(found, json);
      break;
  }
  addAmounts(found, record.kind, json);
  return found.texts;
}

/** The texts of what people wrote beside a record, the newest first. */
export function textsOfNotes(notes: readonly { text: string }[]): SearchText[] {
  const found = new Texts();
  for (const { text } of notes.toReversed()) found.addWithin(maxNotesText, 'words', 'note', text);
  return found.texts;
}

/** The texts of what people are to be reminded of, those that were written last first. */
export function textsOfReminders(reminders: readonly { id: number; text: string }[]): SearchText[] {
  const found = new Texts();
  for (const { text } of reminders.toSorted((one, other) => other.id - one.id))
    found.addWithin(maxNotesText, 'words', 'reminder', text);
  return found.texts;
}

/** The texts of what its PDFs say, in pieces, as far as there is room. */
export function textsOfPdfs(pdfs: readonly PdfTextOfRecord[]): SearchText[] {
  const texts: SearchText[] = [];
  let length = 0;
  for (const { attachmentId: id, filename, text } of pdfs)
    for (let from = 0; from < text.length && length < maxPdfsText; ) {
      const space = from + maxText < text.length ? text.lastIndexOf(' ', from + maxText) : text.length;
      const to = space > from ? space : Math.min(from + maxText, text.length);
      texts.push({
        is: 'words',
        field: 'pdf',
        text: text.slice(from, to).trim(),
        attachment: { id, filename },
      });
      length += to - from;
      from = to;
    }
  return texts;
}

/** What stays of a record whose body lies in a bundle, and of any record what its row shows. */
export interface ShownTexts extends SearchedRow {
  claimNumber: string | null;
  requestId: number | null;
  partyName: string | null;
  partyTaxId?: string | null;
  /** Decimal text. */
  total: string | null;
  firstItem: string | null;
}

export function textsOfRow(
  row: ShownTexts,
  heading: RecordHeading,
  {
    links = [],
    taxIds = [],
  }: { links?: readonly (readonly [string, string])[]; taxIds?: readonly string[] } = {},
): SearchText[] {
  const found = new Texts();
  found.add('own', 'number', row.number);
  found.add('own', 'marketplaceId', row.marketplaceId);
  found.add('code', 'claimNumber', row.claimNumber);
  found.add('code', 'requestId', row.requestId);
  if (heading?.kind === 'incidentReport') {
    found.add('chassis', 'vin', heading.vin);
    found.add('code', 'policy', heading.policyNumber);
    found.add('words', 'vehicle', heading.vehicle);
    found.add('words', 'type', heading.typeName);
  }
  if (heading?.kind === 'financialDocument') {
    found.add('own', 'receipt', heading.taxReceiptNumber);
    found.add('code', 'policy', heading.policyNumber);
  }
  found.add('words', 'party', row.partyName);
  found.add('code', 'taxId', row.partyTaxId);
  found.add('words', 'item', row.firstItem);
  for (const [name, value] of links) {
    const field = fieldOfLink[name];
    if (field !== undefined) found.add(field === 'vin' ? 'chassis' : 'code', field, value);
  }
  for (const taxId of taxIds) found.add('code', 'taxId', taxId);
  found.addAmount('total', row.total);
  return found.texts;
}

/** Links whose value people type. */
const fieldOfLink: Readonly<Record<string, SearchField | undefined>> = {
  claimNumber: 'claimNumber',
  claimId: 'claimId',
  requestId: 'requestId',
  policy: 'policy',
  vin: 'vin',
};

class Texts {
  readonly texts: SearchText[] = [];
  readonly #seen = new Set<string>();
  #length = 0;
  #amounts = 0;

  add(is: TextKind, field: SearchField, value: unknown): void {
    const text = textOf(value);
    if (text === null) return;
    const cut = text.slice(0, maxText);
    const key = `${is} ${cut}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.texts.push({ field, is, text: cut });
    this.#length += cut.length;
  }

  /** Unless there is so much already. */
  addWithin(limit: number, is: TextKind, field: SearchField, value: unknown): void {
    if (this.#length < limit) this.add(is, field, value);
  }

  /** A decimal of the wire, or nothing where it is none above zero. */
  addAmount(field: AmountText['field'], value: unknown): void {
    const decimal = decimalText(value);
    const word = decimal === null ? null : amountWord(decimal);
    const key = `amount ${word}`;
    if (decimal === null || word === null || this.#amounts >= maxAmounts || this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#amounts += 1;
    this.texts.push({ field, is: 'amount', text: readableAmount(decimal), word });
  }

  addMembers(is: TextKind, json: object, fields: readonly (readonly [SearchField, string])[]): void {
    for (const [field, name] of fields) this.add(is, field, member(json, name));
  }
}

function addOrder(found: Texts, isPurchase: boolean, json: object): void {
  found.addMembers('code', json, [
    ['claimNumber', 'insuranceClaimNumber'],
    ['claimId', 'claimId'],
    ['requestId', 'requestId'],
    ['batch', 'batchId'],
    ['taxId', isPurchase ? 'supplierTaxId' : 'workshopPersonTaxId'],
    ['taxId', 'workshopTaxId'],
  ]);
  found.add('own', 'guid', member(json, isPurchase ? 'purchaseOrderGuid' : 'serviceOrderGuid'));
  found.addMembers('words', json, [
    ['party', isPurchase ? 'supplierName' : 'workshopPersonName'],
    ['party', 'workshopName'],
    ['person', 'createdByDisplayName'],
    ['email', 'createdByEmailAddress'],
    ['type', 'itemCategoryName'],
    ['delivery', 'deliverTo'],
    ['comment', 'comments'],
  ]);
  addItems(found, listOf(member(json, 'items')), [
    ['item', 'itemName'],
    ['item', 'workshopServiceName'],
    ['itemCode', 'itemCode'],
    ['itemCode', 'workshopServiceCode'],
  ]);
}

function addReport(found: Texts, json: object): void {
  const general = objectOf(json, 'generalInfo');
  found.add('own', 'guid', member(json, 'incidentReportFormGuid'));
  found.add('chassis', 'vin', member(general, 'vinNumber'));
  found.add('code', 'policy', member(general, 'insurancePolicyNumber'));
  const forms = [member(json, 'insuranceFormInfoJson'), member(json, 'reportFormContents')];
  const { plates, phones, identities } = formIdentifiers(forms);
  for (const plate of plates) found.add('code', 'plate', plate);
  for (const phone of phones) found.add('phone', 'phone', phone);
  for (const identity of identities) found.add('code', 'identity', identity);
  found.addMembers('words', general, [
    ['person', 'insuranceOwnerDisplayName'],
    ['type', 'incidentReportTypeName'],
    ['place', 'stateName'],
    ['place', 'stateCityName'],
  ]);
  const vehicle = ['vehicleMakeName', 'vehicleModelName', 'vehicleYear'].map((name) =>
    textOf(member(general, name)),
  );
  found.add('words', 'vehicle', vehicle.filter((word) => word !== null).join(' '));
  found.addMembers('words', json, [
    ['person', 'createdByDisplayName'],
    ['type', 'incidentReportStatusName'],
    ['type', 'incidentReportCategoryName'],
    ['place', 'stateName'],
    ['place', 'stateCityName'],
  ]);
  for (const name of ['workshopPerson', 'createdByPerson', 'insurancePerson']) {
    const person = objectOf(json, name);
    found.add('words', 'party', member(person, 'personName'));
    found.add('code', 'taxId', member(person, 'personTaxId'));
  }
  addItems(found, listOf(member(json, 'reportedAuthorities')), [['party', 'authorityName']]);
  addItems(found, listOf(member(json, 'items')), [
    ['item', 'itemName'],
    ['itemCode', 'itemCode'],
  ]);
  addItems(found, listOf(member(json, 'services')), [
    ['item', 'workshopServiceName'],
    ['itemCode', 'workshopServiceCode'],
  ]);
  for (const text of formTexts(forms)) found.add('words', 'form', text);
  addFiles(found, listOf(member(json, 'attachmentsDocuments')), [
    'incidentDocumentTypeName',
    'originalFilename',
  ]);
  addFiles(found, listOf(member(json, 'attachmentsPictures')), [
    'incidentDocumentTypeName',
    'originalFilename',
  ]);
}

function addDocument(found: Texts, json: object): void {
  const receipt = objectOf(json, 'taxReceipt');
  const [issuer, client] = [objectOf(json, 'createdBy'), objectOf(json, 'createdTo')];
  found.add('own', 'receipt', member(receipt, 'taxReceiptNumber'));
  found.add('own', 'guid', member(json, 'documentGuid'));
  found.add('code', 'receipt', member(receipt, 'relatedTaxReceiptNumber'));
  found.addMembers('code', json, [
    ['claimNumber', 'insuranceClaimNumber'],
    ['requestId', 'requestId'],
    ['policy', 'insurancePolicyNumber'],
    ['order', 'purchaseOrderId'],
    ['order', 'serviceOrderId'],
    ['document', 'relatedDocumentId'],
  ]);
  for (const person of [issuer, client]) {
    found.add('words', 'party', member(person, 'personName'));
    found.add('code', 'taxId', member(person, 'identification'));
  }
  found.add('words', 'type', member(receipt, 'taxReceiptTypeName'));
  found.addMembers('words', json, [
    ['type', 'documentTypeName'],
    ['type', 'entityTypeName'],
    ['type', 'documentStatusName'],
    ['person', 'createdByDisplayName'],
    ['comment', 'comments'],
  ]);
  addItems(found, listOf(member(json, 'items')), [['item', 'documentItemName']]);
  addFiles(found, listOf(member(json, 'attachments')), ['attachmentFilename']);
}

/** The total, then of each line what it costs in all and what one of it costs. */
function addAmounts(found: Texts, kind: RecordKind, json: object): void {
  if (kind === 'financialDocument') found.addAmount('total', member(json, 'totalAmount'));
  else if (kind !== 'incidentReport') found.addAmount('total', orderTotal(kind, json));
  for (const [list, names] of lineAmounts[kind])
    for (const line of listOf(member(json, list)))
      for (const name of names) found.addAmount('lineAmount', member(line, name));
}

const lineAmounts: Record<RecordKind, readonly (readonly [list: string, names: readonly string[]])[]> = {
  purchaseOrder: [['items', ['supplierItemRowTotal', 'supplierItemPrice']]],
  serviceOrder: [['items', ['workshopServicePrice', 'otherCosts']]],
  incidentReport: [
    ['items', ['itemRepairPrice', 'itemReplacePrice']],
    ['services', ['unitPrice']],
  ],
  financialDocument: [['items', ['rowTotal', 'unitPrice']]],
};

/** Of each element what it says, as far as there is room. */
function addItems(
  found: Texts,
  elements: readonly object[],
  fields: readonly (readonly [SearchField, string])[],
) {
  for (const element of elements)
    for (const [field, name] of fields)
      found.addWithin(maxItemsText, field === 'itemCode' ? 'code' : 'words', field, member(element, name));
}

function addFiles(found: Texts, files: readonly object[], names: readonly string[]): void {
  for (const file of files)
    for (const name of names) found.addWithin(maxItemsText, 'words', 'attachment', member(file, name));
}
