import type { CoverageCheck } from '#shared/contract/policies.ts';
import type { ReadTransaction } from '../../store/index.ts';
import { coveragesOf } from '../book/coverages.ts';
import { findPolicies } from './find.ts';
import { type IncidentAsked, matchVehicle, type RuleSettings } from './rules.ts';

/** What is asked about a vehicle on a day. */
export interface VerdictQuery extends IncidentAsked {
  insurancePolicyNumber?: string | undefined;
  vin?: string | undefined;
}

/**
 * What the lookup would answer about one vehicle, and why; not logged. Of several vehicles or policies, the one with the
 * least against it.
 */
export async function checkCoverage(
  tx: ReadTransaction,
  query: VerdictQuery,
  settings: RuleSettings,
): Promise<CoverageCheck> {
  const found = (await findPolicies(tx, query)).flatMap(({ policy, vehicles }) =>
    vehicles.map((vehicle) => ({ policy, vehicle, ...matchVehicle(vehicle, query, settings) })),
  );
  const best = found.reduce<(typeof found)[number] | undefined>(
    (least, one) => (least === undefined || weightOf(one.rules) < weightOf(least.rules) ? one : least),
    undefined,
  );
  if (best === undefined) return nothingFound;
  const { policy, vehicle, period, cover, rules } = best;
  return {
    found: true,
    id: vehicle.vehicle_id,
    ownerName: policy.display_name,
    ownerPhone: policy.phone_number || null,
    ownerAddress: policy.address || null,
    validFrom: vehicle.valid_from,
    validTo: vehicle.valid_to,
    coverages: coveragesOf(vehicle.coverages),
    period,
    cover,
    rules,
  };
}

const weights = { error: 100, warning: 10, info: 1 } as const;

function weightOf(rules: readonly { severity: keyof typeof weights }[]): number {
  return rules.reduce((sum, { severity }) => sum + weights[severity], 0);
}

const nothingFound: CoverageCheck = {
  found: false,
  id: null,
  ownerName: null,
  ownerPhone: null,
  ownerAddress: null,
  validFrom: null,
  validTo: null,
  coverages: [],
  period: null,
  cover: null,
  rules: [],
};
