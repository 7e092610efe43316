import { type PolicyColumn, policyColumns } from '#shared/policy-terms.ts';
import { csvOf } from '../components/download-blob.ts';

/** A sample that nobody takes for a policy of theirs. */
const sample: Record<PolicyColumn, string> = {
  insurancePolicyNumber: 'POL-MUESTRA-001',
  personTypeId: '2',
  companyTaxId: '',
  companyName: '',
  identification: '001-0000000-9',
  identificationTypeId: '2',
  firstName: 'Persona',
  lastName: 'de Muestra',
  phoneNumber: '809-555-0100',
  displayName: 'Persona de Muestra',
  emailAddress: 'muestra@example.com',
  address: 'Calle de Muestra 1, Santo Domingo',
  vin: 'MUESTRA0000000001',
  makeName: 'Marca',
  modelName: 'Modelo',
  year: '2020',
  coverages: 'COL:Colisión;ROB:Robo',
  accountBalance: '0.00',
  deductibleAmount: '10000.00',
  validFrom: '2026-01-01',
  validTo: '2026-12-31',
  excluded: 'false',
  premiumUnpaid: 'false',
};

/** A file with all headings, in the words given, and one row, to fill in. */
export const templateFile = (headings: Record<PolicyColumn, string>): string =>
  csvOf([policyColumns.map((column) => headings[column]), policyColumns.map((column) => sample[column])]);
