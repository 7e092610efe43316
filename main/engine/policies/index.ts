import type { LookupFilter } from '../store/index.ts';
import { numberKey, vinKey } from './book/keys.ts';

export type { CellProblem } from './book/read-row.ts';
export type { PolicyImports } from './import/imports.ts';
export type { VerdictQuery } from './lookup/verdict.ts';
export { createPolicies, type Policies } from './policies.ts';
export type { PolicyAnswers } from './policy-answers.ts';

/** Which lookups are of a policy number or a VIN, however they were written. */
export function lookupFilter(query: {
  insurancePolicyNumber?: string | undefined;
  vin?: string | undefined;
}): LookupFilter {
  const { insurancePolicyNumber, vin } = query;
  return {
    numberKey: insurancePolicyNumber === undefined ? undefined : numberKey(insurancePolicyNumber),
    vinKey: vin === undefined ? undefined : vinKey(vin),
  };
}
