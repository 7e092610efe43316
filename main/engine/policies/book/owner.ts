import { identificationTypes, personTypes } from '#shared/marketplace/insurance-policy.ts';
import type { PolicyContent } from '../../store/index.ts';
import type { RowValues } from './values.ts';

const ownerNames = [
  'companyTaxId',
  'companyName',
  'identification',
  'firstName',
  'lastName',
  'displayName',
] as const satisfies readonly (keyof RowValues)[];

/** A policy with its owner: what a row says, over what the book has. Null where no name of an owner is known. */
export function completePolicy(
  values: RowValues & { insurancePolicyNumber: string },
  before: PolicyContent | undefined,
): PolicyContent | null {
  const names = namesOf(values, before);
  if (names.displayName === '') return null;
  // What was inferred or given before holds only where the row says nothing about it.
  const saysWho = ownerNames.some((column) => values[column] !== undefined);
  const typeBefore = values.identification === undefined ? before?.identification_type_id : null;
  const typeOfId = values.identificationTypeId ?? typeBefore ?? identificationTypeOf(names.identification);
  const personTypeId =
    values.personTypeId ?? (saysWho ? null : before?.person_type_id) ?? personTypeOf({ ...names, typeOfId });
  return {
    insurance_policy_number: values.insurancePolicyNumber,
    ...(personTypeId === personTypes.company ? asCompany(names) : asNaturalPerson(names, typeOfId)),
    phone_number: values.phoneNumber ?? before?.phone_number ?? '',
    display_name: names.displayName,
    email_address: values.emailAddress ?? before?.email_address ?? '',
    address: values.address ?? before?.address ?? '',
  };
}

interface Names {
  companyTaxId: string;
  companyName: string;
  identification: string;
  firstName: string;
  lastName: string;
  displayName: string;
}

function namesOf(values: RowValues, before: PolicyContent | undefined): Names {
  const or = (given: string | undefined, was: string | null | undefined) => given ?? was ?? '';
  const companyName = or(values.companyName, before?.company_name);
  const firstName = or(values.firstName, before?.first_name);
  const lastName = or(values.lastName, before?.last_name);
  // A name that was made of the others follows them.
  const saysName = [values.companyName, values.firstName, values.lastName].some((name) => name !== undefined);
  const displayName = or(values.displayName, saysName ? '' : before?.display_name);
  return {
    companyTaxId: or(values.companyTaxId, values.identification ? '' : before?.company_tax_id),
    companyName,
    identification: or(values.identification, before?.identification),
    firstName,
    lastName,
    displayName: displayName || companyName || `${firstName} ${lastName}`.trim(),
  };
}

function asCompany({ companyTaxId, companyName, identification, displayName }: Names) {
  return {
    person_type_id: personTypes.company,
    company_tax_id: companyTaxId || identification,
    company_name: companyName || displayName,
    identification: null,
    identification_type_id: null,
    first_name: null,
    last_name: null,
  };
}

function asNaturalPerson({ identification, firstName, lastName }: Names, typeOfId: number | null) {
  return {
    person_type_id: personTypes.naturalPerson,
    company_tax_id: null,
    company_name: null,
    identification,
    identification_type_id: identification === '' ? null : typeOfId,
    first_name: firstName,
    last_name: lastName,
  };
}

const companyEnding =
  /(^|[\s,])(s\.?\s?r\.?\s?l\.?|s\.?\s?a\.?\s?s?\.?|e\.?\s?i\.?\s?r\.?\s?l\.?|c\.?\s?por\s?a\.?|inc\.?)$/i;

/** What the row's owner is by what is known of it; a name alone is a company's by its ending (SRL, S. A., EIRL …). */
function personTypeOf(owner: Names & { typeOfId: number | null }): number {
  if (owner.companyTaxId !== '' || owner.companyName !== '') return personTypes.company;
  if (owner.firstName !== '' || owner.lastName !== '') return personTypes.naturalPerson;
  if (owner.typeOfId === identificationTypes.cedula) return personTypes.naturalPerson;
  if (owner.typeOfId === identificationTypes.rnc) return personTypes.company;
  return companyEnding.test(owner.displayName) ? personTypes.company : personTypes.naturalPerson;
}

/** By the number of digits: an RNC has 9, a Cédula 11. Null of nothing. */
function identificationTypeOf(identification: string): number | null {
  if (identification === '') return null;
  const digits = identification.replaceAll(/[\s-]/g, '');
  if (/^\d{9}$/.test(digits)) return identificationTypes.rnc;
  return /^\d{11}$/.test(digits) ? identificationTypes.cedula : identificationTypes.other;
}
