/**
 * Tax receipts of the Dominican Republic (DGII; facts, "Dominican rules"). NCF: `B`, two digits of type, eight of
 * sequence. e-CF: `E`, two of type, ten of sequence. Before May 2018 an NCF had 19 characters: a letter, eight digits
 * of where it was issued, two of type, eight of sequence.
 */
import * as z from 'zod';

export const receiptTypes = [
  'fiscalCredit',
  'consumer',
  'debitNote',
  'creditNote',
  'purchases',
  'singleIncome',
  'minorExpenses',
  'specialRegime',
  'government',
  'exports',
  'paymentsAbroad',
] as const;
export const receiptType = z.enum(receiptTypes);
export type ReceiptType = z.infer<typeof receiptType>;

const paperTypes: Readonly<Record<string, ReceiptType>> = {
  '01': 'fiscalCredit',
  '02': 'consumer',
  '03': 'debitNote',
  '04': 'creditNote',
  '11': 'purchases',
  '12': 'singleIncome',
  '13': 'minorExpenses',
  '14': 'specialRegime',
  '15': 'government',
  '16': 'exports',
  '17': 'paymentsAbroad',
};

const electronicTypes: Readonly<Record<string, ReceiptType>> = {
  '31': 'fiscalCredit',
  '32': 'consumer',
  '33': 'debitNote',
  '34': 'creditNote',
  '41': 'purchases',
  '43': 'minorExpenses',
  '44': 'specialRegime',
  '45': 'government',
  '46': 'exports',
  '47': 'paymentsAbroad',
};

/** The day from which only the forms of 11 and 13 characters are good. */
export const oldFormEnds = '2018-05-01';

export interface Receipt {
  /** `old` is the form of before May 2018. */
  form: 'ncf' | 'ecf' | 'old' | 'blank' | 'unknown';
  /** In capitals, without spaces and dashes: two receipts are the same where this and the issuer are. */
  number: string;
  /** The two digits that tell the type; null where there is no form to read them by. */
  typeCode: string | null;
  /** Null where the code is not one of DGII's. */
  type: ReceiptType | null;
  isElectronic: boolean;
  /** Whether it must carry the last day of its sequence: not for consumers, nor as credit note. */
  expires: boolean;
}

/** What a text is as the number of a tax receipt. */
export function describeReceipt(text: string): Receipt {
  const number = text.replaceAll(/[\s-]/g, '').toUpperCase();
  const form = formOf(number);
  const isElectronic = form === 'ecf';
  const typeCode =
    form === 'ncf' || isElectronic ? number.slice(1, 3) : form === 'old' ? number.slice(9, 11) : null;
  const types = isElectronic ? electronicTypes : paperTypes;
  const type = typeCode === null ? null : (types[typeCode] ?? null);
  const expires = type !== null && form !== 'old' && type !== 'consumer' && type !== 'creditNote';
  return { form, number, typeCode, type, isElectronic, expires };
}

function formOf(number: string): Receipt['form'] {
  if (number === '') return 'blank';
  if (/^B\d{10}$/.test(number)) return 'ncf';
  if (/^E\d{12}$/.test(number)) return 'ecf';
  return /^[A-Z]\d{18}$/.test(number) ? 'old' : 'unknown';
}
