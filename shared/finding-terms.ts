/** Every finding's code, and what the design calls a family of them; the screen holds their text in each language. */
import Big from 'big.js';
import * as z from 'zod';
import type { Severity } from './terms.ts';

/**
 * `wire`: the form of a body. `record`: the examination itself. `revision`: changed content under a known id. `arithmetic`: lines and totals.
 * `quantity`: how many of a line. `value`: values that the interface lists. `guid`, `person`: identifiers.
 * `price`: against the market. `taxId`, `vin`: identities. `receipt`: NCF and e-CF. `order`: what documents say of
 * the orders that they name, and an order's date. `creditNote`: credit notes beside what they credit. `cancellation`: calls that ask to cancel an order. `incident`: reports by themselves and beside each other. `photo`: photographs
 * beside those of other reports. `policy`: reports beside the policy book.
 */
export const findingCodes = [
  'wire.missing',
  'wire.null',
  'wire.numberAsText',
  'wire.textAsNumber',
  'wire.wrongType',
  'wire.unknownProperty',
  'wire.pascalCase',
  'wire.notADate',
  'wire.tooLong',
  'wire.unreadableElement',
  'wire.repeatedName',
  'record.notExamined',
  'revision.changed',
  'arithmetic.rowPrice',
  'arithmetic.rowTotal',
  'arithmetic.subtotal',
  'arithmetic.taxTotal',
  'arithmetic.discountTotal',
  'arithmetic.total',
  'arithmetic.negative',
  'arithmetic.tooLarge',
  'arithmetic.taxRate',
  'arithmetic.taxRateOfTotal',
  'quantity.notPositive',
  'price.aboveMaximum',
  'price.belowMinimum',
  'price.aboveAverage',
  'price.marketOutOfOrder',
  'value.notListed',
  'value.nameOfOther',
  'guid.form',
  'guid.ofOther',
  'person.otherId',
  'person.otherTaxId',
  'taxId.form',
  'taxId.rncCheckDigit',
  'taxId.cedulaCheckDigit',
  'vin.form',
  'vin.short',
  'vin.checkDigit',
  'receipt.missing',
  'receipt.form',
  'receipt.notation',
  'receipt.oldForm',
  'receipt.typeUnknown',
  'receipt.typeMismatch',
  'receipt.noFiscalCredit',
  'receipt.prefixMismatch',
  'receipt.expired',
  'receipt.expirationMissing',
  'receipt.modifiedMissing',
  'receipt.modifiedForm',
  'receipt.duplicate',
  'document.futureDate',
  'document.otherAddressee',
  'document.otherKind',
  'document.twoOrders',
  'document.currencyUnknown',
  'document.currencyNotation',
  'order.overInvoiced',
  'order.unknown',
  'order.cancelled',
  'order.otherClaim',
  'order.otherRequest',
  'order.otherNumber',
  'order.otherIssuer',
  'order.otherCurrency',
  'order.afterDocument',
  'order.futureDate',
  'creditNote.aboveInvoice',
  'creditNote.ofCreditNote',
  'creditNote.otherReceipt',
  'creditNote.otherIssuer',
  'creditNote.otherOrder',
  'creditNote.otherClaim',
  'creditNote.otherCurrency',
  'cancellation.otherOrder',
  'document.relatedUnknown',
  'incident.futureDate',
  'incident.afterReport',
  'incident.sameVehicleAndDate',
  'incident.otherInsurer',
  'incident.otherLocalTime',
  'incident.vehicleYear',
  'incident.samePosition',
  'photo.same',
  'photo.similar',
  'policy.unknown',
  'policy.notInForce',
  'policy.maybeNotInForce',
  'policy.excluded',
  'policy.premiumUnpaid',
  'policy.noCoverage',
  'policy.coverNotChecked',
] as const;
export const findingCode = z.enum(findingCodes);
export type FindingCode = z.infer<typeof findingCode>;

/** Why a record could not be examined: the examiner needed too much time or memory, or failed. */
export const notExamined = z.enum(['timedOut', 'outOfMemory', 'crashed']);
export type NotExamined = z.infer<typeof notExamined>;

/** What a finding's text is filled with. */
export type FindingParameters = Record<string, string | number | boolean | null>;

/** What is at stake: a decimal text of zero or more, and the currency's code (ISO 4217). */
export interface FindingAmount {
  value: string;
  currency: string;
}

const gravity: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

/**
 * Orders findings by consequence: by severity, then the larger amount first, then by their place in the body. Amounts of
 * different currencies are compared by their figures alone; findings without one come last.
 */
export function byConsequence<
  Found extends { severity: Severity; amount: FindingAmount | null; pointer: string },
>(one: Found, other: Found): number {
  return (
    gravity[one.severity] - gravity[other.severity] ||
    new Big(other.amount?.value ?? -1).cmp(one.amount?.value ?? -1) ||
    byPlace.compare(one.pointer, other.pointer)
  );
}

/** `/items/9` before `/items/10`. */
const byPlace = new Intl.Collator('en', { numeric: true });
