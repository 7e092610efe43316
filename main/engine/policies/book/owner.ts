import { identificationTypes, personTypes } from '#shared/marketplace/insurance-policy.ts';
import type { PolicyContent } from '../../store/index.ts';
import { hasLostZeros, identificationTypeOf, isCedula, isSameId, withLostZeros } from './identification.ts';
import { folded } from './read-choices.ts';
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
  inBook: PolicyContent | undefined,
): PolicyContent | null {
  const before = isAnotherOwner(values, inBook) ? undefined : inBook;
  const names = namesOf(values, before);
  if (names.displayName === '') return null;
  // What was inferred or given before holds only where the row says nothing about it.
  const saysWho = ownerNames.some((column) => values[column] !== undefined);
  const typeBefore = values.identification === undefined ? before?.identification_type_id : null;
  const typeGiven = values.identificationTypeId ?? typeBefore ?? null;
  const identification = wholeIdentification(values, before, { ...names, typeGiven });
  const owner = { ...names, identification, typeOfId: typeGiven ?? identificationTypeOf(identification) };
  const personTypeId =
    values.personTypeId ?? (saysWho ? null : before?.person_type_id) ?? personTypeOf(owner);
  return {
    insurance_policy_number: values.insurancePolicyNumber,
    ...(personTypeId === personTypes.company ? asCompany(owner) : asNaturalPerson(owner)),
    phone_number: values.phoneNumber ?? before?.phone_number ?? '',
    display_name: names.displayName,
    email_address: values.emailAddress ?? before?.email_address ?? '',
    address: values.address ?? before?.address ?? '',
  };
}

/** Another name with another identification is another owner, of whom the book knows nothing yet. */
function isAnotherOwner(values: RowValues, before: PolicyContent | undefined): boolean {
  const known = [before?.identification, before?.company_tax_id].filter((id) => id);
  const given = [values.identification, values.companyTaxId].filter((id) => id);
  const { displayName: name } = namesOf(values, undefined);
  const isSameName = name === '' || folded(name) === folded(before?.display_name ?? '');
  if (known.length === 0 || given.length === 0 || isSameName) return false;
  return !given.some((one) => known.some((other) => isSameId(one ?? '', other ?? '')));
}

function wholeIdentification(
  values: RowValues,
  before: PolicyContent | undefined,
  owner: Names & { typeGiven: number | null },
): string {
  const known = before?.identification;
  // Without its zeros it is still the one that the book has.
  if (known && hasLostZeros(owner.identification, known)) return known;
  const isCompany =
    values.personTypeId === personTypes.company ||
    owner.companyName !== '' ||
    owner.companyTaxId !== '' ||
    companyEnding.test(owner.displayName);
  return withLostZeros(owner.identification, {
    type: owner.typeGiven,
    isCompany,
    isPerson: values.personTypeId === personTypes.naturalPerson || owner.lastName !== '',
  });
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

/** A person's Cédula may stand in the column of the RNC: it is a tax id as well. */
function asNaturalPerson(owner: Names & { typeOfId: number | null }) {
  const identification = owner.identification || owner.companyTaxId;
  return {
    person_type_id: personTypes.naturalPerson,
    company_tax_id: null,
    company_name: null,
    identification,
    identification_type_id:
      identification === '' ? null : (owner.typeOfId ?? identificationTypeOf(identification)),
    first_name: owner.firstName,
    last_name: owner.lastName,
  };
}

const companyEnding =
  /(^|[\s,])(s\.?\s?r\.?\s?l\.?|s\.?\s?a\.?\s?s?\.?|e\.?\s?i\.?\s?r\.?\s?l\.?|c\.?\s?por\s?a\.?|inc\.?)$/i;

/**
 * What the row's owner is by what is known of it. A name alone is a company's by its ending (SRL, S. A., EIRL …), also
 * where it stands whole in the column of first names; an RNC of eleven digits is a person's Cédula.
 */
function personTypeOf(owner: Names & { typeOfId: number | null }): number {
  const isNamedAsCompany = companyEnding.test(owner.displayName);
  if (owner.companyName !== '') return personTypes.company;
  if (owner.companyTaxId !== '') {
    return isCedula(owner.companyTaxId) && !isNamedAsCompany
      ? personTypes.naturalPerson
      : personTypes.company;
  }
  if (owner.lastName !== '') return personTypes.naturalPerson;
  if (owner.typeOfId === identificationTypes.cedula) return personTypes.naturalPerson;
  if (owner.typeOfId === identificationTypes.rnc) return personTypes.company;
  return isNamedAsCompany ? personTypes.company : personTypes.naturalPerson;
}
