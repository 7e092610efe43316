import type { PolicyFields, RowProblem } from '#shared/contract/policies.ts';
import { identificationTypes, personTypes } from '#shared/marketplace/insurance-policy.ts';
import {
  type PolicyColumn,
  policyContentColumns,
  type RowProblemCode,
  vehicleContentColumns,
} from '#shared/policy-terms.ts';
import { cedulaChecks } from '#shared/rules/cedula.ts';
import { isScientific } from '#shared/rules/policy-identifiers.ts';
import { rncChecks } from '#shared/rules/rnc.ts';
import type { PolicyContent, VehicleContent } from '../../store/index.ts';
import {
  coveragesOf,
  coveragesText,
  folded,
  readAmount,
  readCoverages,
  readDay,
  readIdentificationType,
  readPersonType,
  readYesOrNo,
  storedCoverages,
} from './cells.ts';

/** What is wrong with a cell, without its place in the file. */
export type CellProblem = Pick<RowProblem, 'column' | 'code' | 'value'>;

type Reading<Value> = { value: Value } | { problem: RowProblemCode };

const shownLength = 80;

const text =
  (limit: number) =>
  (cell: string): Reading<string> =>
    cell.length > limit ? { problem: 'tooLong' } : { value: cell };

/** The text of what identifies something, whose every digit counts. */
const identifier =
  (limit: number, make: (cell: string) => string = (cell) => cell) =>
  (cell: string): Reading<string> =>
    isScientific(cell) ? { problem: 'scientific' } : text(limit)(make(cell));

const needed =
  (limit: number, make: (cell: string) => string) =>
  (cell: string): Reading<string> =>
    cell === '' ? { problem: 'missing' } : identifier(limit, make)(cell);

/** `null` of `read` is the problem; an empty text is `empty`. */
function or<Value, Empty>(problem: RowProblemCode, read: (cell: string) => Value | null, empty: Empty) {
  return (cell: string): Reading<Value | Empty> => {
    if (cell === '') return { value: empty };
    const value = read(cell);
    return value === null ? { problem } : { value };
  };
}

/** How the text of each column is read. Lengths are those of the marketplace's query and of what a screen can show. */
const readers = {
  insurancePolicyNumber: needed(100, (cell) => cell),
  /** 1 company, 2 natural person; null where it is to be inferred. */
  personTypeId: or('unknownPersonType', readPersonType, null),
  companyTaxId: identifier(30),
  companyName: text(200),
  identification: identifier(30),
  /** 1 RNC, 2 Cédula, 3 other; null where it is to be inferred. */
  identificationTypeId: or('unknownIdentificationType', readIdentificationType, null),
  firstName: text(100),
  lastName: text(100),
  phoneNumber: identifier(60),
  displayName: text(200),
  emailAddress: text(200),
  address: text(500),
  vin: needed(50, vinKey),
  makeName: text(100),
  modelName: text(100),
  year: (cell: string): Reading<number | null> => {
    if (cell === '') return { value: null };
    if (!/^\d+$/.test(cell)) return { problem: 'notANumber' };
    const year = Number(cell);
    return year >= 1900 && year <= 2100 ? { value: year } : { problem: 'notAYear' };
  },
  /** JSON: `[[code, name], …]`. */
  coverages: or('badCoverages', readStoredCoverages, '[]'),
  /** Decimal texts. */
  accountBalance: or('notAnAmount', readAmount, '0.00'),
  deductibleAmount: or('notAnAmount', readAmount, '0.00'),
  /** ISO days. */
  validFrom: or('notADate', readDay, null),
  validTo: or('notADate', readDay, null),
  excluded: or('notYesOrNo', readYesOrNo, false),
  premiumUnpaid: or('notYesOrNo', readYesOrNo, false),
  // No vehicle is worth less than nothing.
  vehicleValue: or('notAnAmount', (text) => notNegative(readAmount(text)), null),
} satisfies Record<PolicyColumn, (text: string) => Reading<unknown>>;

const notNegative = (amount: string | null): string | null => (amount?.startsWith('-') ? null : amount);

/** The value of each column of a row, read from texts. Absent: the row says nothing about it. */
export type RowValues = {
  -readonly [Column in PolicyColumn]?: Extract<
    ReturnType<(typeof readers)[Column]>,
    { value: unknown }
  >['value'];
};

/** Most cells of a file repeat a few lists of coverages. */
const known = new Map<string, string | null>();
const maxKnown = 500;

function readStoredCoverages(cell: string): string | null {
  const before = known.get(cell);
  if (before !== undefined) return before;
  const coverages = readCoverages(cell);
  const stored = coverages === null ? null : storedCoverages(coverages);
  if (known.size < maxKnown) known.set(cell, stored);
  return stored;
}

/** What a cell is rid of: control characters, doubled spaces, spaces at its ends. */
const untidy = /^\s|\s$|\s\s|[^\S ]|\p{Cc}/u;

/** What a spreadsheet shows in place of a value that it could not find or compute, in English and Spanish. */
const failed =
  /^#(?:N\/[AD]|(?:REF|VALUE|DIV\/0|NUM|NULL)!|NAME\?|[¡¿](?:REF|VALOR|DIV\/0|NUM|NULO)!|¿NOMBRE\?)$/i;

/** Reads one cell into `values`; answers what is wrong with it, or null. */
export function readCell(values: RowValues, column: PolicyColumn, raw: string): CellProblem | null {
  const cell = untidy.test(raw) ? raw.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim() : raw;
  if (failed.test(cell)) return { column, code: 'missing', value: cell };
  const reading = readers[column](cell);
  if ('problem' in reading) return { column, code: reading.problem, value: shortened(cell) };
  Object.assign(values, { [column]: reading.value });
  return null;
}

/** Reads a flat row of texts; a row without number or VIN says so. */
export function readRow(fields: Partial<Record<PolicyColumn, string | undefined>>): {
  values: RowValues;
  problems: CellProblem[];
} {
  const values: RowValues = {};
  const problems: CellProblem[] = [];
  const row = { insurancePolicyNumber: '', vin: '', ...fields };
  for (const [column, cell] of Object.entries(row)) {
    if (cell === undefined) continue;
    const problem = readCell(values, column as PolicyColumn, cell);
    if (problem !== null) problems.push(problem);
  }
  return { values, problems };
}

export function shortened(cell: string): string {
  return cell.length <= shownLength ? cell : `${cell.slice(0, shownLength - 1)}…`;
}

/** What policy numbers are compared by: trimmed, white space of any kind and length as one space, without regard to case. */
export function numberKey(insurancePolicyNumber: string): string {
  return insurancePolicyNumber.trim().replaceAll(/\s+/gu, ' ').toUpperCase();
}

/** A VIN as it is kept and compared: trimmed, upper case. */
export function vinKey(vin: string): string {
  return vin.trim().toUpperCase();
}

/** A row as the book holds it: what was given, over what the book has. */
export interface Completed {
  policy: PolicyContent;
  vehicle: VehicleContent;
}

/**
 * Puts the values of a row over what the book has of the policy and the vehicle, and infers what is not said. Answers
 * problems instead where no owner is known or the period ends before it begins.
 */
export function completeRow(
  values: RowValues & { insurancePolicyNumber: string },
  before: { policy: PolicyContent | undefined; vehicle: VehicleContent | undefined },
): Completed | { problems: CellProblem[] } {
  const policy = completePolicy(values, before.policy);
  const vehicle = vehicleOf(values, before.vehicle);
  const problems: CellProblem[] = [];
  if (policy === null) problems.push({ column: null, code: 'ownerMissing', value: '' });
  const { validFrom, validTo } = vehicle;
  if (validFrom !== null && validTo !== null && validTo < validFrom) {
    problems.push({ column: 'validTo', code: 'periodReversed', value: validTo });
  }
  return policy === null || problems.length > 0 ? { problems } : { policy, vehicle };
}

function vehicleOf(values: RowValues, before: VehicleContent | undefined): VehicleContent {
  const flag = (value: boolean | undefined, was: number | undefined) =>
    value === undefined ? (was ?? 0) : Number(value);
  return {
    makeName: values.makeName ?? before?.makeName ?? '',
    modelName: values.modelName ?? before?.modelName ?? '',
    year: values.year === undefined ? (before?.year ?? null) : values.year,
    coverages: values.coverages ?? before?.coverages ?? '[]',
    accountBalance: values.accountBalance ?? before?.accountBalance ?? '0.00',
    deductibleAmount: values.deductibleAmount ?? before?.deductibleAmount ?? '0.00',
    validFrom: values.validFrom === undefined ? (before?.validFrom ?? null) : values.validFrom,
    validTo: values.validTo === undefined ? (before?.validTo ?? null) : values.validTo,
    excluded: flag(values.excluded, before?.excluded),
    premiumUnpaid: flag(values.premiumUnpaid, before?.premiumUnpaid),
    vehicleValue: values.vehicleValue === undefined ? (before?.vehicleValue ?? null) : values.vehicleValue,
  };
}

const ownerNames = [
  'companyTaxId',
  'companyName',
  'identification',
  'firstName',
  'lastName',
  'displayName',
] as const satisfies readonly PolicyColumn[];

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
  const typeBefore = values.identification === undefined ? before?.identificationTypeId : null;
  const typeGiven = values.identificationTypeId ?? typeBefore ?? null;
  const identification = wholeIdentification(values, before, { ...names, typeGiven });
  const owner = { ...names, identification, typeOfId: typeGiven ?? identificationTypeOf(identification) };
  const personTypeId = values.personTypeId ?? (saysWho ? null : before?.personTypeId) ?? personTypeOf(owner);
  return {
    insurancePolicyNumber: values.insurancePolicyNumber,
    ...(personTypeId === personTypes.company ? asCompany(owner) : asNaturalPerson(owner)),
    phoneNumber: values.phoneNumber ?? before?.phoneNumber ?? '',
    displayName: names.displayName,
    emailAddress: values.emailAddress ?? before?.emailAddress ?? '',
    address: values.address ?? before?.address ?? '',
  };
}

/** Another name with another identification is another owner, of whom the book knows nothing yet. */
function isAnotherOwner(values: RowValues, before: PolicyContent | undefined): boolean {
  const known = [before?.identification, before?.companyTaxId].filter((id) => id);
  const ids = [values.identification, values.companyTaxId].filter((id) => id);
  const { displayName: name } = namesOf(values, undefined);
  const isSameName = name === '' || folded(name) === folded(before?.displayName ?? '');
  if (known.length === 0 || ids.length === 0 || isSameName) return false;
  return !ids.some((one) => known.some((other) => isSameId(one ?? '', other ?? '')));
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
  const or = (value: string | undefined, was: string | null | undefined) => value ?? was ?? '';
  const companyName = or(values.companyName, before?.companyName);
  const firstName = or(values.firstName, before?.firstName);
  const lastName = or(values.lastName, before?.lastName);
  // A name that was made of the others follows them.
  const saysName = [values.companyName, values.firstName, values.lastName].some((name) => name !== undefined);
  const displayName = or(values.displayName, saysName ? '' : before?.displayName);
  return {
    companyTaxId: or(values.companyTaxId, values.identification ? '' : before?.companyTaxId),
    companyName,
    identification: or(values.identification, before?.identification),
    firstName,
    lastName,
    displayName: displayName || companyName || `${firstName} ${lastName}`.trim(),
  };
}

function asCompany({ companyTaxId, companyName, identification, displayName }: Names) {
  return {
    personTypeId: personTypes.company,
    companyTaxId: companyTaxId || identification,
    companyName: companyName || displayName,
    identification: null,
    identificationTypeId: null,
    firstName: null,
    lastName: null,
  };
}

/** A person's Cédula may stand in the column of the RNC: it is a tax id as well. */
function asNaturalPerson(owner: Names & { typeOfId: number | null }) {
  const identification = owner.identification || owner.companyTaxId;
  return {
    personTypeId: personTypes.naturalPerson,
    companyTaxId: null,
    companyName: null,
    identification,
    identificationTypeId:
      identification === '' ? null : (owner.typeOfId ?? identificationTypeOf(identification)),
    firstName: owner.firstName,
    lastName: owner.lastName,
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

const bare = (identification: string) => identification.replaceAll(/[\s-]/g, '');

/** By the number of digits: an RNC has 9, a Cédula 11. Null of nothing. */
function identificationTypeOf(identification: string): number | null {
  if (identification === '') return null;
  if (/^\d{9}$/.test(bare(identification))) return identificationTypes.rnc;
  return isCedula(identification) ? identificationTypes.cedula : identificationTypes.other;
}

function isCedula(identification: string): boolean {
  return /^\d{11}$/.test(bare(identification));
}

/** Whether both are the same but for hyphens, spaces, case and the zeros that a spreadsheet takes from the front. */
function isSameId(one: string, other: string): boolean {
  const compared = (id: string) => bare(id).replace(/^0+/, '').toUpperCase();
  return compared(one) === compared(other);
}

/** Whether the first is the second without the zeros at its front. */
function hasLostZeros(identification: string, whole: string): boolean {
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
function withLostZeros(
  identification: string,
  owner: { type: number | null; isCompany: boolean; isPerson: boolean },
): string {
  if (!/^\d{9,10}$/.test(identification)) return identification;
  const whole = identification.padStart(11, '0');
  if (owner.type !== null) return owner.type === identificationTypes.cedula ? whole : identification;
  if (owner.isCompany || !cedulaChecks(whole)) return identification;
  return owner.isPerson || !rncChecks(identification) ? whole : identification;
}

/** A vehicle and its policy as flat texts, as a file would hold them; what is read back from them is the same. */
export function fieldsOf(
  policy: PolicyContent,
  vehicle: VehicleContent & { vin: string },
): Required<PolicyFields> {
  return {
    insurancePolicyNumber: policy.insurancePolicyNumber,
    personTypeId: String(policy.personTypeId),
    companyTaxId: policy.companyTaxId ?? '',
    companyName: policy.companyName ?? '',
    identification: policy.identification ?? '',
    identificationTypeId: policy.identificationTypeId === null ? '' : String(policy.identificationTypeId),
    firstName: policy.firstName ?? '',
    lastName: policy.lastName ?? '',
    phoneNumber: policy.phoneNumber,
    displayName: policy.displayName,
    emailAddress: policy.emailAddress,
    address: policy.address,
    vin: vehicle.vin,
    makeName: vehicle.makeName,
    modelName: vehicle.modelName,
    year: vehicle.year === null ? '' : String(vehicle.year),
    coverages: coveragesText(coveragesOf(vehicle.coverages)),
    accountBalance: vehicle.accountBalance,
    deductibleAmount: vehicle.deductibleAmount,
    validFrom: vehicle.validFrom ?? '',
    validTo: vehicle.validTo ?? '',
    excluded: String(vehicle.excluded === 1),
    premiumUnpaid: String(vehicle.premiumUnpaid === 1),
    vehicleValue: vehicle.vehicleValue ?? '',
  };
}

export function isSamePolicy(one: PolicyContent, other: PolicyContent): boolean {
  return policyContentColumns.every((column) => one[column] === other[column]);
}

export function isSameVehicle(one: VehicleContent, other: VehicleContent): boolean {
  return vehicleContentColumns.every((column) => one[column] === other[column]);
}
