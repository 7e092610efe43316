import Big from 'big.js';
import { decimalText, member } from '#shared/marketplace/member.ts';
import type { RecordKind } from '#shared/terms.ts';
import type { RecordSummary } from '../store/index.ts';

/** What of a body is read before the answer: the summary for lists, and the words for the search. */
export interface Gist {
  summary: RecordSummary;
  words: string;
}

const summaryTextLimit = 300;
const wordsLimit = 16_000;

/**
 * Reads the gist of an order straight from its JSON, whatever forms it came in; the thorough reading with
 * its findings follows after the answer.
 */
export function gistOf(kind: RecordKind, marketplaceId: number, json: object): Gist {
  const items = listOf(member(json, 'items'));
  const isPurchase = kind === 'purchaseOrder';
  const partyName = textOf(member(json, isPurchase ? 'supplierName' : 'workshopPersonName'));
  const claimNumber = textOf(member(json, 'insuranceClaimNumber'));
  const requestId = integerOf(member(json, 'requestId'));
  let words = join(String(marketplaceId), claimNumber, requestId, partyName);
  for (const name of searchedTexts) words = join(words, textOf(member(json, name)));
  for (const item of items) {
    if (words.length > wordsLimit) break;
    words = join(words, textOf(member(item, 'itemName')), textOf(member(item, 'itemCode')));
    if (!isPurchase) words = join(words, textOf(member(item, 'workshopServiceName')));
  }
  return {
    summary: {
      claimNumber: short(claimNumber),
      requestId,
      firstItem: short(firstNameOf(items[0])),
      itemCount: items.length,
      partyName: short(partyName),
      total: isPurchase ? purchaseTotal(items) : serviceTotal(json),
    },
    words: words.slice(0, wordsLimit),
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

function firstNameOf(item: object | undefined): string | null {
  if (item === undefined) return null;
  return (
    textOf(member(item, 'itemName')) ??
    textOf(member(item, 'workshopServiceName')) ??
    textOf(member(item, 'itemCode'))
  );
}

function listOf(value: unknown): object[] {
  if (!Array.isArray(value)) return [];
  return value.filter((element) => typeof element === 'object' && element !== null);
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value.length === 0 ? null : value;
  return typeof value === 'number' ? String(value) : null;
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

function short(text: string | null): string | null {
  return text === null || text.length <= summaryTextLimit ? text : `${text.slice(0, summaryTextLimit - 1)}…`;
}
