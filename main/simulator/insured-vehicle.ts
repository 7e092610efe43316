/**
 * The sample policy book, a vehicle at a time: each row of a seed is made by its number alone, so that a book of any
 * length, a claim and a lookup speak of the same policy.
 */
import { identificationTypes, personTypes } from '#shared/marketplace/insurance-policy.ts';
import { randomFor } from './random.ts';
import {
  busyProvinces,
  earliestYear,
  firstNames,
  fullCoverage,
  lastNames,
  latestYear,
  liabilityOnly,
  models,
  type SampleCoverage,
  type SampleModel,
  sampleCedula,
  samplePhone,
  sampleTaxId,
  sampleVin,
  streets,
} from './sample-data.ts';

/** How a vehicle stands in the book; `liabilityOnly` covers no damage of the vehicle itself. */
export const policyStates = ['inForce', 'expired', 'excluded', 'premiumUnpaid', 'liabilityOnly'] as const;
export type PolicyState = (typeof policyStates)[number];

interface InsuredOwner {
  personTypeId: number;
  /** Of a company, otherwise empty. */
  companyTaxId: string;
  companyName: string;
  /** Of a natural person, otherwise empty; `identificationTypeId` is then null. */
  identification: string;
  identificationTypeId: number | null;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  displayName: string;
  emailAddress: string;
  address: string;
}

export interface InsuredVehicle extends SampleModel {
  policyNumber: string;
  owner: InsuredOwner;
  vin: string;
  year: number;
  state: PolicyState;
  coverages: readonly SampleCoverage[];
  /** In Dominican pesos, whole. */
  deductible: number;
}

/** A book of this many vehicles has the vehicle of every claim that a marketplace draws. */
export const sampleBookSize = 500;

/** The book repeats itself in its structure: in every 20 vehicles these positions begin a policy. */
const cycle = 20;
const policyStarts = [0, 1, 2, 3, 4, 5, 10, 11, 13, 14, 15, 16, 17, 18] as const;
const companies: readonly number[] = [2, 5, 11];
const foreigners: readonly number[] = [15];
const stateAt: Readonly<Record<number, PolicyState>> = {
  4: 'expired',
  9: 'excluded',
  13: 'premiumUnpaid',
  17: 'liabilityOnly',
};
const places = Array.from({ length: cycle }, (_, place) => place);

/** How many vehicles of a book of `sampleBookSize` are in this state. */
export function vehiclesInState(state: PolicyState): number {
  const inCycle = places.filter((place) => (stateAt[place] ?? 'inForce') === state).length;
  return inCycle * Math.floor(sampleBookSize / cycle);
}

/** The nth row of the book that is in this state, counted from 0. */
export function rowInState(state: PolicyState, nth: number): number {
  const found = places.filter((place) => (stateAt[place] ?? 'inForce') === state);
  const place = found[nth % found.length];
  if (place === undefined) throw new RangeError(`no row is ${state}`);
  return Math.floor(nth / found.length) * cycle + place;
}

/** The row `index` of the book, counted from 0. */
export function insuredVehicle(seed: number, index: number): InsuredVehicle {
  const random = randomFor(seed, `insured vehicle ${index}`);
  const place = index % cycle;
  const start = policyStarts.findLast((first) => first <= place) ?? 0;
  const policy = Math.floor(index / cycle) * policyStarts.length + policyStarts.indexOf(start);
  const state = stateAt[place] ?? 'inForce';
  const year = random.integer(earliestYear + 2, latestYear);
  return {
    policyNumber: `AUTO-PRUEBA-${String(policy + 1).padStart(6, '0')}`,
    owner: makeOwner(seed, policy, start),
    ...random.pick(models),
    vin: sampleVin(random, year, index),
    year,
    state,
    coverages: state === 'liabilityOnly' ? liabilityOnly : fullCoverage,
    deductible: random.integer(0, 4) * 2_500,
  };
}

function makeOwner(seed: number, policy: number, place: number): InsuredOwner {
  const random = randomFor(seed, `owner of policy ${policy}`);
  const province = random.pick(busyProvinces);
  const city = random.pick(province.cities);
  const contact = {
    phoneNumber: samplePhone(random),
    emailAddress: `asegurado${policy + 1}@correo-prueba.example`,
    address: `${random.pick(streets)} No. ${random.integer(1, 180)}, ${city.name}, ${province.name}`,
  };
  const nobody = { identification: '', identificationTypeId: null, firstName: '', lastName: '' };
  if (companies.includes(place)) {
    const companyName = `Empresa Prueba ${policy + 1}, S.R.L.`;
    const company = { companyTaxId: sampleTaxId(10_000 + policy), companyName, displayName: companyName };
    return { personTypeId: personTypes.company, ...company, ...nobody, ...contact };
  }
  const [firstName, lastName] = [random.pick(firstNames), random.pick(lastNames)];
  const isForeigner = foreigners.includes(place);
  return {
    personTypeId: personTypes.naturalPerson,
    companyTaxId: '',
    companyName: '',
    identification: isForeigner ? `PRUEBA${String(policy).padStart(5, '0')}` : sampleCedula(policy),
    identificationTypeId: isForeigner ? identificationTypes.other : identificationTypes.cedula,
    firstName,
    lastName,
    displayName: `${firstName} ${lastName}`,
    ...contact,
  };
}
