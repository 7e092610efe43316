/** A sample policy book as flat rows and as a file, as an insurer's own system would export it. */

import type { PolicyColumn } from '#shared/policy-terms.ts';
import { policyColumns } from '#shared/policy-terms.ts';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { daysLater } from './amounts-and-times.ts';
import { insuredVehicle } from './insured-vehicle.ts';
import { randomFor } from './random.ts';

/** All columns as texts, an empty one where there is nothing: what the import takes as rows, and what a file holds. */
export type SamplePolicy = Record<PolicyColumn, string>;

/**
 * The first `count` vehicles of the book of a seed. In every 20, one policy is expired on the day, one vehicle excluded,
 * one premium unpaid, and one covers liability only.
 */
export function samplePolicies(seed: number, count: number, today = new Date()): SamplePolicy[] {
  return Array.from({ length: count }, (_, index) => samplePolicy(seed, index, today));
}

function samplePolicy(seed: number, index: number, today: Date): SamplePolicy {
  const { policyNumber, owner, vin, makeName, modelName, year, state, coverages, deductible } =
    insuredVehicle(seed, index);
  // By policy, so that the vehicles of a fleet have one period.
  const random = randomFor(seed, `period of ${policyNumber}`);
  const validFrom = daysLater(
    today,
    state === 'expired' ? -random.integer(395, 560) : -random.integer(30, 330),
  );
  const balance = state === 'premiumUnpaid' ? random.integer(40, 320) * 100 : 0;
  return {
    insurancePolicyNumber: policyNumber,
    personTypeId: String(owner.personTypeId),
    companyTaxId: owner.companyTaxId,
    companyName: owner.companyName,
    identification: owner.identification,
    identificationTypeId: owner.identificationTypeId === null ? '' : String(owner.identificationTypeId),
    firstName: owner.firstName,
    lastName: owner.lastName,
    phoneNumber: owner.phoneNumber,
    displayName: owner.displayName,
    emailAddress: owner.emailAddress,
    address: owner.address,
    vin,
    makeName,
    modelName,
    year: String(year),
    coverages: coverages.map(({ code, name }) => `${code}:${name}`).join(';'),
    accountBalance: balance.toFixed(2),
    deductibleAmount: deductible.toFixed(2),
    validFrom: dominicanDay(validFrom.getTime()),
    validTo: dominicanDay(daysLater(validFrom, 364).getTime()),
    excluded: String(state === 'excluded'),
    premiumUnpaid: String(state === 'premiumUnpaid'),
    vehicleValue: (randomFor(seed, `value of ${vin}`).integer(220, 1900) * 1000).toFixed(2),
  };
}

/** Headings as a Dominican office writes them. */
export const spanishHeadings: Record<PolicyColumn, string> = {
  insurancePolicyNumber: 'No. de póliza',
  personTypeId: 'Tipo de persona',
  companyTaxId: 'RNC',
  companyName: 'Razón social',
  identification: 'Cédula',
  identificationTypeId: 'Tipo de identificación',
  firstName: 'Nombres',
  lastName: 'Apellidos',
  phoneNumber: 'Teléfono',
  displayName: 'Asegurado',
  emailAddress: 'Correo electrónico',
  address: 'Dirección',
  vin: 'Chasis',
  makeName: 'Marca',
  modelName: 'Modelo',
  year: 'Año',
  coverages: 'Coberturas',
  accountBalance: 'Balance',
  deductibleAmount: 'Deducible',
  validFrom: 'Vigencia desde',
  validTo: 'Vigencia hasta',
  excluded: 'Excluido',
  premiumUnpaid: 'Prima pendiente',
  vehicleValue: 'Suma asegurada',
};

/** The rows as CSV (RFC 4180) with CRLF; with Spanish headings also yes and no are Spanish. */
export function policiesAsCsv(
  rows: readonly SamplePolicy[],
  headings: 'columns' | 'spanish' = 'columns',
): string {
  const inSpanish = headings === 'spanish';
  const head = policyColumns.map((column) => (inSpanish ? spanishHeadings[column] : column));
  const lines = rows.map((row) =>
    policyColumns.map((column) => {
      const value = row[column];
      if (!inSpanish || (column !== 'excluded' && column !== 'premiumUnpaid')) return value;
      return value === 'true' ? 'Sí' : 'No';
    }),
  );
  return [head, ...lines].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
