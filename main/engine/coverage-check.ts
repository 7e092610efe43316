/** Joins the policy book to the findings of incident reports, so that neither room knows the other. */
import type { Policies } from './policies/index.ts';
import type { CheckCoverage } from './records/index.ts';

/** Asks the book as the lookup does; an empty book is not asked, since every policy would be unknown. */
export function coverageCheckForReports(policies: Policies): CheckCoverage {
  return async (tx, { policyNumber, vin, incidentDate, otherDate, incidentTypeId }) => {
    if (await policies.isEmpty(tx)) return null;
    const { found, period, cover, rules } = await policies.checkCoverage(
      {
        insurancePolicyNumber: policyNumber ?? undefined,
        vin: vin ?? undefined,
        incidentTypeId: incidentTypeId ?? undefined,
        incidentDate,
        otherDate: otherDate ?? undefined,
      },
      tx,
    );
    return { found, period, cover, rules: rules.map(({ rule }) => rule) };
  };
}
