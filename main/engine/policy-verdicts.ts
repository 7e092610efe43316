/** Joins the policy book to the findings of incident reports, so that neither room knows the other. */
import type { Policies } from './policies/index.ts';
import type { PolicyVerdict } from './records/index.ts';

/** Asks the book as the lookup does; an empty book is not asked, since every policy would be unknown. */
export function verdictForReports(policies: Policies): PolicyVerdict {
  return async ({ policyNumber, vin, incidentDate, incidentTypeId }) => {
    if (policies.isEmpty()) return null;
    const verdict = await policies.verdictOn({
      insurancePolicyNumber: policyNumber ?? undefined,
      vin: vin ?? undefined,
      incidentTypeId: incidentTypeId ?? undefined,
      incidentDate,
    });
    return { found: verdict.found, rules: verdict.rules.map(({ rule }) => rule) };
  };
}
