/** Policy lookups and balance calls: every combination of parameters that the interface allows, and faulty ones. */
import { incidentTypeIds, type PolicyQuery, reportCategories } from '#shared/marketplace/insurance-policy.ts';
import type { SampleClaim } from './claim.ts';
import { incidentTime } from './incident-report.ts';
import { keysOf } from './keys-of.ts';
import type { CallQuery } from './marketplace-client.ts';
import { brokers } from './sample-data.ts';

export interface BalanceQuery {
  insurancePolicyNumber: string;
  vin: string;
}

/** What a workshop asks before it reports the incident of this claim. */
export function lookupOf(claim: SampleClaim, askedAt: Date): PolicyQuery {
  return {
    vin: claim.vehicle.vin,
    incidentTypeId: claim.incident.typeId,
    incidentDate: incidentTime(claim, askedAt).slice(0, 10),
    intermediaryTaxId: claim.workshop.taxId,
    reportCategoryId: reportCategories.intermediary,
  };
}

export function balanceOf({ vehicle }: SampleClaim): BalanceQuery {
  return { insurancePolicyNumber: vehicle.policyNumber, vin: vehicle.vin };
}

/** Every combination of given and left out that the parameter table allows: 108. */
export function everyLookup(claim: SampleClaim, askedAt: Date): PolicyQuery[] {
  const { vin, policyNumber } = claim.vehicle;
  const incidentDate = incidentTime(claim, askedAt).slice(0, 10);
  const subjects = [
    { insurancePolicyNumber: policyNumber },
    { vin },
    { insurancePolicyNumber: policyNumber, vin },
  ];
  const types = [{}, ...incidentTypeIds.map((incidentTypeId) => ({ incidentTypeId }))];
  const intermediaries = [{}, ...brokers.slice(0, 1).map(({ taxId }) => ({ intermediaryTaxId: taxId }))];
  const categories = [{}, { reportCategoryId: 1 }, { reportCategoryId: 2 }];
  return subjects.flatMap((subject) =>
    types.flatMap((type) =>
      intermediaries.flatMap((intermediary) =>
        categories.map((category) => ({ ...subject, incidentDate, ...type, ...intermediary, ...category })),
      ),
    ),
  );
}

export function parametersOf(query: object): CallQuery {
  return Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)] as const);
}

/** Lookups against the rules of the interface's parameter table, each in one way. */
export const lookupFaults = {
  neitherPolicyNorVin: 'neither insurancePolicyNumber nor vin',
  noIncidentDate: 'no incidentDate',
  dateOfOtherForm: 'incidentDate as 20/11/2026',
  dateThatIsNone: 'incidentDate 2026-02-30',
  typeOutOfRange: 'incidentTypeId 6',
  typeNotANumber: 'incidentTypeId as a word',
  categoryOutOfRange: 'reportCategoryId 3',
  givenTwice: 'incidentDate twice, with different days',
  balanceWithoutVin: 'a balance without vin',
} as const;
export type LookupFault = keyof typeof lookupFaults;
export const lookupFaultNames = keysOf(lookupFaults);

interface LookupCall {
  path: string;
  parameters: CallQuery;
}

export const lookupPath = '/insurancePolicies';
export const balancePath = (policyNumber: string) =>
  `${lookupPath}/${encodeURIComponent(policyNumber)}/balance`;

export function makeFaultyLookup(fault: LookupFault, claim: SampleClaim): LookupCall {
  const vin = ['vin', claim.vehicle.vin] as const;
  const date = ['incidentDate', '2026-11-18'] as const;
  const lookup = (...parameters: CallQuery): LookupCall => ({ path: lookupPath, parameters });
  switch (fault) {
    case 'neitherPolicyNorVin':
      return lookup(date);
    case 'noIncidentDate':
      return lookup(vin);
    case 'dateOfOtherForm':
      return lookup(vin, ['incidentDate', '20/11/2026']);
    case 'dateThatIsNone':
      return lookup(vin, ['incidentDate', '2026-02-30']);
    case 'typeOutOfRange':
      return lookup(vin, date, ['incidentTypeId', '6']);
    case 'typeNotANumber':
      return lookup(vin, date, ['incidentTypeId', 'choque']);
    case 'categoryOutOfRange':
      return lookup(vin, date, ['reportCategoryId', '3']);
    case 'givenTwice':
      return lookup(vin, date, ['incidentDate', '2026-11-19']);
    case 'balanceWithoutVin':
      return { path: balancePath(claim.vehicle.policyNumber), parameters: [] };
  }
}
