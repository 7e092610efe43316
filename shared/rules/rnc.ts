/**
 * Tax ids of the Dominican Republic: an RNC of nine digits, or, of a person in business, a Cédula of eleven. Some
 * genuine ones fail their check digit, so it only ever warns (facts, "Dominican rules").
 */
import { cedulaChecks } from './cedula.ts';

const weights = [7, 9, 8, 6, 5, 4, 3, 2];

/** Whether nine digits end in the check digit of an RNC: ((10 − Σ mod 11) mod 9) + 1 over weights 7 9 8 6 5 4 3 2. */
export function rncChecks(digits: string): boolean {
  if (!/^\d{9}$/.test(digits)) return false;
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  return ((10 - (sum % 11) + 9) % 9) + 1 === Number(digits[8]);
}

interface TaxId {
  form: 'rnc' | 'cedula' | 'blank' | 'unknown';
  /** Without spaces and dashes. */
  digits: string;
  /** Whether the check digit is right; false where the form is neither. */
  checks: boolean;
}

/** What a text is as a tax id, with or without spaces and dashes. */
export function describeTaxId(text: string): TaxId {
  const digits = text.replaceAll(/[\s-]/g, '');
  if (digits === '') return { form: 'blank', digits, checks: false };
  if (/^\d{9}$/.test(digits)) return { form: 'rnc', digits, checks: rncChecks(digits) };
  if (/^\d{11}$/.test(digits)) return { form: 'cedula', digits, checks: cedulaChecks(digits) };
  return { form: 'unknown', digits, checks: false };
}
