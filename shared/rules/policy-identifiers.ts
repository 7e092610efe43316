import type { RowWarningCode } from '../policy-terms.ts';
import { cedulaChecks } from './cedula.ts';
import { describeTaxId, rncChecks } from './rnc.ts';
import { describeVin } from './vin.ts';

/** What identifies a vehicle and its owner in the policy book, as texts. */
export interface PolicyIdentifiers {
  vin?: string | undefined;
  /** RNC of a company. */
  companyTaxId?: string | null | undefined;
  identification?: string | null | undefined;
  /** 1 RNC, 2 Cédula, 3 other (interface, "PersonalDetails"); null where it is to be inferred. */
  identificationTypeId?: number | null | undefined;
}

/** An identifier that is odd; it is kept all the same, since genuine exceptions exist (facts, "Dominican rules"). */
interface OddIdentifier {
  column: 'vin' | 'companyTaxId' | 'identification';
  code: RowWarningCode;
}

/** What is odd about the identifiers of a row; what is absent or empty is not odd. */
export function oddIdentifiers(row: PolicyIdentifiers): OddIdentifier[] {
  const odd: OddIdentifier[] = [];
  const tell = (column: OddIdentifier['column'], code: RowWarningCode | null) => {
    if (code !== null) odd.push({ column, code });
  };
  tell('vin', oddVin(row.vin ?? ''));
  tell('companyTaxId', oddTaxId(row.companyTaxId ?? ''));
  tell('identification', oddIdentification(row.identification ?? '', row.identificationTypeId ?? null));
  return odd;
}

function oddVin(text: string): RowWarningCode | null {
  const { form, number, checks } = describeVin(text);
  if (form === 'blank') return text.trim() === '' ? null : 'vinForm';
  if (form === 'vin') return checks === false ? 'vinCheckDigit' : null;
  if (!/^[A-Z0-9]+$/.test(number)) return 'vinForm';
  return number.length === 17 ? 'vinLetters' : 'vinLength';
}

function oddTaxId(text: string): RowWarningCode | null {
  const { form, checks } = describeTaxId(text);
  if (form === 'blank') return null;
  if (form === 'unknown') return 'taxIdForm';
  return checks ? null : form === 'rnc' ? 'rncCheckDigit' : 'cedulaCheckDigit';
}

function oddIdentification(text: string, type: number | null): RowWarningCode | null {
  const { form, digits } = describeTaxId(text);
  if (form === 'blank' || type === 3) return null;
  // A spreadsheet takes the zeros from the front of a Cédula; the book puts them back.
  const isWholeWithZeros = digits.length >= 9 && cedulaChecks(digits.padStart(11, '0'));
  if (type === 2) {
    if (isWholeWithZeros) return null;
    return form === 'cedula' ? oddTaxId(text) : 'taxIdForm';
  }
  if (type === 1) return oddTaxId(text);
  if (isWholeWithZeros || rncChecks(digits)) return null;
  // Another identification, as of a passport, is in order as it is.
  return /^\d+$/.test(digits) ? oddTaxId(text) : null;
}

/**
 * Whether a text is a number in scientific notation, `1.23457E+16`: what a spreadsheet makes of a long number, whose
 * last digits are lost.
 */
export function isScientific(text: string): boolean {
  return /^[+-]?(\d+[.,]\d+E[+-]?|\d+E[+-])\d{1,3}$/i.test(text.trim());
}
