import { luhn } from './luhn.ts';

/** Whether eleven digits end in the check digit of a Cédula (Luhn). Several hundred genuine ones do not. */
export function cedulaChecks(digits: string): boolean {
  return /^\d{11}$/.test(digits) && luhn(digits);
}
