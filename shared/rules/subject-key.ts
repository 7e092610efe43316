/** By what a person is looked for who asks what is kept about him (Law 172-13): an RNC, a Cédula or a policy number. */
import { describeTaxId } from './rnc.ts';

export const subjectKeyKinds = ['rnc', 'cedula', 'policy'] as const;
export type SubjectKeyKind = (typeof subjectKeyKinds)[number];

/** Why a text is none of these. */
export const subjectKeyProblems = [
  'blank',
  'tooLong',
  'notDigits',
  'wrongLength',
  'noLetterOrDigit',
] as const;
export type SubjectKeyProblem = (typeof subjectKeyProblems)[number];

export interface SubjectKey {
  kind: SubjectKeyKind;
  /** Digits of an RNC or Cédula; a policy number in capitals, each stretch of white space as one space. */
  value: string;
  /** Whether the check digit is right; null of a policy. Some genuine ones fail it. */
  checks: boolean | null;
}

/** The longest policy number that the policy book takes. */
const longest = 100;

/**
 * Reads what a person typed. Digits of other scripts and full-width ones are not taken for digits; a Cédula may stand for
 * the RNC of a person in business.
 */
export function readSubjectKey(
  kind: SubjectKeyKind,
  text: string,
): { key: SubjectKey } | { problem: SubjectKeyProblem } {
  const trimmed = text.trim();
  if (trimmed === '') return { problem: 'blank' };
  if (trimmed.length > longest) return { problem: 'tooLong' };
  if (kind === 'policy') {
    const value = trimmed.replaceAll(/\s+/gu, ' ').toUpperCase();
    return bareCode(value) === '' ? { problem: 'noLetterOrDigit' } : { key: { kind, value, checks: null } };
  }
  const { form, digits, checks } = describeTaxId(trimmed.replaceAll(/[‐-―−.]/g, '-'));
  if (/\D/.test(digits)) return { problem: 'notDigits' };
  if (form === 'cedula' || (form === 'rnc' && kind === 'rnc'))
    return { key: { kind, value: digits, checks } };
  return { problem: digits === '' ? 'notDigits' : 'wrongLength' };
}

/** A policy number or VIN by its letters and digits alone, in capitals: however it was written, it is the same. */
export const bareCode = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, '').toUpperCase();

/**
 * As it may stand in a log and a file's name: its last four characters, of a short one none. Whoever has the whole one
 * recognises it; nobody else learns it.
 */
export function maskedKey(value: string): string {
  const shown = value.length >= 8 ? value.slice(-4) : '';
  return `${'•'.repeat(Math.min(value.length - shown.length, 12))}${shown}`;
}
