import type { Settings } from '#shared/contract/settings.ts';
import { incidentTypes } from '#shared/marketplace/insurance-policy.ts';
import { type PolicyRule, policyRules } from '#shared/policy-terms.ts';
import type { VehicleContent } from '../../store/index.ts';
import { coveragesOf } from '../book/coverages.ts';

/** A rule that applies to a vehicle, with what the marketplace's user is told. */
export interface AppliedRule {
  rule: PolicyRule;
  severity: 'info' | 'warning' | 'error';
  text: string;
}

type RuleSettings = Pick<Settings, 'policyRules' | 'coverageOfIncident'>;

/** The order in which rules of one severity count. */
const order: readonly PolicyRule[] = ['notInForce', 'excluded', 'noCoverage', 'premiumUnpaid'];
const gravity = { error: 0, warning: 1, info: 2 } as const;

/**
 * The rules of the settings that apply to a vehicle on a day, the gravest first (design, "Policy lookup"). Coverage is
 * checked only for an incident type, and only where the settings name codes that cover it. A period without an end, or
 * without a beginning, is open on that side.
 */
export function rulesThatApply(
  vehicle: VehicleContent,
  incident: { incidentDate: string; incidentTypeId?: number | undefined },
  settings: RuleSettings,
): AppliedRule[] {
  const applies: Record<PolicyRule, () => boolean> = {
    notInForce: () =>
      (vehicle.valid_from !== null && incident.incidentDate < vehicle.valid_from) ||
      (vehicle.valid_to !== null && incident.incidentDate > vehicle.valid_to),
    excluded: () => vehicle.excluded === 1,
    premiumUnpaid: () => vehicle.premium_unpaid === 1,
    noCoverage: () => isUncovered(vehicle.coverages, incident.incidentTypeId, settings),
  };
  return policyRules
    .filter((rule) => settings.policyRules[rule].on && applies[rule]())
    .map((rule) => {
      const { severity, text } = settings.policyRules[rule];
      return { rule, severity, text };
    })
    .sort(
      (a, b) => gravity[a.severity] - gravity[b.severity] || order.indexOf(a.rule) - order.indexOf(b.rule),
    );
}

function isUncovered(coverages: string, incidentTypeId: number | undefined, settings: RuleSettings): boolean {
  const codes = codesOf(incidentTypeId, settings);
  if (codes.length === 0) return false;
  const wanted = new Set(codes.map((code) => code.toUpperCase()));
  return !coveragesOf(coverages).some(({ code }) => wanted.has(code.toUpperCase()));
}

function codesOf(
  incidentTypeId: number | undefined,
  { coverageOfIncident }: RuleSettings,
): readonly string[] {
  switch (incidentTypeId) {
    case incidentTypes.fire:
      return coverageOfIncident.fire;
    case incidentTypes.theft:
      return coverageOfIncident.theft;
    case incidentTypes.collision:
      return coverageOfIncident.collision;
    case incidentTypes.glass:
      return coverageOfIncident.glass;
    case incidentTypes.other:
      return coverageOfIncident.other;
    default:
      return [];
  }
}
