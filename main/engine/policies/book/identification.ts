import { identificationTypes } from '#shared/marketplace/insurance-policy.ts';
import { cedulaChecks } from '#shared/rules/cedula.ts';
import { rncChecks } from '#shared/rules/rnc.ts';

const bare = (identification: string) => identification.replaceAll(/[\s-]/g, '');

/** By the number of digits: an RNC has 9, a Cédula 11. Null of nothing. */
export function identificationTypeOf(identification: string): number | null {
  if (identification === '') return null;
  if (/^\d{9}$/.test(bare(identification))) return identificationTypes.rnc;
  return isCedula(identification) ? identificationTypes.cedula : identificationTypes.other;
}

export function isCedula(identification: string): boolean {
  return /^\d{11}$/.test(bare(identification));
}

/** Whether both are the same but for hyphens, spaces, case and the zeros that a spreadsheet takes from the front. */
export function isSameId(one: string, other: string): boolean {
  const compared = (id: string) => bare(id).replace(/^0+/, '').toUpperCase();
  return compared(one) === compared(other);
}

/** Whether the first is the second without the zeros at its front. */
export function hasLostZeros(identification: string, whole: string): boolean {
  return (
    /^\d+$/.test(identification) &&
    identification.length < bare(whole).length &&
    isSameId(identification, whole)
  );
}

/**
 * A Cédula with the zeros that a spreadsheet has taken from its front: those of Santo Domingo begin with 001, so that as
 * numbers they have the nine digits of an RNC. Where its type is not said, its check digit decides, and where both a
 * Cédula and an RNC would be right, what else is known of the owner.
 */
export function withLostZeros(
  identification: string,
  owner: { type: number | null; isCompany: boolean; isPerson: boolean },
): string {
  if (!/^\d{9,10}$/.test(identification)) return identification;
  const whole = identification.padStart(11, '0');
  if (owner.type !== null) return owner.type === identificationTypes.cedula ? whole : identification;
  if (owner.isCompany || !cedulaChecks(whole)) return identification;
  return owner.isPerson || !rncChecks(identification) ? whole : identification;
}
